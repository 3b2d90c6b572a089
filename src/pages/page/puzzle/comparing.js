/** The visitor's line and a shortest one side by side, move by move. */
class Comparing {
  constructor(player) {
    this.player = player;
    byId("compare-at").addEventListener("input", () => this.go(Number(byId("compare-at").value)));
  }

  hide() {
    byId("compare-card").hidden = true;
  }

  /** `own` is the visitor's solution; `best` is proved shortest if `isProved`. Both are lists of chains. */
  show(own, best, isProved) {
    const { player } = this;
    this.lines = [["own", "You", own], ["best", isProved ? "Shortest" : "Shortest known", best]].map(([id, who, chains]) => {
      const view = new BoardView(byId(`compare-${id}`), player.data);
      return { id, who, chains, view, positions: player.positionsOf(chains) };
    });
    byId("compare-at").max = String(Math.max(own.length, best.length));
    byId("compare-title").textContent = isProved ? "Your solution beside the shortest" : "Your solution beside the shortest known";
    byId("compare-card").hidden = false;
    this.parting = own.findIndex((chain, i) => JSON.stringify(chain) !== JSON.stringify(best[i]));
    this.go(Math.max(0, this.parting));
  }

  /** Shows both lines after N moves; a line that has ended stays at its end. */
  go(number) {
    const { player } = this;
    for (const { id, who, chains, view, positions } of this.lines) {
      const at = Math.min(number, chains.length);
      const chain = at > 0 && at === number ? chains[at - 1] : [];
      view.show(positions[at]);
      view.open(false);
      player.listed.trail(view, jumpsOf(chain));
      const told = at < number || at === chains.length ? `${who}: at the finish after ${counted(chains.length, "move")}`
        : `${who}: ${counted(at, "move")}, ${counted(positions[at].filter(Boolean).length, "peg")}`;
      byId(`compare-${id}-told`).textContent = told;
      byId(`compare-${id}`).setAttribute("aria-label", `${told}. ${player.tell(positions[at])}`);
    }
    byId("compare-at").value = String(number);
    byId("compare-at").setAttribute("aria-valuetext", counted(number, "move"));
    let told = `${number} of ${byId("compare-at").max} moves.`;
    if (this.parting < 0) told += " Both are the same.";
    else if (number === this.parting) told += ` From here they differ: ${this.next(0)} and ${this.next(1)}.`;
    byId("compare-told").textContent = told;
  }

  next(line) {
    const chain = this.lines[line].chains[this.parting];
    return `${line === 0 ? "you play" : "the shortest plays"} ${chain ? this.player.chain(chain) : "nothing more"}`;
  }
}
