/** For printing: one picture per move of the line being shown or of the visitor's own, and the final position. A puzzle not yet
 * started is printed with its solution upside down. */
function drawStrip(player) {
  const { mode, data } = player;
  const own = mode === "try" ? player.trying.line : player.line;
  const isPuzzle = mode === "try" && own.length === 0 && data.lines.length > 0;
  const chains = isPuzzle ? data.lines[0] : own;
  const positions = player.positionsOf(chains);
  const pictures = [...chains, []].map((chain, number) => {
    const words = chain.length > 0 ? `${number + 1}. ${player.chain(chain)}` : player.tell(positions[number]);
    return [words, pictureOf(player, positions[number], chain)];
  });
  if (isPuzzle) pictures.unshift([data.aim ?? "Start", pictureOf(player, player.start, [])]);
  player.fillStrip(pictures);
  if (isPuzzle) [...byId("strip").children].slice(1).forEach((figure) => figure.classList.add("upside-down"));
}

/** Draws a position and a move from it. */
function pictureOf({ data, listed }, position, chain) {
  return (svg) => {
    const view = new BoardView(svg, data);
    view.show(position);
    view.open(false);
    listed.trail(view, jumpsOf(chain));
  };
}
