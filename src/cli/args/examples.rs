//! What the help of each command ends with: commands that can be typed as they stand.

pub(super) const SOLVE: &str = "\
Examples:
  soliter solve gardner/latin-cross
  soliter solve gardner/lamp --lines 3 --svg lamp.svg
  soliter solve triangle21/42-to-66 --last-sweep max
  soliter solve mine.toml --time-limit 2m --memory-limit 2GB
  soliter solve pyramid/base-5";

pub(super) const CHECK: &str = "\
Examples:
  soliter check gardner/latin-cross --moves \"45-25, 43-45, 55-35, 25-45, 46-44\"
  soliter check gardner/central-game records/bergholt-1912
  soliter check mine.toml line.txt --html game.html
  soliter check pyramid/base-5 pyramid/records/sample-game --analyse";

pub(super) const COUNT: &str = "\
Examples:
  soliter count gardner/latin-cross --what minimal
  soliter count gardner/lamp --what positions --svg levels.svg
  soliter count gardner/central-game --what positions --by moves --depth 6
  soliter count triangle15/31-to-55 --what luck
  soliter count corridor/3x3-placement --what perft --depth 2 --divide
  soliter count french/46-to-45 --what positions --dir levels      on disk; --resume goes on";

pub(super) const PLAN: &str = "\
Examples:
  soliter plan french/46-to-45
  soliter plan boards/wiegleb-central-game --time-limit 60";

pub(super) const TABLE: &str = "\
Examples:
  soliter table triangle15
  soliter table english --csv english.csv --jobs 2
  soliter table french --each 1m --finish any";

#[cfg(feature = "milp")]
pub(super) const WEIGHTS: &str = "\
Examples:
  soliter weights gardner/central-game
  soliter weights mine.toml --most 12 --format json";

pub(super) const ARMY: &str = "\
Examples:
  soliter army square6 --rows 2
  soliter army square6 --rows 3";

pub(super) const MARKED: &str = "\
Examples:
  soliter marked gardner/latin-cross --finisher 35
  soliter marked triangle15/31-to-55 --watch 55";

pub(super) const FIND: &str = "\
Examples:
  soliter find english --finish 44 --pegs 9..16
  soliter find english --finish 44 --figure drawing.txt --by luck
  soliter find triangle15 --finish 53 --symmetry mirror --moves 5..9 --write found";

pub(super) const SHOW: &str = "\
Examples:
  soliter show english --notation letter-row
  soliter show gardner/central-game --record records/bergholt-1912
  soliter show quoridor                             the parameters and readings of a game
  soliter show solitaire                            a program as it ships";

#[cfg(feature = "milp")]
pub(super) const EXPORT: &str = "\
Examples:
  soliter export gardner/latin-cross --to lp -o latin-cross.lp
  soliter export gardner/lamp --to mps --formulation sweep --moves 8
  soliter export gardner/latin-cross --to pddl -o problem.pddl";

#[cfg(not(feature = "milp"))]
pub(super) const EXPORT: &str = "\
Examples:
  soliter export gardner/latin-cross --to pddl -o problem.pddl";

pub(super) const CERTIFY: &str = "\
Examples:
  soliter certify gardner/lamp --line -o lamp.layers";

pub(super) const VERIFY: &str = "\
Examples:
  soliter verify lamp.layers";

pub(super) const PLAY: &str = "\
Examples:
  soliter play gardner/latin-cross
  soliter play quoridor/5x5-two-walls --opponent perfect
  soliter play pyramid/base-8 --opponent random --seed 7";

pub(super) const SERVE: &str = "\
Examples:
  soliter serve
  soliter serve --port 8080";

#[cfg(feature = "milp")]
pub(super) const RUN: &str = "\
Examples:
  soliter run solitaire --data gardner/latin-cross
  soliter run eight-queens
  soliter run river-crossing --set Crossings=7 --explain
  soliter run mine.np --lp mine.lp --log -";

pub(super) const RULES: &str = "\
Examples:
  soliter rules quoridor
  soliter rules english";

pub(super) const LIST: &str = "\
Examples:
  soliter list pyramid
  soliter list --board triangle15 --solved
  soliter list --pegs 5..9 --format json";

pub(super) const COMPLETIONS: &str = "\
Examples:
  source <(soliter completions bash)                in ~/.bashrc
  soliter completions zsh > ~/.zfunc/_soliter
  soliter completions fish | source                 in ~/.config/fish/config.fish";

pub(super) const MAN: &str = "\
Examples:
  soliter man > soliter.1 && man ./soliter.1";
