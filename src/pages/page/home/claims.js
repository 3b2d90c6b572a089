/** The cards whose claims the server is to be asked for, those that came last first. */
const queue = [];
let isAsking = false;

/** Asks the server what it can settle of a puzzle at once. */
function askClaim(card) {
  queue.push(card);
  if (!isAsking) askQueue();
}

/** One request at a time, for as many cards as a window shows. */
async function askQueue() {
  isAsking = true;
  try {
    while (queue.length > 0) {
      const asked = queue.splice(-12);
      const { claims } = await stream("api/claims", { names: asked.map(({ puzzle }) => puzzle.name) }, undefined, () => {});
      for (const card of asked) {
        Object.assign(card.puzzle, claims[card.puzzle.name]);
        card.tell();
      }
      if (byId("only-choice").checked) filter();
    }
  } catch {
    // The cards stay without; the next one that comes into view asks again.
  } finally {
    isAsking = false;
  }
}
