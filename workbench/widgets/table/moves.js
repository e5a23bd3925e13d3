/**
 * Which cards went where between two scenes of one viewer, based only on what the viewer sees in them.
 *
 * A card that lies face up is known by its title. A card that lies face down has no identity: it goes from one place to
 * another, never from slot to slot, since the slot of a sorted hand would tell its rank. Two worlds that a viewer
 * cannot tell apart have equal scenes, and so equal moves.
 *
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {{place: string, key: string}} Spot  `key` is empty for any card of the place
 * @typedef {{from: Spot, to: Spot}} Move
 * @typedef {{count: number, pile: boolean, seen: {title: string, key: string}[]}} Lying
 */

const BY_GROUP = ["ring", "places", "mat", "stages", "lanes", "board"]; // layouts whose groups are places of their own
const MARKS = ["fist", "open", "spent", "hole"]; // shapes that are not cards lying there

/** What tells a card from all others of a scene. @param {SceneZone} zone @param {CardFace} card @param {number} place */
export function cardKey(zone, card, place) {
  return `card:${zone.id}:${card.group}:${card.id || place}`;
}

/** @param {SceneZone} zone @param {string} group */
export function placeOf(zone, group) {
  return BY_GROUP.includes(zone.layout) ? `${zone.id}/${group}` : zone.id;
}

/** What lies where: the zones that hold cards themselves, and what seats hold undrawn. @param {Scene} scene */
function lying(scene) {
  /** @type {Map<string, Lying>} */
  const places = new Map();
  for (const zone of scene.zones.filter(({ listing }) => !listing)) {
    const grouped = BY_GROUP.includes(zone.layout);
    const keys = grouped ? zone.groups.map(({ key }) => placeOf(zone, key)) : [zone.id];
    for (const key of keys) places.set(key, { count: grouped ? 0 : zone.count, pile: zone.layout === "pile", seen: [] });
    zone.cards.forEach((card, number) => {
      const place = places.get(placeOf(zone, card.group));
      if (!place || MARKS.includes(card.shape)) return;
      if (grouped) place.count += 1;
      if (!card.face_down) place.seen.push({ title: card.title, key: cardKey(zone, card, number) });
    });
  }
  for (const { seat, held } of scene.seats) if (held !== null) places.set(seatPlace(seat), { count: held, pile: false, seen: [] });
  return places;
}

/** @param {number} seat */
export function seatPlace(seat) {
  return `seat ${seat}`;
}

/** The cards that lie face up in `here` but no longer, or not yet, in `there`. @param {Lying} here @param {Lying} there */
function missing(here, there) {
  if (here.pile) return here.count > there.count ? here.seen : []; // only the top of a pile shows; the rest is buried
  const left = there.seen.map(({ title }) => title);
  const stays = new Set(there.seen.map(({ key }) => key));
  const likeliest = [...here.seen].sort((one, other) => Number(stays.has(other.key)) - Number(stays.has(one.key)));
  return likeliest.filter(({ title }) => {
    const place = left.indexOf(title);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/**
 * @param {Map<string, Lying>} here @param {Map<string, Lying>} there
 * @returns {{place: string, title: string, key: string}[]}
 */
function missingFrom(here, there) {
  return [...here].flatMap(([place, lies]) => {
    const other = there.get(place);
    return other ? missing(lies, other).map((card) => ({ place, ...card })) : lies.seen.map((card) => ({ place, ...card }));
  });
}

/**
 * The moves from one scene to the next; none between scenes of different viewers or matches. If it is not clear which
 * card went where, none is named.
 * @param {Scene} before @param {Scene} after @returns {Move[]}
 */
export function movesBetween(before, after) {
  if (before.seat !== after.seat || before.title !== after.title) return [];
  const [was, is] = [lying(before), lying(after)];
  const gone = missingFrom(was, is);
  const come = missingFrom(is, was);
  /** @type {Move[]} */
  const moves = [];
  for (const left of [...gone]) {
    const arrived = come.find(({ title, place }) => title === left.title && place !== left.place);
    if (!arrived) continue;
    gone.splice(gone.indexOf(left), 1);
    come.splice(come.indexOf(arrived), 1);
    moves.push({ from: left, to: arrived });
  }
  return [...moves, ...unseenMoves(balances(was, is, moves), gone, come)];
}

/** How many more cards a place holds than the moves so far explain. @param {Map<string, Lying>} was @param {Map<string, Lying>} is @param {Move[]} moves */
function balances(was, is, moves) {
  /** @type {Map<string, number>} */
  const balance = new Map();
  for (const place of new Set([...was.keys(), ...is.keys()])) {
    const explained = moves.filter(({ to }) => to.place === place).length - moves.filter(({ from }) => from.place === place).length;
    balance.set(place, (is.get(place)?.count ?? 0) - (was.get(place)?.count ?? 0) - explained);
  }
  return balance;
}

/**
 * Moves whose two ends the viewer does not both see: clear if as many cards have left as come, and all of them have
 * left one place or come to one.
 * @param {Map<string, number>} balance @param {Spot[]} gone @param {Spot[]} come @returns {Move[]}
 */
function unseenMoves(balance, gone, come) {
  const givers = spots(balance, -1, gone);
  const takers = spots(balance, 1, come);
  const places = (/** @type {Spot[]} */ ends) => new Set(ends.map(({ place }) => place)).size;
  if (givers.length !== takers.length || (places(givers) > 1 && places(takers) > 1)) return [];
  return givers.map((from, turn) => ({ from, to: takers[turn] }));
}

/** One spot for each card that has left (sign -1) or come. @param {Map<string, number>} balance @param {number} sign @param {Spot[]} seen */
function spots(balance, sign, seen) {
  return [...balance].flatMap(([place, number]) => {
    const known = seen.filter((spot) => spot.place === place);
    return Array.from({ length: Math.max(0, sign * number) }, (_, turn) => known[turn] ?? { place, key: "" });
  });
}
