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

/** What a solution earns: stars, the next puzzle, and a result to share that does not give the solution away. */
class Payoff {
  constructor(player) {
    this.player = player;
    byId("share-result").addEventListener("click", async () => {
      await copyText(this.result());
      player.say("The result is copied, without the moves.", "good");
    });
  }

  hide() {
    byId("payoff").hidden = true;
    byId("next").hidden = true;
    // There is nothing to hint at where nothing can be done.
    byId("hint").classList.toggle("main", !this.player.isImpossible);
  }

  /** Shows what a solution of some moves earns. */
  show(moves) {
    this.moves = moves;
    const { best } = this.player;
    byId("stars").hidden = best === undefined;
    if (best !== undefined) {
      const stars = starsFor(moves, best);
      byId("stars").textContent = "★".repeat(stars) + "☆".repeat(3 - stars);
      byId("stars").setAttribute("aria-label", `${stars} of 3 stars`);
    }
    byId("payoff").hidden = false;
    // The next puzzle comes first now.
    byId("hint").classList.remove("main");
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

  /** "Latin cross 5/5", and a link without the moves. */
  result() {
    const { best, data, isLinked } = this.player;
    const score = best === undefined ? `: ${counted(this.moves, "move")}` : ` ${this.moves}/${best}`;
    const link = isLinked && location.protocol !== "file:" ? this.player.sharing.plainLink() : "";
    return `${data.title}${score}\n${link}`.trim();
  }
}
