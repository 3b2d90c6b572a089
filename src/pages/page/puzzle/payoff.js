/** Loads the list of all puzzles, once; `up` leads to its folder. */
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

/** What a solution earns, on a card: stars, the next puzzle, and a result to share that does not give the solution away. */
class Payoff {
  constructor(player) {
    this.player = player;
    byId("share-result").addEventListener("click", async () => {
      if (await shareResult(this.result())) player.say("The result is copied, without the moves.", "good");
    });
    byId("mute").addEventListener("click", () => {
      byId("chime").click();
      this.showMute();
    });
  }

  showMute() {
    byId("mute").textContent = byId("chime").checked ? "Mute the chime" : "Chime again";
  }

  hide() {
    byId("payoff").hidden = true;
    byId("next").hidden = true;
  }

  /** Shows what a solution of some moves earns, with a chime if it is `new`; and keeps that. */
  show(moves, isNew) {
    const { best, ownName } = this.player;
    this.moves = moves;
    this.hints = hintsFor(ownName);
    this.stars = best === undefined ? undefined : starsFor(moves, best, this.hints);
    this.player.keepSolved(moves, this.stars);
    showStars("stars", this.stars, isNew);
    byId("earned").textContent = `${this.score()}.${hintsCost(this.hints, best)}`;
    byId("payoff").hidden = false;
    this.showMute();
    if (isNew) settings.chime();
    this.offerNext();
  }

  /** The next puzzle of the collection that is not solved; undefined where there is none. */
  async next() {
    const { name, up = "" } = this.player.data;
    await loadShelf(up);
    const next = nextUnsolved(name);
    const folder = () => `${up}${SHELF.folder}${next.name}.html`;
    return next && { title: next.title, address: SHELF.folder ? folder() : `${pageAt("play")}#${next.name}` };
  }

  /** Goes to the next puzzle. */
  async skip() {
    try {
      const next = await this.next();
      if (next) location.assign(next.address);
      else this.player.say("You have solved all other puzzles of this collection.", "good");
    } catch {
      this.player.say("The list of puzzles cannot be loaded.", "bad");
    }
  }

  /** Offers the next puzzle of the collection, on pages that are beside others. */
  async offerNext() {
    const { isLinked, data } = this.player;
    if (!isLinked || !data.name) return;
    // Without the list, there is no next puzzle to offer.
    const next = await this.next().catch(() => undefined);
    if (!next || byId("payoff").hidden || this.player.data !== data) return;
    byId("next").href = next.address;
    byId("next").textContent = `Next: ${next.title}`;
    byId("next").hidden = false;
  }

  /** "5/5 moves, no hints". */
  score() {
    const { best } = this.player;
    return `${best === undefined ? counted(this.moves, "move") : `${this.moves}/${best} moves`}, ${hintsInWords(this.hints)}`;
  }

  /** The title, stars and score, and a link without the moves. */
  result() {
    const { data, isLinked } = this.player;
    const link = isLinked && location.protocol !== "file:" ? this.player.sharing.plainLink() : "";
    return `${data.title} ${this.stars === undefined ? "" : `${starsText(this.stars)} `}${this.score()}\n${link}`.trim();
  }
}
