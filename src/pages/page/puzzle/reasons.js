/** Why the finish is out of reach of a position: the weights of the puzzle's data that show it, what the pegs weigh
 * `here` and at the `finish`, and a `text`; undefined where none shows it. Weights that some jump of the board raises are
 * not used, whoever made them. */
function whyLost(data, position) {
  const { holes } = data.finish;
  const pegs = position.flatMap((isPeg, hole) => (isPeg ? [hole] : []));
  const isPagoda = (weights) => weights.length === position.length && weights.every(Number.isSafeInteger)
    && data.jumps.every(([from, over, to]) => weights[to] + (data.reverse ? weights[over] : -weights[over]) <= weights[from]);
  for (const weights of (holes && data.pagodas) || []) {
    const [here, finish] = [pegs, holes].map((at) => at.reduce((sum, hole) => sum + weights[hole], 0));
    if (here < finish && isPagoda(weights)) {
      const text = `The numbers are weights that no jump raises: the pegs now weigh ${here}, the finish weighs ${finish}.`;
      return { weights, here, finish, text };
    }
  }
  return undefined;
}
