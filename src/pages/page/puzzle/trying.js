/** The visitor's own jumps, made on the player's board. */
class Trying {
  constructor(player) {
    this.player = player;
    this.hints = new Hints(player);
    this.clear();
    this.bind();
    whenKept(() => player.data && player.keptName, () => this.follow());
  }

  /** Forgets all jumps. */
  clear() {
    this.tried = [];
    this.undone = [];
    this.selected = undefined;
  }

  /** Begins a puzzle, with the jumps that the browser has kept. */
  begin() {
    this.hints = new Hints(this.player);
    this.outlook = new Outlook(this.player.data);
    /** The jumps of solutions whose conditions on marked pegs were checked. */
    this.confirmed = new Set();
    /** Why positions are lost, by the jumps that lead to them, as hints have said. */
    this.refutations = new Map();
    this.restore();
  }

  /** Makes the jumps that the browser has kept. */
  restore() {
    this.clear();
    this.tried = this.player.listed.playable(this.player.start, kept.get(this.player.keptName));
  }

  /** Another tab has played this puzzle: its game is the newer one. */
  follow() {
    if (JSON.stringify(kept.get(this.player.keptName) ?? []) === JSON.stringify(this.tried)) return;
    this.restore();
    if (this.player.mode !== "try") return;
    // What is kept may be newer still, so this tab does not write it.
    this.isFollowing = true;
    this.resume();
    this.isFollowing = false;
    this.player.say("You have played on elsewhere: this is the board from there.");
  }

  /** Shows the board as it was left, and a solution as when it was found. */
  resume() {
    this.show();
    if (this.isSolved) this.celebrate(false);
    else if (this.player.isMarked && this.player.isFinish(this.now)) this.player.askOutlook?.();
  }

  /** Whether the finish is within reach after some of the jumps made: true, false, or undefined where
   * nobody has told. */
  hope(jumps) {
    const { player } = this;
    const claim = player.data.claim;
    if (claim && claim.status === "infeasible") return false;
    return this.outlook.canFinish(this.after(jumps), jumps);
  }

  /** Keeps what a hint says of a position after some jumps: a jump that wins, all of them if they are known, and, if none does,
   * how many to take `back` and perhaps a `refutation`. */
  learn(jumps, { jump: best, winning, back, refutation }) {
    if (refutation) this.refutations.set(JSON.stringify(jumps), refutation);
    const learn = (some, canFinish) => this.outlook.learn(this.after(some), some, canFinish);
    if (best) {
      learn(jumps, true);
      learn([...jumps, best], true);
    }
    if (!winning) return;
    learn(jumps, winning.length > 0);
    if (winning.length === 0 && Number.isInteger(back)) {
      for (let number = 1; number < back; number += 1) learn(jumps.slice(0, -number), false);
      learn(jumps.slice(0, jumps.length - back), true);
    }
    const wins = new Set(winning.map(String));
    for (const jump of this.player.listed.fitting(this.after(jumps))) learn([...jumps, jump], wins.has(String(jump)));
  }

  /** The position after some jumps. */
  after(jumps) {
    return this.player.listed.play(this.player.start, jumps);
  }

  isConfirmed(jumps) {
    return this.confirmed.has(JSON.stringify(jumps));
  }

  /** The library has accepted the jumps made as a solution. */
  confirm(jumps) {
    this.confirmed.add(JSON.stringify(jumps));
    this.celebrate(true);
  }

  /** Says where the last jump, or one before, has lost the puzzle; if it `isExplained`, also why. */
  tellLost(isExplained) {
    if (this.hope(this.tried) !== false) return false;
    let alive = this.tried.length - 1;
    while (alive >= 0 && this.hope(this.tried.slice(0, alive)) === false) alive -= 1;
    const more = this.tried.length - alive;
    const isKnown = alive >= 0 && this.hope(this.tried.slice(0, alive)) === true;
    let told = "The finish is out of reach; take some jumps back.";
    if (alive < 0) told = "This puzzle has no solution.";
    else if (isKnown && more === 1) told = "That jump lost the puzzle: the finish is out of reach. Take it back.";
    else if (isKnown) told = `The finish is out of reach; take back ${counted(more, "jump")}.`;
    this.offerBack(isKnown ? more : 0);
    if (!isExplained) {
      this.player.say(told, "bad");
    } else if (!this.explainLost()) {
      const others = alive >= 0 ? " Every way to continue was tried: none reaches the finish." : "";
      this.player.say(`${told}${others}`, "bad");
    }
    return true;
  }

  /** Offers to take back the jumps since the finish went out of reach, if there are several. */
  offerBack(jumps) {
    byId("back-offer").hidden = jumps < 2;
    if (jumps >= 2) byId("offer").hidden = true;
    byId("take-back-lost").textContent = `Take back ${counted(jumps, "jump")}`;
    byId("take-back-lost").onclick = () => this.undo(jumps);
  }

  /** Says why the position is lost, if a reason is known: in words, or by weights if the words only report a search. */
  explainLost() {
    const refutation = this.refutations.get(JSON.stringify(this.tried));
    const why = !refutation || refutation.tried ? whyLost(this.player.data, this.now) : undefined;
    if (why) this.player.say(why.text, "bad");
    else if (refutation) this.player.say(this.player.isNamed ? refutation.text : refutation.plain, "bad");
    this.player.weigh(why?.weights);
    if (!why && refutation?.holes.length > 0) this.player.view.mark(refutation.holes);
    return Boolean(why || refutation);
  }

  /** The same where the visitor wants to be warned. */
  warnLost() {
    return byId("warn").checked && this.tellLost(false);
  }

  /** Says that a game has come to a dead end; the first time, the visitor may choose to be warned before the next. */
  tellDeadEnd(text) {
    this.player.say(text, "bad");
    byId("offer").hidden = settings.chosen.warn !== undefined;
  }

  chooseWarning(isWanted) {
    byId("warn").checked = isWanted;
    settings.keep("warn", isWanted);
    byId("offer").hidden = true;
    byId("undo").focus({ preventScroll: true });
  }

  /** What the board does with clicks, drags and keys. */
  get handlers() {
    return {
      pick: (hole) => this.pick(hole),
      grab: (hole) => this.select(hole),
      drop: (from, to) => this.jump(from, to) || this.refuse(from, to),
      escape: () => this.select(undefined),
    };
  }

  get now() {
    return this.after(this.tried);
  }

  /** The jumps that can be made now. */
  get legal() {
    return this.player.listed.fitting(this.now);
  }

  /** The jumps made, joined into chains. */
  get ownLine() {
    return chainsOf(this.tried);
  }

  /** Shows the position that was tried; `moved` animates one jump, which may go `isBack`. */
  show(moved, isBack) {
    const position = this.now;
    this.player.view.show(position, moved, isBack);
    this.player.comparing.hide();
    this.player.sharing.show();
    this.player.payoff.hide();
    this.player.weigh(undefined);
    this.player.showFinish();
    const last = this.tried.at(-1);
    this.player.listed.trail(this.player.view, last ? [last] : []);
    this.player.view.open(true, (hole) => `${this.player.names[hole]}, ${position[hole] ? "peg" : "empty"}`);
    byId("board").setAttribute("aria-label", `Board, ${counted(position.filter(Boolean).length, "peg")}`);
    this.player.count(this.ownLine.length, undefined, this.tried.length, position);
    byId("own-line").value = this.ownLine.map((chain) => this.player.chain(chain)).join(", ");
    if (!this.isFollowing) kept.set(this.player.keptName, this.tried.length > 0 ? this.tried : undefined);
    this.keepBegun();
    this.select(undefined);
    byId("moves-card").hidden = this.tried.length === 0;
    byId("offer").hidden = true;
    this.offerBack(0);
    byId("undo").disabled = this.tried.length === 0;
    byId("redo").disabled = this.undone.length === 0;
    byId("restart").disabled = this.tried.length === 0;
  }

  select(hole) {
    if (this.player.mode !== "try") return;
    const position = this.now;
    const movable = this.legal.map(([from]) => from);
    const targets = hole === undefined ? [] : this.player.listed.targets(position, hole);
    this.selected = hole;
    this.open = undefined;
    const isMarked = byId("show-outlook").checked;
    const hopes = new Map(isMarked ? targets.map((to) => [to, this.hopeOf(position, hole, to)]) : []);
    this.player.view.offer(hole, targets, movable, hopes);
    if (hole !== undefined) {
      const words = { true: " (wins)", false: " (loses)" };
      const told = targets.map((to) => `${this.player.names[to]}${words[hopes.get(to)] || ""}`);
      this.player.say(this.player.isNamed ? `${this.player.names[hole]} can land in ${told.join(" or ")}.` : this.landing(targets, hopes));
      if (this.player.askOutlook && [...hopes.values()].includes(undefined)) this.player.askOutlook();
    }
  }

  /** Whether some jump between two holes keeps the finish within reach, if that is known. */
  hopeOf(position, from, to) {
    const hopes = this.player.listed.between(from, to).filter((holes) => this.player.listed.looksLike(position, holes))
      .map((holes) => this.hope([...this.tried, this.player.listed.jump(holes)]));
    return [true, undefined, false].find((hope) => hopes.includes(hope));
  }

  /** Where the peg that was picked up can land, in words without the names of holes. */
  landing(targets, hopes) {
    const number = (hope) => targets.filter((to) => hopes.get(to) === hope).length;
    const [winning, losing] = [number(true), number(false)];
    const marked = [winning && `${winning} of them win${winning === 1 ? "s" : ""}`, losing && `${losing} lose${losing === 1 ? "s" : ""}`].filter(Boolean).join(", ");
    if (targets.length === 1) return `It can land in the ringed hole${winning ? ", and wins" : losing ? ", but loses" : ""}.`;
    return `It can land in any of the ${targets.length} ringed holes${marked && `: ${marked}`}.`;
  }

  pick(hole) {
    if (this.player.mode !== "try") return;
    if (this.open?.middles.includes(hole)) {
      this.jump(this.open.from, this.open.to, hole);
    } else if (this.selected === hole) {
      this.select(undefined);
      this.player.say("");
    } else if (this.selected !== undefined && this.jump(this.selected, hole)) {
      // Done; the peg may go on from where it landed.
    } else if (this.player.listed.targets(this.now, hole).length > 0) {
      this.select(hole);
    } else {
      this.select(undefined);
      const which = this.player.isNamed ? this.player.names[hole] : `This ${this.now[hole] ? "peg" : "hole"}`;
      this.player.say(`${which} ${this.now[hole] ? "cannot jump now" : "is empty"}.`);
    }
  }

  /** Makes a jump if it is legal. Where several fit between its ends, the visitor is asked for the peg to jump over. */
  jump(from, to, over) {
    if (this.player.mode !== "try") return false;
    const { listed } = this.player;
    const middles = listed.middles(this.now, from, to);
    const [middle] = over === undefined ? middles : middles.filter((hole) => hole === over);
    if (middle === undefined) return false;
    if (over === undefined && middles.length > 1) {
      this.askOver(from, to, middles);
      return true;
    }
    const jump = listed.jump([from, middle, to]);
    this.tried.push(jump);
    this.undone = [];
    this.player.view.focused = to;
    settings.knock();
    this.show(jump);
    this.judge(jump);
    return true;
  }

  /** Says why a peg that was dropped goes back. */
  refuse(from, to) {
    if (from === to) return false;
    this.select(undefined);
    const place = to === undefined ? "There is no hole there" : "No jump of this peg ends there";
    this.player.say(`${place}, so the peg goes back.`);
    return false;
  }

  /** Asks which peg to jump over: their rings can be touched. */
  askOver(from, to, middles) {
    this.select(from);
    this.open = { from, to, middles };
    this.player.view.put(this.player.view.pegs.get(from), from);
    this.player.view.offer(from, middles, middles);
    this.player.say(`${counted(middles.length, "jump")} lead there. ${this.player.data.reverse ? "Touch the hole" : "Touch the peg"} to jump over${this.player.isNamed ? `: ${middles.map((hole) => this.player.names[hole]).join(" or ")}` : ""}.`);
  }

  judge(made) {
    const position = this.now;
    const left = position.filter(Boolean).length;
    if (this.isSolved) {
      this.celebrate(true);
    } else if (this.player.isMarked && this.player.isFinish(position)) {
      this.player.say(this.player.askOutlook
        ? "This is the finish; what is asked of marked pegs is being checked."
        : "This is the finish. This page cannot check what is asked of marked pegs.");
      if (this.player.askOutlook) this.player.askOutlook();
    } else if (this.legal.length === 0) {
      this.tellDeadEnd(`No jump is left, ${counted(left, "peg")} remain${left === 1 ? "s" : ""}. Take some jumps back.`);
    } else if (this.tried.length >= this.player.data.jumps_needed) {
      this.tellDeadEnd("All jumps are made, but this is not the finish. Take some back.");
    } else if (!this.warnLost()) {
      // A jump may break a condition on marked pegs.
      const isOpen = (byId("warn").checked || this.player.isMarked) && this.hope(this.tried) === undefined;
      const alone = isOpen && !this.player.askOutlook ? " Whether the finish is still within reach is not known." : "";
      const jump = this.player.isNamed ? `${this.player.jump(made)}: ` : "";
      this.player.say(`${jump}${counted(left, "peg")} left.${stillOneMove(this.ownLine)}${alone}`);
      if (isOpen && this.player.askOutlook) this.player.askOutlook();
    }
  }

  /** Says and keeps that the jumps made are a solution, which may be `new`. */
  celebrate(isNew) {
    const moves = this.ownLine.length;
    this.player.say(`Solved in ${counted(moves, "move")}.${this.praise(moves)}`, "good");
    this.keepBegun();
    this.player.payoff.show(moves, isNew);
    this.compare();
  }

  /** Keeps, for the home page, whether the puzzle is begun and not solved. */
  keepBegun() {
    const { name, title } = this.player.data;
    if (name && this.player.isLinked) keepBegun("puzzle", name, this.tried.length > 0 && !this.isSolved ? title : undefined);
  }

  /** A solution's number of moves, compared with the fewest. */
  praise(moves) {
    const { status, moves: best } = this.player.data.claim || {};
    if (status === "optimal") return moves === best ? " That is the fewest possible!" : ` The fewest is ${best}.`;
    if (status === "feasible") return moves < best ? ` The best known was ${best}!` : ` The best known is ${best}.`;
    return this.player.askHint ? " Solve shows whether it takes fewer." : "";
  }

  /** Whether the jumps made solve the puzzle. */
  get isSolved() {
    return this.player.solves(this.ownLine);
  }

  /** Puts the solved line beside the shortest that is known, where one is. */
  compare() {
    if (!this.isSolved || this.player.mode !== "try") return;
    const { claim, lines } = this.player.data;
    const [best] = lines.filter((line) => this.player.solves(line))
      .sort((a, b) => a.length - b.length);
    if (best) this.player.comparing.show(this.ownLine, best, Boolean(claim) && claim.status === "optimal" && best.length === claim.moves);
  }

  undo(number = 1) {
    if (this.tried.length === 0) return;
    const taken = this.tried.splice(-number).reverse();
    this.undone.push(...taken);
    const [jump] = taken;
    this.show(number === 1 ? [jump[1], jump[0]] : undefined, true);
    if (number > 1) this.player.say(`Took back ${counted(number, "jump")}.`);
    else this.player.say(this.player.isNamed ? `Took back ${this.player.jump(jump)}.` : "Took the jump back.");
    this.keepFocus("undo");
  }

  redo() {
    const jump = this.undone.pop();
    if (!jump) return;
    this.tried.push(jump);
    this.show(jump);
    this.judge(jump);
    this.keepFocus("redo");
  }

  restart() {
    if (this.isSolved) keepHints(this.player.ownName, 0);
    this.undone = [...this.undone, ...this.tried.reverse()];
    this.tried = [];
    this.show();
    this.player.say("From the start.");
    this.keepFocus("restart");
  }

  /** A button that has just become disabled hands the focus on. */
  keepFocus(id) {
    if (byId(id).disabled && document.activeElement === document.body) byId("hint").focus();
  }

  /** The next jump of the first line that goes through a position, if one does. */
  known() {
    const same = (a, b) => a.every((isPeg, hole) => isPeg === b[hole]);
    for (const line of this.player.data.lines) {
      let position = this.player.start;
      const jumps = line.flatMap(jumpsOf);
      for (const [i, jump] of jumps.entries()) {
        if (i === this.tried.length && same(position, this.now)) return jump;
        position = this.player.listed.make(position, ...jump);
      }
    }
    return undefined;
  }

  /** A jump that keeps the finish within reach, if one is known. */
  winning() {
    if (this.hope(this.tried) !== true) return undefined;
    return this.legal.find((jump) => this.hope([...this.tried, jump]) === true);
  }

  /** Which legal jumps lose, in a sentence: one by weights, or how many; nothing where that is not known. */
  whyOthersLose() {
    const { player } = this;
    const position = this.now;
    for (const jump of this.legal) {
      const why = whyLost(player.data, player.listed.make(position, ...jump));
      if (why) {
        player.weigh(why.weights);
        return ` ${player.isNamed ? player.jump(jump) : "Another jump"} would lose: by weights that no jump raises the pegs would weigh ${why.here}, and the finish weighs ${why.finish}.`;
      }
    }
    const losing = this.legal.filter((jump) => this.hope([...this.tried, jump]) === false);
    return losing.length > 0 ? ` ${losing.length} of the ${counted(this.legal.length, "jump")} here would lose.` : "";
  }

  hint() {
    return this.hints.next();
  }

  bind() {
    for (const name of ["undo", "redo", "restart", "hint"]) byId(name).addEventListener("click", () => this[name]());
    byId("offer-yes").addEventListener("click", () => this.chooseWarning(true));
    byId("offer-no").addEventListener("click", () => this.chooseWarning(false));
  }

  /** Does what a letter stands for. */
  key(letter) {
    const act = {
      u: () => this.undo(), r: () => this.restart(), h: () => this.hint(), n: () => byId(byId("next").hidden ? "skip" : "next").click(),
    }[letter.toLowerCase()];
    if (act) act();
  }
}
