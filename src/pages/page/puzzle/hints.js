/** Hints in steps: the peg, its jump, and which other jumps lose; after a mistake, that it was one, and why. A new position
 * begins again. */
class Hints {
  constructor(player) {
    this.player = player;
    this.given = undefined;
  }

  get key() {
    return JSON.stringify(this.player.trying.tried);
  }

  /** The next step for the position that is shown. */
  async next() {
    if (this.player.trying.isSolved) return this.player.say("This is the finish.", "good");
    if (this.given?.key === this.key) {
      this.given.step += 1;
      return this.show();
    }
    const { player } = this;
    const { trying, data } = player;
    this.given = undefined;
    const jump = trying.known();
    if (jump) return this.give(jump, `${this.tryThis(jump)}.`);
    if (data.claim && data.claim.status === "infeasible") return player.say("This puzzle has no solution.", "bad");
    const winning = trying.winning();
    if (winning) return this.give(winning, `${this.tryThis(winning)}: it keeps the finish within reach.`);
    if (trying.hope(trying.tried) === false) return this.give(undefined);
    if (player.askHint) return player.askHint();
    if (data.lines.length === 0) return player.say("No solution is stored in this page.");
    if (trying.legal.length === 0) return player.say("No jump is left. Take some jumps back.", "bad");
    return player.say("You have left the solution of this page. It may still be solvable; take jumps back to be sure.");
  }

  /** The jump of an arrow. */
  tryThis(jump) {
    return this.player.isNamed ? `Try ${this.player.jump(jump)}` : "Try the jump of the arrow";
  }

  /** Begins with a jump that helps and a sentence about it; without a jump the position is lost. */
  give(jump, text) {
    this.given = { key: this.key, step: 0, jump, text };
    if (jump) keepHints(this.player.ownName, hintsFor(this.player.ownName) + 1);
    this.show();
  }

  /** Says that the position is lost, and in the next step why. */
  async showLost() {
    const { player, key } = this;
    const isExplained = this.given.step > 0;
    if (isExplained && player.askReason && !player.trying.refutations.has(key)) await player.askReason();
    if (this.key === key) player.trying.tellLost(isExplained);
  }

  show() {
    const { player } = this;
    const { jump, text, step } = this.given;
    if (!jump) {
      this.showLost();
      return;
    }
    player.trying.select(undefined);
    if (step === 0) player.view.mark([jump[0]]);
    else player.showFinish();
    player.view.trail(step === 0 ? [] : visited([jump]), step === 0 ? [] : [player.listed.middle(...jump)], true);
    if (step === 0) player.say(`Move the ringed peg${player.isNamed ? `, ${player.names[jump[0]]}` : ""}.`);
    else player.say(step === 1 ? text : `${text}${player.trying.whyOthersLose()}`);
  }
}
