/** The review of a game: the moves reviewed, the mistakes proved, and whether the board shows the position before the largest
 * one. */
const review = { moves: undefined, found: undefined, isBack: false };

/** The games that can only be won, drawn or lost, with the meaning of their values. */
const RESULT_GAMES = ["corridor", "quoridor"];
const RESULTS = { 1: "won", 0: "drawn", "-1": "lost" };

const isAlone = () => byId("opponent").value === "none";

/** A few of the given moves, in words. */
function someOf(moves) {
  // Moves in words are long, and may contain commas.
  const [most, comma] = moves.some((move) => move.includes(" ")) ? [3, "; "] : [5, ", "];
  const or = comma === "; " ? "; or" : " or";
  if (moves.length > most) return `${moves.slice(0, most - 1).join(comma)}${or} ${moves.length - most + 1} others`;
  return moves.length < 2 ? moves.join() : `${moves.slice(0, -1).join(comma)}${or} ${moves.at(-1)}`;
}

/** The largest mistake in a sentence or two. */
function mistakeText({ largest, open }) {
  const { ply, player, move, value, played, loss, best } = largest;
  const isEnd = move === "end";
  const said = (one) => inWords(review.found.before, one);
  const which = isEnd ? `to end the turn after move ${ply}` : `move ${ply}, ${said(move)}`;
  const whose = isAlone() ? "The" : "Your";
  const proved = open > 0 ? " that is proved" : "";
  const who = isAlone() ? ` by player ${player}` : "";
  const cost = RESULT_GAMES.includes(game.shown.kind)
    ? `A ${RESULTS[value]} game became a ${RESULTS[played]} one.`
    : `It threw away ${counted(loss, "point")} of the lead.`;
  return `${whose} largest mistake${who}${proved} was ${which}. ${cost} Better: ${someOf(best.map(said))}.`;
}

/** The findings in words; they claim nothing that is not proved. */
function reviewText(found) {
  const { moves, open, largest } = found;
  const unsettled = open > 0 ? "Not every move was settled within the limits." : "";
  if (moves === 0) return isAlone() ? "Nobody made a move yet." : "You made no move yet.";
  if (largest) return `${mistakeText(found)} ${unsettled}`.trim();
  if (open > 0) return `${unsettled} It is not known whether ${isAlone() ? "there was" : "you made"} a mistake.`;
  return `${isAlone() ? "Nobody made a" : "You made no"} mistake${isOver() ? "" : " so far"}: that is proved.`;
}

/** Requests what the visitor's moves gave away. */
async function askMistakes() {
  const asked = game.moves;
  const side = isAlone() ? undefined : Number(byId("side").value);
  const message = await compute("api/game/analysis", request({ side }), "fault");
  // The visitor may have moved on in the meantime.
  if (!message || asked !== game.moves) return;
  review.moves = asked;
  review.found = message.analysis;
  byId("reviewed").textContent = reviewText(review.found);
  offerBack();
  listMade();
}

/** The button that shows the position before the mistake, or the game again. */
function offerBack() {
  byId("look-back").hidden = !review.isBack && !review.found?.before;
  const back = isOver() ? "Back to the end" : "Back to the game";
  byId("look-back").textContent = review.isBack ? back : "Show the position before it";
}

function forgetReview() {
  Object.assign(review, { moves: undefined, found: undefined, isBack: false });
  byId("reviewed").textContent = "";
  byId("look-back").hidden = true;
}

/** Shows the position before the mistake, with the parts of the board where better moves begin; or the game again. */
function lookBack() {
  if (review.isBack) return show(game.shown);
  const { before, largest } = review.found;
  return showBack(before, largest.best, `Before the mistake: ${before.status}.`);
}

/** Shows an earlier position of the game, with the parts of the board that stand for some moves. */
function showBack(earlier, moves, text) {
  leave();
  review.isBack = true;
  places.take([], false);
  places.paint(earlier.picture, labelOf(earlier));
  for (const { move, area } of earlier.legal) {
    if (area && moves.includes(move)) drawShape(byId("table"), [area[0], "better", area[2]]);
  }
  byId("position").textContent = earlier.position;
  byId("values").disabled = true;
  offer([]);
  listMoves();
  offerBack();
  say(text);
}
