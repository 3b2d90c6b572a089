/** Hints in steps: the peg, its jump, and which other jumps lose; after a mistake, first the fact, then the reason. The steps
 * start over for each position. */
class Hints {
  constructor(trying) {
    this.trying = trying;
    this.given = undefined;
  }

  /** The next step for the position being shown. */
  async next() {
    const { trying } = this;
    const { player, data } = trying;
    if (trying.isSolved) return trying.say("This is the finish.", "good");
    if (this.given && trying.isAt(this.given.jumps)) {
      this.given.step += 1;
      return this.show();
    }
    this.given = undefined;
    const jump = trying.known();
    if (jump) return this.give(jump, `${this.tryThis(jump)}.`);
    if (player.isImpossible) return trying.say("This puzzle has no solution.", "bad");
    const winning = trying.winning();
    if (winning) return this.give(winning, `${this.tryThis(winning)}: it keeps the finish within reach.`);
    if (trying.hope(trying.tried) === false) return this.give(undefined);
    if (player.askHint) return player.askHint();
    if (data.lines.length === 0) return trying.say("No solution is stored in this page.");
    if (trying.legal.length === 0) return trying.say("No jump is left. Take some jumps back.", "bad");
    return trying.say("You have left the solution of this page. It may still be solvable; take jumps back to be sure.");
  }

  /** The jump shown by an arrow. */
  tryThis(jump) {
    return this.trying.isNamed ? `Try ${this.trying.player.jump(jump)}` : "Try the jump of the arrow";
  }

  /** Starts with a winning jump and a sentence about it; without a jump, the position is lost. */
  give(jump, text) {
    const { tried, ownName, data } = this.trying;
    const cost = hintsFor(ownName) === 0 && bestOf(data) !== undefined ? " A hint costs a star." : "";
    this.given = { jumps: tried.slice(), step: 0, jump, text, cost };
    if (jump) keepHints(ownName, hintsFor(ownName) + 1);
    this.show();
  }

  /** Reports that the position is lost and, in the next step, why. */
  async showLost() {
    const { trying } = this;
    const { jumps, step } = this.given;
    if (step > 0 && !trying.refutations.has(JSON.stringify(jumps))) await trying.player.askReason?.();
    if (trying.isAt(jumps)) trying.tellLost(step > 0);
  }

  show() {
    const { trying } = this;
    const { player, view } = trying;
    const { jump, text, step, cost } = this.given;
    if (!jump) {
      this.showLost();
      return;
    }
    trying.select(undefined);
    if (step === 0) view.mark([jump[0]]);
    else player.showFinish();
    view.trail(step === 0 ? [] : visited([jump]), step === 0 ? [] : [trying.listed.middle(...jump)], true);
    if (step === 0) trying.say(`Move the ringed peg${trying.isNamed ? `, ${trying.names[jump[0]]}` : ""}.${cost}`);
    else trying.say(step === 1 ? text : `${text}${trying.whyOthersLose()}`);
  }
}
