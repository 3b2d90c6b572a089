/** An error that the server has put into words. */
class Refused extends Error {}

/** Ends what is being computed; undefined while nothing is. */
let running;

async function refuse(response) {
  const { error } = await response.json().catch(() => ({}));
  throw new Refused(error ? error.message : `The server answered ${response.status}.`);
}

async function getJson(path) {
  const response = await fetch(path);
  return response.ok ? response.json() : refuse(response);
}

function send(path, body, signal) {
  const headers = { "content-type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** The last line of a streamed answer; the lines before it are progress. */
async function stream(path, body, signal, onProgress) {
  const response = await send(path, body, signal);
  if (!response.ok) await refuse(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Refused("The server went away.");
    text += value;
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.error) throw new Refused(message.error.message);
      if (message.progress === undefined) return message;
      onProgress(message);
    }
  }
}

function setFault(id, text) {
  // The page of a puzzle waits for the board, so that nothing moves under a finger.
  if (text) document.querySelector(".waiting")?.classList.remove("waiting");
  byId(id).textContent = text || "";
  byId(id).hidden = !text;
}

/** What is wrong, in words; nothing where the visitor has cancelled. */
function wordsOf(error) {
  if (error.name === "AbortError") return "";
  return error instanceof Refused ? error.message : "The server cannot be reached.";
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

/** Runs one computation at a time and shows its progress. */
async function compute(path, body, faultId) {
  if (running) running.abort();
  const own = new AbortController();
  running = own;
  setFault("fault");
  if (faultId !== "fault") setFault(faultId);
  byId("cancel").hidden = false;
  setIdle(false);
  byId("progress").textContent = "Computing";
  const show = ({ progress, seconds }) => {
    byId("progress").textContent = `${seconds.toFixed(1)} s${progress ? `, ${progress}` : ""}`;
  };
  try {
    const message = await stream(path, body, own.signal, show);
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
