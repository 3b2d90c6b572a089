/** Days since 1970 of the visitor's own date. */
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);

/** One of a list, the same for everyone on the same date, in an order that looks random. */
// A prime that does not divide the length goes through all of them before one comes again.
const ofDay = (list, day) => list[(day * 7919) % list.length];

/** The puzzle of a day. Figures take turns. */
function puzzleOfTheDay(day = today()) {
  const ordinary = possible.filter((puzzle) => puzzle.ordinary);
  const figures = ordinary.filter(({ name, jumps }) => /^(figures|gardner)\//.test(name) && jumps <= 12);
  return ofDay([figures, ordinary, possible, puzzles].find((list) => list.length > 0), day);
}

/** The number of a day's puzzle: that of 1 January 2026 is the first. */
const numberOf = (day) => day - 20453;

/** A date in words: `ago` days before today. */
const dateOf = (ago, format) => new Date(Date.now() - ago * 86400000).toLocaleDateString("en", format);

/** The puzzle of a day, played on the home page. Its own page has hints and the rest. */
class Today {
  constructor() {
    for (const name of ["undo", "restart"]) byId(`today-${name}`).addEventListener("click", () => this[name]());
    byId("today-share").addEventListener("click", async () => {
      if (await shareResult(this.result())) this.tell("The result is copied, without the moves.");
    });
    whenKept(() => this.keptName, () => this.follow());
  }

  /** Puts a puzzle on the board, with the jumps that were made on its own page or here. */
  load(puzzle, label) {
    [this.puzzle, this.label] = [puzzle, label];
    const board = { ...SHELF.boards[puzzle.board], reverse: false };
    this.listed = new ListedJumps(board);
    this.view = new BoardView(byId("today-board"), board, {
      pick: (hole) => this.pick(hole), grab: (hole) => this.select(hole), drop: (from, to) => this.jump(from, to),
      escape: () => this.select(undefined),
    });
    this.start = board.points.map((_, hole) => puzzle.start.includes(hole));
    this.restore();
    byId("today-label").textContent = label;
    byId("today-title").textContent = puzzle.title;
    const address = addressOf(puzzle.name);
    byId("today").href = `${address}${address.includes("#") ? "&" : "#"}hint`;
    const { holes, pegs } = puzzle.finish;
    const best = bestOf(puzzle);
    const aim = holes ? `Leave ${holes.length === 1 ? "one peg" : `${holes.length} pegs`}, as in the small picture,` : `Leave ${counted(pegs, "peg")}`;
    byId("today-aim").textContent = `${aim} in as few moves as you can.${best === undefined ? "" : ` Best: ${best}.`}`;
    byId("today-finish").toggleAttribute("hidden", !holes);
    if (holes) drawThumbnail(byId("today-finish"), board, holes);
    this.show();
    this.tell(this.isSolved ? undefined : this.invitation());
  }

  /** Makes the jumps that the browser has kept. */
  restore() {
    this.made = this.listed.playable(this.start, kept.get(this.keptName));
  }

  /** Another tab has played this puzzle: its game is the newer one. */
  follow() {
    if (JSON.stringify(kept.get(this.keptName) ?? []) === JSON.stringify(this.made)) return;
    this.restore();
    this.show();
    this.tell(this.isSolved ? undefined : "You have played on elsewhere: this is the board from there.");
  }

  /** By which the browser keeps the jumps, as the puzzle's own page does. */
  get keptName() {
    const { title, board, start, finish } = this.puzzle;
    return JSON.stringify([title, board, false, start, finish]);
  }

  get now() {
    return this.listed.play(this.start, this.made);
  }

  get line() {
    return chainsOf(this.made);
  }

  get moves() {
    return this.line.length;
  }

  get isSolved() {
    const { jumps, finish } = this.puzzle;
    return this.made.length === jumps && isAtFinish(finish, this.now);
  }

  invitation() {
    const best = solved()[this.puzzle.name];
    return best === undefined ? "Tap a peg, then the ringed hole where it should land." : `You have solved this in ${counted(best, "move")}.`;
  }

  /** Shows the position; `moved` animates a jump, which may go `isBack`. */
  show(moved, isBack) {
    const position = this.now;
    const last = this.made.at(-1);
    this.view.show(position, moved, isBack);
    this.listed.trail(this.view, last ? [last] : []);
    this.view.open(true, (hole) => `${SHELF.boards[this.puzzle.board].names[hole]}, ${position[hole] ? "peg" : "empty"}`);
    byId("today-board").setAttribute("aria-label", `Board, ${counted(position.filter(Boolean).length, "peg")}`);
    byId("today-undo").disabled = !last;
    byId("today-restart").disabled = !last;
    showStars("today-stars");
    byId("today-won").hidden = true;
    this.select(undefined);
  }

  select(hole) {
    const position = this.now;
    const movable = this.listed.fitting(position).map(([from]) => from);
    this.selected = hole;
    this.view.offer(hole, hole === undefined ? [] : this.listed.targets(position, hole), movable);
  }

  pick(hole) {
    if (this.selected === hole) this.select(undefined);
    else if (this.selected !== undefined && this.jump(this.selected, hole)) this.view.focused = hole;
    else if (this.listed.targets(this.now, hole).length > 0) this.select(hole);
    else {
      this.select(undefined);
      if (this.now[hole]) this.tell("This peg cannot jump now.");
    }
  }

  /** Makes a jump if it is legal. */
  jump(from, to) {
    if (!this.listed.fits(this.now, from, to)) return false;
    this.made.push([from, to]);
    settings.knock();
    this.keep();
    this.show([from, to]);
    this.tell(undefined, true);
    return true;
  }

  undo() {
    const [from, to] = this.made.pop();
    this.keep();
    this.show([to, from], true);
    this.tell();
  }

  restart() {
    if (this.isSolved) keepHints(this.puzzle.name, 0);
    this.made = [];
    this.keep();
    this.show();
    this.tell(this.invitation());
  }

  keep() {
    const { name, title } = this.puzzle;
    kept.set(this.keptName, this.made.length > 0 ? this.made : undefined);
    keepBegun("puzzle", name, this.made.length > 0 && !this.isSolved ? title : undefined);
  }

  /** Says how things are: a text, or what follows from the position. */
  tell(text, isNew) {
    const left = this.now.filter(Boolean).length;
    byId("today-said").className = `said${this.isSolved ? " good" : ""}`;
    byId("today-said").textContent = text ?? (this.isSolved ? this.praise(isNew) : this.state(left));
  }

  state(left) {
    const { jumps } = this.puzzle;
    if (this.made.length >= jumps || this.listed.fitting(this.now).length === 0) return `${counted(left, "peg")} left, but not as they should be. Take some jumps back.`;
    return `${counted(this.moves, "move")}, ${counted(left, "peg")} left.${stillOneMove(this.line)}`;
  }

  /** What the solution earns, with a chime if it is `new`; it is kept, and the next puzzle is offered. */
  praise(isNew) {
    const { puzzle, moves } = this;
    const best = bestOf(puzzle);
    const hints = hintsFor(puzzle.name);
    const stars = best === undefined ? undefined : starsFor(moves, best, hints);
    this.score = `${best === undefined ? counted(moves, "move") : `${starsText(stars)} ${moves}/${best} moves`}, ${hintsInWords(hints)}`;
    keepSolved(puzzle.name, moves, stars);
    showDays();
    showStars("today-stars", stars, isNew);
    if (isNew) settings.chime();
    byId("today-won").hidden = false;
    const next = nextUnsolved(puzzle.name);
    byId("today-next").hidden = !next;
    if (next) [byId("today-next").href, byId("today-next").textContent] = [addressOf(next.name), `Next: ${next.title}`];
    if (best === undefined) return `Solved in ${counted(moves, "move")}.`;
    const isFewest = puzzle.claim.status === "optimal";
    const help = hints > 0 ? ` ${capital(hintsInWords(hints))}.${hintsCost(hints, best)}` : "";
    if (moves <= best) return `Solved in ${counted(moves, "move")}, the fewest ${isFewest ? "possible" : "known"}!${help}`;
    return `Solved in ${counted(moves, "move")}. The fewest is ${best}.${help}`;
  }

  /** "Soliter 332 ★★★ 5/5 moves, no hints", and the address of this page. */
  result() {
    const link = location.protocol === "file:" ? "" : location.href.replace(/#.*$/, "");
    return `${this.label.split(",")[0]} ${this.score}\n${link}`.trim();
  }
}

/** The fewest moves known; undefined where no solution is. */
const bestOf = ({ claim }) => claim?.moves ?? undefined;

/** The number of weeks in the calendar, the current one included. */
const WEEKS = 5;

/** The number of days in a row, up to today or yesterday, of which the visitor has solved the puzzle. */
function streak() {
  const isSolved = (ago) => solved()[puzzleOfTheDay(today() - ago).name] !== undefined;
  const first = isSolved(0) ? 0 : 1;
  let ago = first;
  while (ago < first + 365 && isSolved(ago)) ago += 1;
  return ago - first;
}

/** The calendar: a button for each day from a Monday on until today. */
function showDays() {
  const weekday = (new Date().getDay() + 6) % 7;
  const last = weekday + 7 * (WEEKS - 1);
  const days = streak();
  byId("streak").textContent = days > 1 ? `★ ${days} days in a row` : "";
  byId("days").replaceChildren(...Array.from({ length: last + 1 }, (_, i) => {
    const ago = last - i;
    const puzzle = puzzleOfTheDay(today() - ago);
    const isSolved = solved()[puzzle.name] !== undefined;
    const earned = newElement("span", { className: "earned" }, earnedBy(puzzle).replaceAll("☆", ""));
    const isFirst = i === 0 || dateOf(ago, { day: "numeric" }) === "1";
    const button = newButton(() => playDay(ago), dateOf(ago, isFirst ? { day: "numeric", month: "short" } : { day: "numeric" }), earned);
    const date = dateOf(ago, { weekday: "long", day: "numeric", month: "long" });
    button.setAttribute("aria-label", `${date}: ${puzzle.title}${isSolved ? `, solved, ${counted(earned.textContent.length, "star")}` : ""}`);
    button.title = puzzle.title;
    button.setAttribute("aria-pressed", String(puzzle === daily.puzzle));
    return newElement("li", {}, button);
  }));
}

/** Puts the puzzle of an earlier day on the board. */
function playDay(ago) {
  const near = ["today's puzzle", "yesterday's puzzle"][ago] ?? `the puzzle of ${dateOf(ago, { day: "numeric", month: "long" })}`;
  daily.load(puzzleOfTheDay(today() - ago), `Soliter ${numberOf(today() - ago)}, ${near}`);
  showDays();
  byId("yesterday").textContent = ago === 0 ? "Yesterday's" : "Today's";
  byId("yesterday").onclick = () => playDay(ago === 0 ? 1 : 0);
}
