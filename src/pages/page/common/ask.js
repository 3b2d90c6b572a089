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

/** In what time an answer was found, and whether more time would have found a better one. */
function timeOf({ status, seconds }) {
  const settled = ["optimal", "infeasible"].includes(status) ? "" : "; a limit came before the proof";
  return `${seconds < 0.1 ? "Less than 0.1" : seconds.toFixed(1)} s${settled}`;
}

/** Shows the buttons that begin a computation, or hides them. */
function setIdle(isIdle) {
  document.querySelectorAll(".idle").forEach((button) => { button.hidden = !isIdle; });
}

/** Screen readers are told of the progress at this interval, in seconds; what is seen changes more often. */
const TOLD_EVERY = 10;

/** The seconds of a computation, and what it does. */
const progressInWords = ({ progress, seconds }) => `${seconds.toFixed(1)} s${progress ? `, ${progress}` : ""}`;

/** Runs one computation at a time and shows its progress in `words`. */
async function compute(path, body, faultId, words = progressInWords) {
  if (running) running.abort();
  const own = new AbortController();
  running = own;
  setFault("fault");
  if (faultId !== "fault") setFault(faultId);
  byId("cancel").hidden = false;
  setIdle(false);
  byId("progress").textContent = words === progressInWords ? "Computing" : words({ seconds: 0 });
  let next = TOLD_EVERY;
  const show = (progress) => {
    if (running !== own) return;
    const isTold = progress.seconds >= next;
    byId("progress").setAttribute("aria-live", isTold ? "polite" : "off");
    if (isTold) next = progress.seconds + TOLD_EVERY;
    byId("progress").textContent = words(progress);
  };
  try {
    const message = await answerTo(path, body, own.signal, show);
    byId("progress").setAttribute("aria-live", "polite");
    byId("progress").textContent = "";
    return message;
  } catch (error) {
    byId("progress").setAttribute("aria-live", "polite");
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
