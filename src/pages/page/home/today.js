/** The number of days from 1970 to the visitor's local date. */
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);

const possible = puzzles.filter((puzzle) => !isImpossible(puzzle));
const ordinary = possible.filter((puzzle) => puzzle.ordinary);
const figures = ordinary.filter(({ name, jumps }) => /^(figures|gardner)\//.test(name) && jumps <= 12);
/** The puzzles used as puzzles of the day. */
const turns = [figures, ordinary, possible, puzzles].find((list) => list.length > 0);

/** The puzzle of a day: the same for everyone on the same date, in an order that looks random. */
// Steps of a prime that does not divide the length visit every puzzle before any is repeated.
const puzzleOfTheDay = (day = today()) => turns[(day * 7919) % turns.length];

/** The number of a day's puzzle; number 1 is that of 1 January 2026. */
const numberOf = (day) => day - 20453;

/** The date `ago` days before today. */
const dateOf = (ago) => new Date(Date.now() - ago * 86400000);

/** The puzzle of the day, played on the home page. Hints and other functions are on its own page. */
class Today extends Attempt {
  /** Puts a puzzle on the board, with the jumps made here or on its own page. */
  load(puzzle, label) {
    this.puzzle = puzzle;
    this.label = label;
    const board = SHELF.boards[puzzle.board];
    this.begin({ ...board, ...puzzle, model: puzzle.board, reverse: false, jumps: board.jumps, jumps_needed: puzzle.jumps });
    byId("today-label").textContent = label;
    byId("today-title").textContent = puzzle.title;
    const address = addressOf(puzzle.name);
    byId("hint").href = `${address}${address.includes("#") ? "&" : "#"}hint`;
    const { holes, pegs } = puzzle.finish;
    const best = bestOf(puzzle);
    const aim = holes ? `Leave ${holes.length === 1 ? "one peg" : `${holes.length} pegs`}, as in the small picture,` : `Leave ${counted(pegs, "peg")}`;
    byId("today-aim").textContent = `${aim} in as few moves as you can.${best === undefined ? "" : ` Best: ${best}.`}`;
    byId("today-finish").toggleAttribute("hidden", !holes);
    if (holes) drawThumbnail(byId("today-finish"), board, holes);
    this.say("");
    this.resume();
  }

  get heading() {
    return this.label.split(",")[0];
  }

  /** Shows a text, or how to play if there is none. */
  say(text, tone) {
    const best = solved()[this.puzzle.name];
    const how = best === undefined ? "Tap a peg, then the ringed hole where it should land." : `You have solved this in ${counted(best, "move")}.`;
    byId("said").textContent = text || how;
    byId("said").className = tone ? `said ${tone}` : "said";
  }

  tellProgress() {
    this.say(`${counted(this.line.length, "move")}, ${counted(this.now.filter(Boolean).length, "peg")} left.${stillOneMove(this.line)}`);
  }

  tellDeadEnd() {
    super.tellDeadEnd();
    const { lost } = this;
    byId("take-back-lost").textContent = `Take back ${counted(lost, "jump")}`;
    byId("take-back-lost").onclick = () => this.undo(lost);
    byId("back-offer").hidden = false;
  }

  /** The number of jumps to take back until the finish is within reach; one if that would take long to find. */
  get lost() {
    const dead = new Set();
    const canFinish = (position, left) => {
      if (left === 0) return isAtFinish(this.data.finish, position);
      if (dead.has(String(position)) || dead.size >= MOST_DEAD) return false;
      const isAlive = this.listed.fitting(position).some((jump) => canFinish(this.listed.make(position, ...jump), left - 1));
      if (!isAlive) dead.add(String(position));
      return isAlive;
    };
    for (let back = 1; back <= this.tried.length; back += 1) {
      if (canFinish(this.after(this.tried.slice(0, -back)), this.data.jumps_needed - this.tried.length + back)) return back;
    }
    return 1;
  }

  /** Takes jumps back, or undoes a restart. */
  undo(number) {
    if (this.tried.length > 0) {
      super.undo(number);
    } else {
      this.tried = this.undone.splice(0).reverse();
      this.keep();
      this.resume();
    }
    if (!this.isEnded) this.tellProgress();
  }

  /** Starts over; Undo reverses that. */
  restart() {
    this.undone = [];
    super.restart();
    byId("undo").disabled = this.undone.length === 0;
  }

  celebrate(isNew) {
    super.celebrate(isNew);
    refresh();
    const days = byId("streak").textContent;
    byId("tomorrow").textContent = this.puzzle === puzzleOfTheDay() ? `A new puzzle comes tomorrow.${days && ` ${days}.`}` : "";
  }
}

/** The number of lost positions after which the search for a way back is abandoned. */
const MOST_DEAD = 4000;

/** The number of weeks in the calendar, the current one included. */
const WEEKS = 5;

/** The number of consecutive days, up to today or yesterday, whose puzzle the visitor has solved. */
function streak() {
  const all = solved();
  const isSolved = (ago) => all[puzzleOfTheDay(today() - ago).name] !== undefined;
  const first = isSolved(0) ? 0 : 1;
  let ago = first;
  while (ago < first + 365 && isSolved(ago)) ago += 1;
  return ago - first;
}

/** Shows the number of consecutive days and, if it is open, the calendar: a button for each day from a Monday to today. */
function showDays() {
  const days = streak();
  byId("streak").textContent = days > 1 ? `★ ${days} days in a row` : "";
  if (!byId("calendar").open) return;
  const weekday = (new Date().getDay() + 6) % 7;
  const last = weekday + 7 * (WEEKS - 1);
  // Creating a formatter takes far longer than using it, so create it once.
  const inWords = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
  byId("days").replaceChildren(...Array.from({ length: last + 1 }, (_, i) => {
    const ago = last - i;
    const puzzle = puzzleOfTheDay(today() - ago);
    const isSolved = solved()[puzzle.name] !== undefined;
    const earned = newElement("span", { className: "earned" }, earnedBy(puzzle).replaceAll("☆", ""));
    const date = dateOf(ago);
    const isFirst = i === 0 || date.getDate() === 1;
    const short = isFirst ? date.toLocaleDateString("en", { day: "numeric", month: "short" }) : date.getDate();
    const button = newButton(() => playDay(ago), short, earned);
    button.setAttribute("aria-label", `${inWords.format(date)}: ${puzzle.title}${isSolved ? `, solved, ${counted(earned.textContent.length, "star")}` : ""}`);
    button.title = puzzle.title;
    button.setAttribute("aria-pressed", String(puzzle === daily.puzzle));
    return newElement("li", {}, button);
  }));
}

/** Puts the puzzle of a day on the board. */
function playDay(ago) {
  const near = ["today's puzzle", "yesterday's puzzle"][ago]
    ?? `the puzzle of ${dateOf(ago).toLocaleDateString("en", { day: "numeric", month: "long" })}`;
  daily.load(puzzleOfTheDay(today() - ago), `Soliter ${numberOf(today() - ago)}, ${near}`);
  byId("yesterday").textContent = ago === 0 ? "Yesterday's" : "Today's";
  byId("yesterday").onclick = () => playDay(ago === 0 ? 1 : 0);
  showDays();
}
