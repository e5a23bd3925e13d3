/**
 * The edits of a list that Python holds, sent one after the other.
 *
 * Each names the revision of the list it was made on; an edit that waits behind another was made on that one's result.
 *
 * @typedef {{message: Record<string, any>, sent: boolean, then: (() => void)|null}} Waiting
 * @typedef {{revision: number, answered: string, refused: boolean}} Answer
 */

const LATE = 4_000; // milliseconds until people are told that Python does not answer

export class Edits {
  /** @param {() => void} late called when an answer takes long */
  constructor(late) {
    this.late = late;
    this.name = Math.random().toString(36).slice(2); // tells the edits of two windows on one list apart
    this.count = 0;
    /** @type {Waiting[]} */
    this.waiting = [];
    /** @type {(message: object) => void} */
    this.send = () => undefined;
  }

  /**
   * @param {Record<string, any>} edit @param {number} revision
   * @param {(() => void)|null} [then] called once it is done
   */
  add(edit, revision, then = null) {
    this.count += 1;
    this.waiting.push({ message: { ...edit, id: `${this.name}-${this.count}`, revision }, sent: false, then });
    this.go();
  }

  /** Sends the next edit, unless one is on its way. */
  go() {
    const [next] = this.waiting;
    if (!next || next.sent) return;
    next.sent = true;
    this.send(structuredClone(next.message));
    setTimeout(() => this.waiting[0] === next && this.late(), LATE);
  }

  /** The edit that a state answers; it no longer waits. @param {Answer} state */
  answeredBy(state) {
    const [first, ...waiting] = this.waiting;
    if (!first?.sent || first.message.id !== state.answered) return null;
    this.waiting = waiting;
    for (const { message } of state.refused ? [] : waiting)
      if (message.revision === first.message.revision) message.revision = state.revision;
    return first;
  }
}
