/** The end of an address that requests a hint, as in links from the home page. */
const HINT_WISH = /[#&]hint$/;

/** The moves contained in an address, as chains, and the address without them. A hole jumped over that is named has a dot before
 * it: `0-.1-2`. */
function sharedMoves() {
  const [, before, moves] = /^#?(.*?)&?(?:moves=([\d,.-]*))?$/.exec(location.hash.replace(HINT_WISH, ""));
  const step = (text) => (text.startsWith(".") ? [Number(text.slice(1))] : Number(text));
  const chains = moves ? moves.split(",").map((chain) => chain.split("-").map(step)) : undefined;
  return { before, chains };
}

/** A line to share: as text, or as an address that plays it. */
class Sharing {
  constructor(player) {
    this.player = player;
    // The address of a file on this machine would be of no use to anyone else.
    byId("copy-link").hidden = location.protocol === "file:";
    const copy = async (text, told) => {
      await copyText(text);
      player.say(told);
    };
    byId("copy-text").addEventListener("click", () => copy(this.text(), "The moves are copied."));
    byId("copy-link").addEventListener("click", () => copy(this.link(), "The link is copied."));
  }

  /** The line being shown: the visitor's own, or the one being watched. */
  get line() {
    return this.player.mode === "try" ? this.player.trying.line : this.player.line;
  }

  show() {
    byId("share-card").hidden = this.line.length === 0 && !this.player.isLinked;
  }

  text() {
    const { player, line } = this;
    const end = player.positionsOf(line).at(-1);
    const outcome = player.solves(line) ? "solved" : `${counted(end.filter(Boolean).length, "peg")} left`;
    const moves = line.map((chain) => player.chain(chain)).join(", ");
    return `${player.data.title}: ${outcome} in ${counted(line.length, "move")}\n${moves}\n`;
  }

  link() {
    return this.linkWith(this.line.map((chain) => chain.map((step) => (Array.isArray(step) ? `.${step}` : step)).join("-")).join(","));
  }

  /** The address of the puzzle without any moves. */
  plainLink() {
    return this.linkWith("");
  }

  linkWith(moves) {
    const parts = [sharedMoves().before, moves && `moves=${moves}`].filter(Boolean).join("&");
    return `${location.href.replace(/#.*$/, "")}${parts ? `#${parts}` : ""}`;
  }

  /** Plays the moves in the address if they are a legal line of this puzzle; returns whether the address has any. */
  receive() {
    const { player } = this;
    if (HINT_WISH.test(location.hash)) {
      // Reloading the page must not request another hint.
      history.replaceState(undefined, "", location.href.replace(HINT_WISH, ""));
      player.trying.hint();
    }
    const { chains } = sharedMoves();
    if (!chains) return false;
    const isChain = (chain) => chain.length > 1 && [chain[0], chain.at(-1)].every(Number.isInteger);
    const jumps = chains.flatMap(jumpsOf);
    if (!chains.every(isChain) || player.listed.playable(player.start, jumps).length < jumps.length) {
      player.say("The moves in the address do not fit this puzzle: a part of it is missing, or it was changed.", "bad");
      return false;
    }
    player.watch(chains);
    player.togglePlay();
    player.say(`${counted(chains.length, "move")} that somebody sent you.`);
    return true;
  }
}
