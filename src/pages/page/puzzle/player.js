/** Plays the lines of a puzzle and lets the visitor try it. */
class Player extends Playback {
  constructor() {
    super();
    /** Set by pages with a server: requests a hint and shows it. */
    this.askHint = undefined;
    /** Set by pages on which each puzzle has its own address: links without moves are offered too. */
    this.isLinked = false;
    /** Set by pages with a server: proves that a puzzle is impossible. */
    this.askWhy = undefined;
    /** Set if holes keep the names given by the puzzle, whatever the visitor has chosen elsewhere. */
    this.hasOwnNames = false;
    /** Lines to watch that came from outside and need not be solutions. */
    this.guests = [];
    this.trying = new Trying(this);
    this.sharing = new Sharing(this);
    this.comparing = new Comparing(this);
    this.bindOptions();
    settings.bind();
  }

  /** Remembers that the visitor saw a solution before finding one. */
  seeSolution() {
    if (!this.trying.isSolved) keepHints(this.trying.ownName, SOLUTION_SEEN);
  }

  showSolved() {
    const moves = solved()[this.trying.ownName];
    this.fill("solved", moves && `✓ Your best: ${counted(moves, "move")}`);
    const best = bestOf(this.data);
    byId("best-counter").hidden = best === undefined;
    byId("best-count").textContent = best;
  }

  get isImpossible() {
    return this.data.claim?.status === "infeasible";
  }

  /** The lines that can be watched. */
  get lines() {
    return [...this.guests, ...this.data.lines];
  }

  /** Plays moves that came from outside, from their start. */
  watch(chains) {
    this.guests = [chains];
    this.offerLines();
    this.choose(0);
    this.switch("watch");
  }

  /** Shows a puzzle; `mode` is `watch`, `try`, or missing for what fits. */
  load(data, mode) {
    this.pause();
    this.data = data;
    this.guests = [];
    const { notation } = settings.chosen;
    this.scheme = !this.hasOwnNames && Object.hasOwn(data.names, notation) ? notation : data.scheme;
    this.trying.begin(data);
    [this.listed, this.start, this.view] = [this.trying.listed, this.trying.start, this.trying.view];
    // Holes of this size can be hit by a finger. If the board is then wider than the page, it scrolls in its frame.
    for (const [side, length] of [["minWidth", data.width], ["minHeight", data.height]]) byId("board").style[side] = `${length * 1.5}rem`;
    document.title = data.title;
    byId("title").textContent = data.title;
    byId("title").title = data.title;
    byId("about").hidden = !data.source && !data.name;
    this.fill("source", data.source);
    this.fill("key", data.name);
    this.fill("limits", typeof ANSWERS === "object" ? "" : "This page has no solver: it makes the jumps that are listed for the board, compares the "
      + `result with the finish, and knows only what was computed for it${this.isMarked ? "; it does not check what is asked of marked pegs" : ""}.`);
    this.fill("claim", [this.claim(), this.marked()].filter(Boolean).join("; "));
    this.showAim();
    this.showSolved();
    this.comparing.hide();
    this.fillSelect("notation", Object.keys(data.names).map((name) => [name, name]), this.scheme);
    this.offerLines();
    byId("skip").hidden = !this.isLinked || !data.name;
    byId("show-finish-choice").hidden = data.finish.holes === undefined;
    showStage("stage", "panel", "aside");
    this.showWhy();
    this.showFinish();
    this.choose(0);
    this.switch(mode || (data.lines.length > 0 && this.trying.tried.length === 0 ? "watch" : "try"));
  }

  /** Lists the lines that can be watched. */
  offerLines() {
    const { lines } = this;
    this.fillSelect("line", lines.map((line, i) => [String(i), `${i + 1}: ${counted(line.length, "move")}`]), "0");
    byId("line-choice").hidden = lines.length < 2;
    byId("mode-watch").disabled = lines.length === 0;
    // If there is nothing to watch, there is nothing to choose.
    byId("modes").hidden = lines.length === 0;
  }

  /** The aim, in a sentence next to a small picture of the finish. */
  showAim() {
    const { aim, claim, finish } = this.data;
    byId("aim-row").hidden = !aim;
    if (!aim) return;
    const { status, moves, lower_bound: least } = claim || {};
    const bound = least > 1 ? `, and at least ${least} are needed` : "";
    const more = {
      optimal: `, in as few moves as you can: ${moves} is possible.`,
      feasible: `, in as few moves as you can: ${moves} is known${bound}.`,
    }[status] || ", in as few moves as you can.";
    byId("aim").textContent = this.isImpossible ? `This cannot be done: ${aim.charAt(0).toLowerCase()}${aim.slice(1)}.` : `${aim}${more}`;
    byId("see-why").hidden = !this.isImpossible || !(this.data.certificate || this.askWhy);
    byId("aim-picture").toggleAttribute("hidden", finish.holes === undefined);
    if (finish.holes !== undefined) drawThumbnail(byId("aim-picture"), this.data, finish.holes);
  }

  /** The start, and the position after each of the given moves. */
  positionsOf(chains) {
    const positions = [this.start];
    for (const chain of chains) positions.push(this.listed.play(positions.at(-1), jumpsOf(chain)));
    return positions;
  }

  /** Fills the part of the page for printing. */
  drawStrip() {
    drawStrip(this);
  }

  fillSelect(id, choices, chosen) {
    const select = byId(id);
    select.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
    select.value = chosen;
  }

  claim() {
    const { claim, lines, jumps_needed: jumps } = this.data;
    const both = (moves) => `${counted(moves, "move")} (${counted(jumps, "jump")})`;
    if (!claim) return lines.length > 0 && this.solves(lines[0]) ? both(lines[0].length) : "";
    if (claim.status === "optimal") return `${both(claim.moves)}, the fewest possible`;
    const least = claim.lower_bound > 1 ? claim.lower_bound : undefined;
    if (claim.status === "feasible") return `${both(claim.moves)}${least ? `; at least ${least} are needed` : ""}`;
    if (claim.status === "infeasible") return "Impossible";
    return `Not settled${least ? `; a solution has at least ${least} moves` : ""}`;
  }

  /** The conditions on marked pegs. */
  marked() {
    const { survivor, watch, last_captured: lastCaptured } = this.data.marked;
    const told = [];
    if (survivor !== undefined) told.push(`the peg from ${this.names[survivor]} survives`);
    if (watch !== undefined) told.push(`the peg from ${this.names[watch]} does not move before it makes the last move`);
    if (lastCaptured !== undefined) told.push(`the peg from ${this.names[lastCaptured]} is the last to be captured`);
    return told.join(", ");
  }

  /** Chooses a line: its positions, and for each jump the number of its move. */
  choose(index) {
    const line = this.lines[index] || [];
    this.line = line;
    this.jumps = line.flatMap(jumpsOf);
    this.moveOf = line.flatMap((chain, number) => jumpsOf(chain).map(() => number));
    this.positions = [this.start];
    for (const jump of this.jumps) this.positions.push(this.listed.make(this.positions.at(-1), ...jump));
    this.at = 0;
    this.length = this.jumps.length;
    byId("slider").max = String(this.length);
    this.listMoves();
  }

  /** Whether the board shows the names of holes, so that texts can use them. */
  get isNamed() {
    return byId("show-names").checked;
  }

  get names() {
    return this.data.names[this.scheme];
  }

  /** A chain in notation: `42-44-64`, or `a(b)c-d` if a hole jumped over is named. */
  chain(chain) {
    const leap = ([, to, over]) => `${over === undefined ? "-" : `(${this.names[over]})`}${this.names[to]}`;
    return `${this.names[chain[0]]}${jumpsOf(chain).map(leap).join("")}`;
  }

  /** A jump in notation. */
  jump(jump) {
    return this.chain(chainsOf([jump])[0]);
  }

  listMoves() {
    this.fillMoves(this.line.map((chain) => this.chain(chain)), (number) => this.moveOf.lastIndexOf(number) + 1);
  }

  /** Switches between watching and trying. */
  switch(mode) {
    this.pause();
    this.mode = mode;
    byId(`mode-${mode}`).checked = true;
    const trying = mode === "try";
    // The aim already says so.
    byId("claim").classList.toggle("trying", trying && Boolean(this.data.aim) && bestOf(this.data) !== undefined && !this.marked());
    for (const [id, isShown] of [["watch", !trying], ["try", trying], ["moves", !trying], ["own", trying],
      ["watch-keys", !trying], ["try-keys", trying], ["speed-choice", !trying]]) byId(id).hidden = !isShown;
    byId("moves-card").hidden = false;
    byId("moves-title").textContent = trying ? "Your moves" : "Moves";
    byId("line-choice").hidden = trying || this.lines.length < 2;
    this.trying.payoff.hide();
    const begins = this.trying.tried.length === 0 ? "Tap or drag a peg to begin." : "Welcome back: your move.";
    this.say(trying && !this.isImpossible ? begins : "");
    if (trying) this.trying.resume();
    else this.go(this.at, true);
    this.sharing.show();
  }

  count(moves, movesInAll, jumps, position) {
    byId("move-count").textContent = movesInAll === undefined ? moves : `${moves} of ${movesInAll}`;
    byId("jump-count").textContent = `${jumps} of ${this.data.jumps_needed}`;
    byId("peg-count").textContent = position.filter(Boolean).length;
  }

  /* ---- watching ---- */

  /** Shows the position after `index` jumps; single-jump steps are animated. */
  go(index, isAnew) {
    const to = Math.max(0, Math.min(this.length, index));
    const before = this.at;
    this.at = to;
    let moved;
    if (!isAnew && to === before + 1) {
      moved = this.jumps[before];
      settings.knock();
    }
    if (!isAnew && to === before - 1) moved = [this.jumps[to][1], this.jumps[to][0]];
    this.view.open(false);
    this.view.show(this.positions[to], moved, to < before);
    const number = to === 0 ? -1 : this.moveOf[to - 1];
    const first = this.moveOf.indexOf(number);
    this.listed.trail(this.view, to === 0 ? [] : this.jumps.slice(first, to));
    this.count(number + 1, this.line.length, to, this.positions[to]);
    this.markMove(number);
    const position = this.tell(this.positions[to]);
    if (to === 0) return this.tellStep("Start", position);
    const [from, landing] = this.jumps[to - 1];
    const told = `Move ${number + 1}, jump ${to}: ${this.names[from]} to ${this.names[landing]}`;
    const end = this.isFinish(this.positions[to]) ? "Finish reached." : "The moves end here.";
    return this.tellStep(told, position, to === this.length ? `${told}. ${end}` : told);
  }

  tell(position) {
    const holes = position.flatMap((isPeg, hole) => (isPeg ? [this.names[hole]] : []));
    return holes.length * 2 > position.length
      ? `${counted(holes.length, "peg")}; empty: ${position.flatMap((isPeg, hole) => (isPeg ? [] : [this.names[hole]])).join(", ")}`
      : `${counted(holes.length, "peg")}: ${holes.join(", ")}`;
  }

  isFinish(position) {
    return isAtFinish(this.data.finish, position);
  }

  /** Whether a line of listed jumps is a solution. Conditions on marked pegs are not checked here: the library's own lines satisfy
   * them, and the visitor's lines do if the library has confirmed it. */
  solves(chains) {
    const jumps = chains.flatMap(jumpsOf);
    return jumps.length === this.data.jumps_needed && this.isFinish(this.positionsOf(chains).at(-1))
      && (!this.isMarked || this.data.lines.includes(chains) || this.trying.isConfirmed(jumps));
  }

  get isMarked() {
    return Object.keys(this.data.marked).length > 0;
  }

  /** The number of jumps at the end of the next or previous move. */
  nextMove(direction) {
    const ends = [0, ...this.line.map((_, number) => this.moveOf.lastIndexOf(number) + 1)];
    const further = ends.filter((end) => (end - this.at) * direction > 0);
    if (further.length === 0) return this.at;
    return direction > 0 ? further[0] : further.at(-1);
  }

  /* ---- why it is impossible ---- */

  showWhy() {
    const why = this.data.certificate;
    byId("why-card").hidden = !why;
    byId("marking-choice").hidden = !(why && why.markings && why.markings.length > 1);
    this.view.mark([]);
    if (!why) return this.label();
    if (why.markings) {
      this.fillSelect("marking", why.markings.map((_, i) => [String(i), String(i + 1)]), "0");
      this.showMarking(0);
    } else {
      this.fill("why", "The numbers are weights of the holes. No jump of the ordinary game raises the sum of the weights "
        + `under the pegs, but the start weighs ${why.start} and the finish ${why.finish}.`);
    }
    return this.label();
  }

  showMarking(index) {
    const marked = this.data.certificate.markings[index];
    this.view.mark(marked);
    const on = (holes) => holes.filter((hole) => marked.includes(hole)).length;
    const parity = (number) => `${number} (${number % 2 === 0 ? "even" : "odd"})`;
    const { holes, pegs } = this.data.finish;
    const ends = holes === undefined
      ? `The start has ${parity(on(this.data.start))}; no choice of ${counted(pegs, "hole")} has the parities of all markings.`
      : `The start has ${parity(on(this.data.start))}, the finish ${parity(on(holes))}.`;
    this.fill("why", "Every jump touches none or two of the ringed holes, so the number of pegs on them stays odd or "
      + `stays even. ${ends}`);
  }

  /** Shows the weights mentioned in a message on their holes, until the next jump. */
  weigh(weights) {
    if (this.weights === weights) return;
    this.weights = weights;
    this.label();
  }

  label() {
    const why = this.weights ? { weights: this.weights } : this.data.certificate;
    const isNamed = byId("show-names").checked && !this.weights;
    if (isNamed) this.view.label(this.names);
    else if (why && why.weights) this.view.label(why.weights.map(String), "weight");
    else this.view.label([]);
  }

  showFinish() {
    const { holes } = this.data.finish;
    if (byId("show-finish").checked && holes !== undefined) this.view.mark(holes);
    else if (this.data.certificate?.markings) this.showMarking(Number(byId("marking").value));
    else this.view.mark([]);
  }

  /* ---- buttons and keys ---- */

  bindOptions() {
    const on = (id, name, act) => byId(id).addEventListener(name, act);
    on("line", "change", () => {
      this.pause();
      this.choose(Number(byId("line").value));
      this.go(0, true);
    });
    on("see-why", "click", async () => {
      if (!this.data.certificate && this.askWhy) await this.askWhy();
      if (this.data.certificate) return byId("why-card").scrollIntoView({ block: "nearest" });
      this.say("Every way to play was searched: none reaches the finish.");
      byId("see-why").hidden = true;
      return undefined;
    });
    on("skip", "click", () => this.trying.payoff.skip());
    on("keys-close", "click", () => byId("keys-help").close());
    document.addEventListener("keydown", (event) => this.shortcut(event));
    on("notation", "change", () => {
      settings.keep("notation", byId("notation").value);
      this.scheme = byId("notation").value;
      this.listMoves();
      this.label();
      if (this.mode === "try") this.trying.show();
      else this.go(this.at, true);
    });
    on("show-outlook", "change", () => this.mode === "try" && this.trying.show());
    on("show-names", "change", () => this.label());
    on("show-finish", "change", () => this.showFinish());
    on("marking", "change", () => this.showMarking(Number(byId("marking").value)));
    on("mode-try", "change", () => this.switch("try"));
    on("mode-watch", "change", () => {
      if (this.guests.length === 0) this.seeSolution();
      this.switch("watch");
    });
  }

  /** Keys for trying; some are customary in other programs. */
  shortcut(event) {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    if (!this.data || altKey || target.closest("textarea, select, dialog, [type=text], [type=search], [type=number], [type=file]")) return;
    const { trying } = this;
    const control = { z: () => (shiftKey ? trying.redo() : trying.undo()), y: () => trying.redo() };
    const letters = {
      u: () => trying.undo(), r: () => trying.restart(), h: () => trying.hint(), n: () => byId(byId("next").hidden ? "skip" : "next").click(),
    };
    const isControl = ctrlKey || metaKey;
    let act = this.mode === "try" ? (isControl ? control : letters)[key.toLowerCase()] : undefined;
    if (key === "?" && !isControl) act = () => byId("keys-help").showModal();
    if (!act) return;
    event.preventDefault();
    act();
  }

  takesKey() {
    return this.mode !== "try";
  }
}
