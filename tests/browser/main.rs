//! The pages in a real browser: headless Chromium, driven through chromedriver. Screenshots are
//! left in `target/tmp/screenshots`.
//!
//! Without Chromium these tests pass with a word that they did nothing, unless `SOLITER_BROWSER=1`
//! says that they must run. `./setup.sh --with-browser` installs what they need.

mod accessible;
mod draw;
mod driver;
mod engine;
mod folder;
mod games;
mod group;
mod home;
mod lost;
mod mistakes;
mod player;
mod screens;
mod served;
mod visitor;
