/**
 * Whether the page's own server is there. A working kernel says nothing until it is done; meanwhile the server answers,
 * and knows that its kernel is busy.
 *
 * @typedef {{there: boolean, busy: boolean}} Seen
 */

const LOOK_EVERY = 1_200; // milliseconds
const ANSWER_WITHIN = 1_300;
const LOOK_AGAIN = 200; // after one missing answer; two in a row are believed
const BROKEN = 500; // the lowest status of a server, or of a proxy before it, that cannot answer

/** Where this server reports on the page's kernel, or in JupyterLab on all of them; empty on a page that names none. */
function address() {
  const settings = document.getElementById("jupyter-config-data")?.textContent;
  const { baseUrl = "", kernelId = "" } = settings ? JSON.parse(settings) : {};
  return baseUrl && `${baseUrl}api/kernels${kernelId && `/${kernelId}`}`;
}

/** Finds out nothing on a page that names no server. @returns {Promise<Seen>} */
async function ask() {
  if (!address()) return { there: true, busy: false };
  try {
    const answer = await fetch(address(), { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN) });
    const text = await answer.text();
    return { there: answer.status < BROKEN, busy: text.includes('"execution_state": "busy"') };
  } catch {
    return { there: false, busy: false };
  }
}

/**
 * Watches the server while the page is visible, until the returned function is called.
 * @param {(seen: Seen) => void} tell
 */
export function watchServer(tell) {
  let failures = 0;
  let timer = 0;
  const look = async () => {
    if (!document.hidden) {
      const seen = await ask();
      failures = seen.there ? 0 : failures + 1;
      if (failures !== 1 && timer) tell(seen);
    }
    if (timer) timer = setTimeout(look, failures === 1 ? LOOK_AGAIN : LOOK_EVERY);
  };
  timer = setTimeout(look, LOOK_EVERY);
  return () => {
    clearTimeout(timer);
    timer = 0;
  };
}
