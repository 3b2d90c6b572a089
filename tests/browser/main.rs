//! The pages in a real browser: headless Chromium, driven through chromedriver. Screenshots are
//! left in `target/tmp/screenshots`.
//!
//! A test whose requirements are missing is ignored, and a line says how to install them. `SOLITER_BROWSER=1` makes a
//! missing browser an error, and `SOLITER_AXE=1` a missing axe.

mod accessible;
mod asked;
mod by_hand;
mod draw;
mod driver;
mod engine;
mod folder;
mod games;
mod group;
mod home;
mod host;
mod kept;
mod lost;
mod measured;
mod mistakes;
mod player;
mod playing;
mod screens;
mod served;
mod visitor;

use std::pin::Pin;
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};

/// The tests of some modules, all of which have the same requirement; it is `None` if the requirement is met.
macro_rules! trials {
    ($missing:expr; $($module:ident: $($name:ident)*;)*) => {
        vec![$($(
            trial(concat!(stringify!($module), "::", stringify!($name)), $missing, || {
                Box::pin($module::$name())
            })
        ),*),*]
    };
}

type Test = fn() -> Pin<Box<dyn Future<Output = ()>>>;

fn trial(name: &str, is_missing: bool, test: Test) -> Trial {
    let run = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(test());
        Ok(())
    };
    Trial::test(name, run).with_ignored_flag(is_missing)
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let no_browser = !is_there(
        Command::new("chromedriver").arg("--version").output().is_ok(),
        "SOLITER_BROWSER",
        "no chromedriver: `./setup.sh --with-browser` installs the browser; its tests are ignored",
    );
    let no_axe = no_browser
        || !is_there(
            accessible::axe().is_some(),
            "SOLITER_AXE",
            "no axe: `./setup.sh --with-browser` fetches it; the test of accessibility is ignored",
        );
    let no_engine = no_browser || engine::file().is_none();
    if no_engine && !no_browser {
        eprintln!(
            "no engine: `SOLITER_ENGINE=FILE` names that of `web/build.sh FILE`; its tests are ignored"
        );
    }
    #[allow(unused_mut, reason = "some systems have more tests")]
    let mut all: Vec<Trial> = [
        trials! { no_browser;
            asked: games_and_draw_bring_their_lists_along nothing_moves_while_the_page_to_draw_loads a_text_that_is_no_solution_by_its_length_is_refused_at_once a_verdict_does_not_wait_for_whether_it_can_still_be_solved large_boards_say_what_cannot_be_asked_about_them a_damaged_link_is_called_damaged links_to_drawn_puzzles_are_short;
            by_hand: one_tap_moves_and_undo_takes_it_back a_wall_that_is_laid_leaves_no_other_button_under_the_finger a_line_says_how_walls_are_laid columns_of_palisade_are_dragged every_game_is_played_by_its_roles_and_names every_game_is_played_with_the_keyboard nobody_is_offered_an_opponent_that_plays_at_random progress_is_told_every_ten_seconds;
            kept: a_wrong_address_is_a_page_of_the_site_without_its_host_too pages_of_a_server_leave_no_worker_in_the_browser;
            draw: a_drawn_puzzle_with_a_script_in_its_title a_board_of_ones_own_by_grid_and_by_text a_puzzle_is_proved_counted_and_taken_along an_impossible_puzzle_and_one_that_is_cancelled;
            folder: a_folder_is_played_from_the_disk the_list_of_puzzles_takes_any_title no_card_is_empty_where_there_is_nothing_to_solve hints_explain_by_weights_that_the_page_has_checked;
            games: a_record_of_a_game_move_by_move lines_of_all_games_on_a_phone_in_the_dark a_pyramid_against_the_engine_to_its_end the_other_games_in_the_served_page;
            home: a_puzzle_is_found_played_and_marked_as_solved what_is_kept_goes_into_a_file_and_comes_back the_puzzle_of_the_day_is_the_same_for_everyone the_puzzle_of_the_day_is_played_on_the_home_page a_dead_end_of_the_day_offers_the_way_back_at_once a_peg_that_can_jump_on_stays_picked_up the_board_of_the_day_does_not_wait_for_what_is_below_it the_calendar_leads_to_earlier_days every_card_is_drawn_on_its_own_board;
            lost: a_page_that_is_told_the_solvable_positions_needs_no_search a_position_that_weights_show_to_be_lost_is_lost;
            mistakes: the_rules_of_four_games_in_five_pictures_each a_lost_game_shows_its_mistake_to_the_keyboard_alone levels_are_told_and_kept_and_nothing_is_claimed_without_proof;
            playing: the_board_comes_first_and_the_buttons_are_below_it nobody_reads_a_log_of_the_solver a_warning_is_offered_after_the_first_dead_end a_solution_ends_in_one_card_and_is_still_there_after_a_reload hints_cost_stars_and_the_result_says_so the_newer_game_of_two_tabs_wins a_dragged_peg_is_on_top_and_goes_back_with_a_word a_slow_server_is_overtaken_by_the_engine the_loudest_button_is_no_hint_and_green_is_for_solutions a_wrong_solution_lists_no_thirty_holes the_day_has_a_number_and_a_result holes_have_the_same_names_on_both_pages nothing_jumps_while_a_page_loads;
            player: a_whole_solution marked_pegs_are_followed trying_by_click_drag_keyboard_and_hint one_button_takes_back_all_jumps_since_the_losing_one a_dead_end_offers_the_way_back_at_once the_page_tells_lost_positions_as_the_search_does a_page_alone_says_what_it_does_not_know listed_jumps_fit_where_the_rules_allow_them several_lines_and_the_building_game a_script_in_a_title_is_text why_it_is_impossible on_a_phone_in_the_dark_without_motion;
            screens: the_board_and_its_buttons_are_whole_on_every_screen a_peg_is_dragged_with_a_finger a_wall_is_looked_at_before_a_finger_lays_it palisade_is_played_on_its_columns two_columns_are_swapped_by_touching_both graphs_show_which_holes_are_neighbours small_screens_have_the_buttons_in_a_row a_game_has_settings_too settings_open_from_a_button_at_the_top_by_keyboard_too the_buttons_of_left_handed_people_are_in_a_row the_board_saved_and_the_line_printed;
            served: a_built_in_puzzle_solved_hinted_and_checked a_solve_is_cancelled_by_a_button_and_by_leaving files_are_opened_and_links_lead_back_with_their_moves a_puzzle_that_is_not_shown_is_not_called_missing a_board_with_two_jumps_between_the_same_holes_is_played the_names_of_a_graph_are_no_notation_of_requests boards_of_106_holes_are_played_by_touch_drag_and_keys;
            visitor: a_board_game_survives_reload_and_leaving a_wrong_solution_changes_nothing_but_its_verdict a_mouse_sees_the_whole_wall_before_it_is_laid what_is_proved_is_shown_at_once_and_never_gets_weaker a_solution_is_praised_and_leads_to_the_next_puzzle an_impossible_puzzle_is_no_task addresses_lead_where_they_say every_place_of_the_pyramid_has_one_ring settings_are_kept_and_so_is_the_theme pages_that_play_nothing_follow_the_theme no_peg_stays_marked_when_its_jump_is_taken_back another_side_after_the_end_begins_a_new_game palisade_speaks_in_words the_home_page_is_short_and_leads_to_all_puzzles a_turn_that_ends_by_itself_is_one_of_the_moves_made a_link_shows_a_board_game_and_leaves_the_visitors_own days_in_a_row_are_counted a_third_hint_refutes_the_last_jump_in_words;
        },
        trials! { no_engine;
            engine: a_puzzle_is_solved_hinted_and_checked_from_the_disk a_lost_position_is_named_and_a_long_solve_is_cancelled games_and_drawn_puzzles_are_played_from_the_disk pages_that_are_open_answer_when_the_server_has_ended a_host_that_has_gone_leaves_its_pages;
        },
        trials! { true;
            measured: first_paint_and_first_move_on_a_slow_phone;
        },
        trials! { no_axe;
            accessible: every_page_in_both_themes;
        },
    ]
    .into_iter()
    .flatten()
    .collect();
    #[cfg(target_os = "linux")]
    all.extend(group::trials());
    libtest_mimic::run(&arguments, all).exit_code()
}

/// Whether a requirement is met. Otherwise prints a message, or ends the run if the variable demands it.
fn is_there(found: bool, variable: &str, missing: &str) -> bool {
    let is_demanded = std::env::var_os(variable).is_some_and(|value| value == "1");
    assert!(found || !is_demanded, "{variable}=1, but {missing}");
    if !found {
        eprintln!("{missing}");
    }
    found
}
