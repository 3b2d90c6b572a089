/** The visitor's own jumps, made on the player's board. */
class Trying extends Attempt {
  constructor(player) {
    super();
    this.player = player;
    for (const name of ["redo", "hint"]) byId(name).addEventListener("click", () => this[name]());
    byId("offer-yes").addEventListener("click", () => this.chooseWarning(true));
    byId("offer-no").addEventListener("click", () => this.chooseWarning(false));
  }

  begin(data) {
    super.begin(data);
    this.hints = new Hints(this);
    this.outlook = new Outlook(data);
    /** The jumps of solutions whose conditions on marked pegs have been checked. */
    this.confirmed = new Set();
    /** Why positions are lost, by the jumps that lead to them, as reported by hints. */
    this.refutations = new Map();
  }

  follow() {
    if (this.player.mode === "try") super.follow();
    else this.restore();
  }

  get names() {
    return this.player.names;
  }

  get isNamed() {
    return this.player.isNamed;
  }

  get link() {
    return this.player.isLinked ? this.player.sharing.plainLink() : "";
  }

  get isSolved() {
    return this.player.solves(this.line);
  }

  say(text, tone) {
    this.player.say(text, tone);
  }

  /** Whether the finish is within reach after the first N jumps made: true, false, or undefined if it is not known. */
  hope(jumps) {
    if (this.player.isImpossible) return false;
    return this.outlook.canFinish(this.after(jumps), jumps);
  }

  /** Stores whether the finish is within reach after the given jumps. */
  learnHope(jumps, canFinish) {
    this.outlook.learn(this.after(jumps), jumps, canFinish);
  }

  /** Stores a hint for the position after the given jumps: a winning jump, all of them if they are known, and, if none wins, how
   * many jumps to take `back` and perhaps a `refutation`. */
  learn(jumps, { jump: best, winning, back, refutation }) {
    if (refutation) this.refutations.set(JSON.stringify(jumps), refutation);
    if (best) {
      this.learnHope(jumps, true);
      this.learnHope([...jumps, best], true);
    }
    if (!winning) return;
    this.learnHope(jumps, winning.length > 0);
    if (winning.length === 0 && Number.isInteger(back)) {
      for (let number = 1; number < back; number += 1) this.learnHope(jumps.slice(0, -number), false);
      this.learnHope(jumps.slice(0, jumps.length - back), true);
    }
    const wins = new Set(winning.map(String));
    for (const jump of this.listed.fitting(this.after(jumps))) this.learnHope([...jumps, jump], wins.has(String(jump)));
  }

  isConfirmed(jumps) {
    return this.confirmed.has(JSON.stringify(jumps));
  }

  /** The library has accepted the jumps made as a solution. */
  confirm(jumps) {
    this.confirmed.add(JSON.stringify(jumps));
    this.keep();
    this.celebrate(true);
  }

  /** The number of jumps to take back until the finish is within reach: all of them plus one if it never was, undefined if that
   * is not known. */
  get lost() {
    let alive = this.tried.length - (this.isEnded && !this.isSolved ? 1 : 0);
    while (alive >= 0 && this.hope(this.tried.slice(0, alive)) === false) alive -= 1;
    return alive < 0 || this.hope(this.tried.slice(0, alive)) ? this.tried.length - alive : undefined;
  }

  /** Reports that the last jump or an earlier one lost the puzzle and, if it `isExplained`, why. */
  tellLost(isExplained) {
    if (this.hope(this.tried) !== false) return false;
    const { lost } = this;
    const isNever = lost > this.tried.length;
    let told = "The finish is out of reach; take some jumps back.";
    if (isNever) told = "This puzzle has no solution.";
    else if (lost === 1) told = "That jump lost the puzzle: the finish is out of reach. Take it back.";
    else if (lost) told = `The finish is out of reach; take back ${counted(lost, "jump")}.`;
    this.offerBack();
    if (!isExplained) this.say(told, "bad");
    else if (!this.explainLost()) this.say(`${told}${isNever ? "" : " Every way to continue was tried: none reaches the finish."}`, "bad");
    return true;
  }

  /** Offers to take back the jumps since the finish went out of reach, if they are known; returns whether it does. */
  offerBack() {
    const { lost } = this;
    const isOffered = lost > 0 && lost <= this.tried.length;
    byId("back-offer").hidden = !isOffered;
    if (!isOffered) return false;
    byId("offer").hidden = true;
    byId("take-back-lost").textContent = `Take back ${counted(lost, "jump")}`;
    byId("take-back-lost").onclick = () => {
      this.undo(lost);
      this.offerWarning();
    };
    return true;
  }

  /** Explains why the position is lost, if a reason is known: in words, or by weights if the words only report a search. */
  explainLost() {
    const { player } = this;
    const refutation = this.refutations.get(JSON.stringify(this.tried));
    const why = !refutation || refutation.tried ? whyLost(this.data, this.now) : undefined;
    if (why) this.say(why.text, "bad");
    else if (refutation) this.say(this.isNamed ? refutation.text : refutation.plain, "bad");
    player.weigh(why?.weights);
    if (!why && refutation?.holes.length > 0) this.view.mark(refutation.holes);
    return Boolean(why || refutation);
  }

  /** Reports a loss at once if the visitor wants to be warned. */
  warnLost() {
    return byId("warn").checked && this.tellLost(false);
  }

  /** Shows an answer about the jumps made. An offer does not replace another one. */
  showOutlook() {
    if (this.selected !== undefined && byId("show-outlook").checked) this.select(this.selected);
    if (!this.isEnded) this.warnLost();
    else if (byId("offer").hidden) this.offerBack();
  }

  /** Offers a way back, or silently requests one. */
  tellDeadEnd() {
    super.tellDeadEnd();
    if (this.offerBack() || this.player.isImpossible) return;
    this.offerWarning();
    this.player.askOutlook?.();
  }

  /** Offers, once, to warn the visitor before the next dead end. */
  offerWarning() {
    byId("offer").hidden = settings.chosen.warn !== undefined;
  }

  chooseWarning(isWanted) {
    byId("warn").checked = isWanted;
    settings.keep("warn", isWanted);
    byId("offer").hidden = true;
    if (this.isEnded) this.offerBack();
    byId("undo").focus({ preventScroll: true });
  }

  show(moved, isBack) {
    super.show(moved, isBack);
    const { player } = this;
    player.comparing.hide();
    player.sharing.show();
    player.weigh(undefined);
    player.showFinish();
    player.count(this.line.length, undefined, this.tried.length, this.now);
    byId("own-line").value = this.line.map((chain) => player.chain(chain)).join(", ");
    byId("moves-card").hidden = this.tried.length === 0;
    byId("offer").hidden = true;
    byId("redo").disabled = this.undone.length === 0;
  }

  select(hole) {
    if (this.player.mode !== "try") return;
    const targets = hole === undefined ? [] : this.listed.targets(this.now, hole);
    const hopes = new Map(byId("show-outlook").checked ? targets.map((to) => [to, this.hopeOf(hole, to)]) : []);
    super.select(hole, hopes);
    if (hole === undefined) return;
    const words = { true: " (wins)", false: " (loses)" };
    const told = targets.map((to) => `${this.names[to]}${words[hopes.get(to)] || ""}`);
    this.say(this.isNamed ? `${this.names[hole]} can land in ${told.join(" or ")}.` : this.landing(targets, hopes));
    if ([...hopes.values()].includes(undefined)) this.player.askOutlook?.();
  }

  /** Whether some jump between two holes keeps the finish within reach, if that is known. */
  hopeOf(from, to) {
    const hopes = this.ways(from, to).map((jump) => this.hope([...this.tried, jump]));
    return [true, undefined, false].find((hope) => hopes.includes(hope));
  }

  /** Where the peg picked up can land, in words without the names of holes. */
  landing(targets, hopes) {
    const number = (hope) => targets.filter((to) => hopes.get(to) === hope).length;
    const [winning, losing] = [number(true), number(false)];
    const marked = [winning && `${winning} of them win${winning === 1 ? "s" : ""}`, losing && `${losing} lose${losing === 1 ? "s" : ""}`].filter(Boolean).join(", ");
    if (targets.length === 1) return `It can land in the ringed hole${winning ? ", and wins" : losing ? ", but loses" : ""}.`;
    return `It can land in any of the ${targets.length} ringed holes${marked && `: ${marked}`}.`;
  }

  judge(jump) {
    const { player } = this;
    if (this.isSolved || !player.isMarked || !player.isFinish(this.now)) return super.judge(jump);
    this.say(player.askOutlook
      ? "This is the finish; what is asked of marked pegs is being checked."
      : "This is the finish. This page cannot check what is asked of marked pegs.");
    return player.askOutlook?.();
  }

  tellProgress(made) {
    if (this.warnLost()) return;
    const { player } = this;
    // A jump may break a condition on marked pegs.
    const isOpen = (byId("warn").checked || player.isMarked) && this.hope(this.tried) === undefined;
    const alone = isOpen && !player.askOutlook ? " Whether the finish is still within reach is not known." : "";
    const jump = this.isNamed ? `${player.jump(made)}: ` : "";
    this.say(`${jump}${counted(this.now.filter(Boolean).length, "peg")} left.${stillOneMove(this.line)}${alone}`);
    if (isOpen) player.askOutlook?.();
  }

  celebrate(isNew) {
    super.celebrate(isNew);
    this.player.showSolved();
    this.compare();
  }

  praise(moves) {
    return super.praise(moves) || (this.player.askHint ? " Solve shows whether it takes fewer." : "");
  }

  /** Shows the visitor's solution next to the shortest one known, if there is one. */
  compare() {
    if (!this.isSolved || this.player.mode !== "try") return;
    const { claim, lines } = this.data;
    const [best] = lines.filter((line) => this.player.solves(line))
      .sort((a, b) => a.length - b.length);
    if (best) this.player.comparing.show(this.line, best, claim?.status === "optimal" && best.length === claim.moves);
  }

  undo(number = 1) {
    const jump = this.tried.at(-1);
    super.undo(number);
    if (!jump) return;
    if (number > 1) this.say(`Took back ${counted(number, "jump")}.`);
    else this.say(this.isNamed ? `Took back ${this.player.jump(jump)}.` : "Took the jump back.");
  }

  redo() {
    const jump = this.undone.pop();
    if (!jump) return;
    this.tried.push(jump);
    this.keep();
    this.show(jump);
    this.judge(jump);
    this.keepFocus("redo");
  }

  /** The next jump of the first line that goes through a position, if one does. */
  known() {
    const now = String(this.now);
    const jumps = this.data.lines.map((line) => line.flatMap(jumpsOf))
      .find((line) => line.length > this.tried.length && String(this.after(line.slice(0, this.tried.length))) === now);
    return jumps?.[this.tried.length];
  }

  /** A jump that keeps the finish within reach, if one is known. */
  winning() {
    if (this.hope(this.tried) !== true) return undefined;
    return this.legal.find((jump) => this.hope([...this.tried, jump]) === true);
  }

  /** Which legal jumps lose, in a sentence: one with its weights, or how many; empty if that is not known. */
  whyOthersLose() {
    const { player, legal } = this;
    for (const jump of legal) {
      const why = whyLost(this.data, this.after([...this.tried, jump]));
      if (why) {
        player.weigh(why.weights);
        return ` ${this.isNamed ? player.jump(jump) : "Another jump"} would lose: by weights that no jump raises the pegs would weigh ${why.here}, and the finish weighs ${why.finish}.`;
      }
    }
    const losing = legal.filter((jump) => this.hope([...this.tried, jump]) === false);
    return losing.length > 0 ? ` ${losing.length} of the ${counted(legal.length, "jump")} here would lose.` : "";
  }

  hint() {
    return this.hints.next();
  }
}
