/** Why the finish is out of reach of a position: weights from the puzzle's data that prove it, the weight of the pegs `here` and
 * at the `finish`, and a `text`; undefined if none prove it. Weights whose sum some jump of the board would raise are not used,
 * wherever they come from. */
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
