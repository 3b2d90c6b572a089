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

/** Which provers made an answer, in what time, and what stopped them. */
function proversOf({ evidence, seconds }) {
  const by = evidence.map((one) => one.by).join(", ");
  const stopped = evidence.flatMap((one) => one.stopped || []).join(", ");
  return `${by}, ${seconds < 0.1 ? "less than 0.1" : seconds.toFixed(1)} s${stopped ? ` (stopped by the ${stopped})` : ""}`;
}

/** Shows the buttons that begin a computation, or hides them. */
function setIdle(isIdle) {
  document.querySelectorAll(".idle").forEach((button) => { button.hidden = !isIdle; });
}

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
  const show = (progress) => {
    if (running === own) byId("progress").textContent = words(progress);
  };
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
