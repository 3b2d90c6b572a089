/** Loads the list of all puzzles, once; `up` is the relative path to its folder. */
function loadShelf(up) {
  if (typeof SHELF !== "undefined") return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${up}list.js`;
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}

/** The rewards for a solution, on a card: stars, the next puzzle, and a result to share without giving the solution away. */
class Payoff {
  constructor(attempt) {
    this.attempt = attempt;
    byId("share-result").addEventListener("click", async () => {
      if (await shareResult(this.result())) attempt.say("The result is copied, without the moves.", "good");
    });
  }

  hide() {
    byId("payoff").hidden = true;
    byId("next").hidden = true;
  }

  /** Shows and stores the rewards for a solution, with a chime if it is new. */
  show(moves, isNew) {
    const { data, ownName } = this.attempt;
    const best = bestOf(data);
    const hints = hintsFor(ownName);
    const stars = best === undefined ? undefined : starsFor(moves, best, hints);
    const score = `${best === undefined ? counted(moves, "move") : `${moves}/${best} moves`}, ${hintsInWords(hints)}`;
    this.score = `${stars === undefined ? "" : `${starsText(stars)} `}${score}`;
    keepSolved(ownName, moves, stars);
    showStars("stars", stars, isNew);
    byId("earned").textContent = `${score}.${hintsCost(hints, best)}`;
    byId("payoff").hidden = false;
    if (isNew) settings.chime();
    this.offerNext();
  }

  /** The next unsolved puzzle of the collection; undefined if there is none. */
  async next() {
    const { name, up = "" } = this.attempt.data;
    await loadShelf(up);
    const next = nextUnsolved(name);
    return next && { title: next.title, address: addressOf(next.name, up) };
  }

  /** Goes to the next puzzle. */
  async skip() {
    try {
      const next = await this.next();
      if (next) location.assign(next.address);
      else this.attempt.say("You have solved all other puzzles of this collection.", "good");
    } catch {
      this.attempt.say("The list of puzzles cannot be loaded.", "bad");
    }
  }

  /** Offers the next puzzle of the collection, if this page is one of several. */
  async offerNext() {
    const { data } = this.attempt;
    if (!data.name) return;
    // Without the list, there is no next puzzle to offer.
    const next = await this.next().catch(() => undefined);
    if (!next || byId("payoff").hidden || this.attempt.data !== data) return;
    byId("next").href = next.address;
    byId("next").textContent = `Next: ${next.title}`;
    byId("next").hidden = false;
  }

  /** "Latin cross ★★★ 5/5 moves, no hints", and a link without the moves. */
  result() {
    const { heading, link } = this.attempt;
    return `${heading} ${this.score}\n${location.protocol === "file:" ? "" : link}`.trim();
  }
}
