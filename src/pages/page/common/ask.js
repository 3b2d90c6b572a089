/** An error that was put into words where the request was answered, with a stable `reason`; a faulty puzzle has a list of
 * `errors`. */
class Refused extends Error {
  constructor({ reason, message, errors }) {
    super(message);
    this.reason = reason;
    this.errors = errors;
  }
}

/** Ends what is being computed; undefined while nothing is. */
let running;

/** The answer of the server, or of the engine in the page, to a request without or with a body. Phrases on what is computed go
 * to `onProgress`; an aborted `signal` ends it. */
const answerTo = (path, body, signal, onProgress = () => {}) => ANSWERS.ask(path, body, signal, onProgress);

function setFault(id, text) {
  // The page of a puzzle waits for the board, so that nothing moves under a finger.
  if (text) document.querySelector(".waiting")?.classList.remove("waiting");
  byId(id).textContent = text || "";
  byId(id).hidden = !text;
}

/** What is wrong, in words; nothing where the visitor has cancelled. */
function wordsOf(error) {
  if (error.name === "AbortError") return "";
  return error instanceof Refused ? error.message : ANSWERS.unreachable;
}

/** What is wrong with an address whose puzzle or moves cannot be read. */
const DAMAGED = "This link is damaged: a part of it is missing, or it was changed.";

/** The puzzle that an address brings along, as requests name it; undefined where it is damaged. */
function puzzleOf(address) {
  const [, kind, rest] = /^(drawn|puzzle)=(.*)$/s.exec(address) ?? [];
  if (kind === "drawn") return { link: rest };
  try {
    return kind && Object(JSON.parse(decodeURIComponent(rest)));
  } catch {
    return undefined;
  }
}

/** How an address brings a puzzle along; one with more than pegs and holes has no `short` link. */
const linkTo = (puzzle, short) => (short ? `drawn=${short}` : `puzzle=${encodeURIComponent(JSON.stringify(puzzle))}`);

/** How long an answer took, and whether a limit stopped the search. */
function timeOf({ evidence, seconds }) {
  const took = `${seconds < 0.1 ? "less than 0.1" : seconds.toFixed(1)} s`;
  return evidence.some(({ stopped }) => stopped?.length > 0) ? `A limit stopped the search after ${took}.` : `This took ${took}.`;
}

/** Shows the buttons that begin a computation, or hides them. */
function setIdle(isIdle) {
  document.querySelectorAll(".idle").forEach((button) => { button.hidden = !isIdle; });
}

/** What a visitor reads during a computation. It changes, and so is read aloud, every ten seconds. */
function waiting({ seconds }) {
  const tens = 10 * Math.floor(seconds / 10);
  return tens === 0 ? "Thinking …" : `Still thinking, after ${tens} s …`;
}

/** Runs one computation at a time and shows in `words` that it runs. */
async function compute(path, body, faultId, words = waiting) {
  if (running) running.abort();
  const own = new AbortController();
  running = own;
  setFault("fault");
  if (faultId !== "fault") setFault(faultId);
  byId("cancel").hidden = false;
  setIdle(false);
  const show = (progress) => {
    const text = words(progress);
    if (running === own && byId("progress").textContent !== text) byId("progress").textContent = text;
  };
  show({ seconds: 0 });
  try {
    const message = await answerTo(path, body, own.signal, show);
    byId("progress").textContent = "";
    return message;
  } catch (error) {
    byId("progress").textContent = error.name === "AbortError" ? "Cancelled." : "";
    setFault(faultId, wordsOf(error));
    return undefined;
  } finally {
    if (running === own) {
      running = undefined;
      byId("cancel").hidden = true;
      setIdle(true);
    }
  }
}
