//! Hosts, networks and disks that fail: a count or a search goes on as far as docs/cluster.md says, and its answer is
//! that of one process in memory. What needs namespaces is skipped where they cannot be made, and says so.

use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{
    Hosts, Running, answer, in_memory, levels_are_whole, own_address, wait_until, whole_levels,
};
use crate::relay::Relay;
use crate::spaces::{Network, Space, skipped};

const PUZZLE: &str = "gardner/central-game";
/// What is said when work begins again.
const AGAIN: &str = "tries again from the last whole level";

/// Three hosts with addresses of their own, and a key.
fn three_hosts() -> Option<(Network, Hosts)> {
    let network = skipped(Network::of_three())?;
    let mut hosts = Hosts::at(Network::addresses());
    hosts.on_host = network.hosts.iter().map(Space::entrance).collect();
    hosts.share_key();
    Some((network, hosts))
}

fn best() -> (Option<i32>, Value) {
    (Some(0), serde_json::json!(["optimal", 18, 18, null]))
}

fn all_try_again(processes: &[Running]) {
    for process in processes {
        process.says(AGAIN);
    }
}

/// What one process in memory tells; it is asked once.
fn alone(what: &str) -> &'static Value {
    static POSITIONS: OnceLock<Value> = OnceLock::new();
    static SOLUTIONS: OnceLock<Value> = OnceLock::new();
    let told = if what == "positions" { &POSITIONS } else { &SOLUTIONS };
    told.get_or_init(|| in_memory(PUZZLE, what))
}

/// All processes tell what one in memory does; the folder, if there is one, has each level once.
fn all_tell(processes: Vec<Running>, what: &str, folder: Option<&Path>) {
    let outputs: Vec<Output> = processes.into_iter().map(Running::output).collect();
    let failed: Vec<&Output> = outputs.iter().filter(|output| !output.status.success()).collect();
    assert!(failed.is_empty(), "{failed:?}");
    for output in outputs {
        assert_eq!(&answer(&output), alone(what));
    }
    let Some(folder) = folder else { return };
    let text = fs::read_to_string(folder.join("levels.json")).expect("a manifest");
    let line = text.lines().next().expect("a line");
    let manifest: Value = serde_json::from_str(line).expect("one object");
    let levels = manifest["levels"].as_array().expect("levels");
    let names: HashSet<&str> =
        levels.iter().map(|level| level["name"].as_str().expect("a name")).collect();
    assert_eq!(names.len(), levels.len(), "{levels:?}");
}

#[test]
fn three_hosts_work_as_one_does() {
    let Some((_network, hosts)) = three_hosts() else { return };
    for what in ["positions", "solutions"] {
        all_tell(hosts.start_all(&["count", PUZZLE, "--what", what], &[]), what, None);
    }
    assert_eq!(hosts.solve(PUZZLE, &[]), best());
}

/// A host is cut off for longer than it takes to be counted as gone, and comes back.
///
/// `cargo test --release --features cluster --test cluster -- --ignored cut_off`
#[test]
#[ignore = "a minute"]
fn a_host_that_was_cut_off_comes_back() {
    let Some((network, hosts)) = three_hosts() else { return };
    let place = hosts.levels();
    let more = ["-v", "--dir", place.to_str().expect("a name"), "--resume"];
    let processes = hosts.start_all(&["count", PUZZLE, "--what", "positions"], &more);
    levels_are_whole(&place, 8);
    network.set_link(1, "down");
    all_try_again(&processes);
    let whole = whole_levels(&place);
    assert!(whole < 30, "{whole} levels");
    network.set_link(1, "up");
    all_tell(processes, "positions", Some(&place));
}

/// Has a command look up names in a table of its own, which is named before it.
const OWN_TABLE: &str = r#"mount --bind "$0" /etc/hosts && exec "$@""#;

/// Whether a command started so finds a name.
fn finds(on_host: &[String], name: &str) -> Result<(), String> {
    let output =
        Command::new(&on_host[0]).args(&on_host[1..]).args(["getent", "hosts", name]).output();
    let output = output.map_err(|error| format!("unshare: {error}"))?;
    let why = String::from_utf8_lossy(&output.stderr);
    let why = if why.is_empty() { "names are not looked up in /etc/hosts" } else { why.trim() };
    if output.status.success() { Ok(()) } else { Err(why.to_owned()) }
}

/// Names stand for the hosts. Each process has a table of its own, in which the names of the others lead to relays.
#[test]
fn slow_connections_that_are_cut_are_made_again() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut hosts = Hosts::at((0..3).map(|_| SocketAddr::from((own_address(), 7000))).collect());
    hosts.share_key();
    let name = |process: usize| format!("process{process}.cluster.test");
    hosts.write_list((0..3).map(|process| format!("{}:7000", name(process))));
    let mut relays = Vec::new();
    for process in 0..3 {
        let table = hosts.folder.path().join(format!("table{process}"));
        let mut lines = Vec::new();
        for (other, &address) in hosts.addresses.iter().enumerate() {
            let mut to = address;
            // A process connects to those before it.
            if other < process {
                to = SocketAddr::from((own_address(), 7000));
                let cuts = (0..2).map(|_| random.usize(200_000..2_000_000)).collect();
                relays.push(Relay::new(to, address, cuts));
            }
            lines.push(format!("{} {}\n", to.ip(), name(other)));
        }
        fs::write(&table, lines.concat()).expect("written");
        let table = table.to_str().expect("a name");
        let on_host = ["unshare", "-rm", "sh", "-c", OWN_TABLE, table];
        hosts.on_host[process] = on_host.map(str::to_owned).to_vec();
    }
    let found = hosts.on_host.iter().try_for_each(|on_host| finds(on_host, &name(0)));
    if skipped(found).is_none() {
        return;
    }
    let place = hosts.levels();
    let more = ["-v", "--dir", place.to_str().expect("a name"), "--resume"];
    let processes = hosts.start_all(&["count", PUZZLE, "--what", "positions"], &more);
    all_try_again(&processes);
    all_tell(processes, "positions", Some(&place));
    assert_eq!(relays.iter().map(Relay::cuts_left).sum::<usize>(), 0);
}

/// Stops a process for some time. The others wait for it, and do not take it for lost.
fn stop_and_continue(what: &str, levels: usize, seconds: u64, shared: bool) {
    let hosts = Hosts::new(3);
    let place = hosts.levels();
    let more = ["-v", "--dir", place.to_str().expect("a name"), "--resume"];
    let more = &more[..if shared { 4 } else { 1 }];
    let processes = hosts.start_all(&["count", PUZZLE, "--what", what], more);
    if shared {
        levels_are_whole(&place, levels);
    } else {
        processes[0].says(&format!("{levels} jumps"));
    }
    processes[1].signal("STOP");
    thread::sleep(Duration::from_secs(seconds));
    for (number, process) in processes.iter().enumerate() {
        let said = process.said();
        assert!(!said.contains("is gone"), "{number}: {said}");
    }
    assert!(whole_levels(&place) < 30, "nobody has waited");
    processes[1].signal("CONT");
    all_tell(processes, what, shared.then_some(&*place));
}

#[test]
fn a_stopped_process_is_waited_for() {
    stop_and_continue("positions", 8, 3, true);
}

/// `cargo test --release --features cluster --test cluster -- --ignored minute`
#[test]
#[ignore = "two minutes"]
fn a_process_stopped_for_a_minute_is_waited_for() {
    stop_and_continue("positions", 14, 60, true);
    stop_and_continue("positions", 14, 40, false);
}

/// A disk of 32 MiB, at `/mnt` in its namespace.
fn small_disk() -> Option<Space> {
    let mounted = Space::new().and_then(|space| {
        space.run("mount -t tmpfs -o size=32m tmpfs /mnt")?;
        // The loopback of a new namespace is down.
        space.run("ip link set lo up")?;
        Ok(space)
    });
    skipped(mounted)
}

/// What killed processes have left behind fills the disk, and is removed before anything is written.
#[test]
fn what_was_left_behind_makes_room() {
    let Some(space) = small_disk() else { return };
    let mut hosts = Hosts::new(1);
    hosts.on_host = vec![space.entrance()];
    let folder = space.path("/mnt/levels");
    let args = ["count", PUZZLE, "--what", "positions"];
    let mut process = hosts.start_with(0, &args, &["--dir", "/mnt/levels"]);
    levels_are_whole(&folder, 8);
    process.child.kill().expect("killed");
    drop(process.output());
    for left in ["level.0.7.part", "ahead-20.1.7.level"] {
        let mut file = fs::File::create(folder.join(left)).expect("a file");
        // Until the disk is full.
        while file.write_all(&[1; 4096]).is_ok() {}
    }
    let process = hosts.start_with(0, &args, &["--dir", "/mnt/levels", "--resume"]);
    all_tell(vec![process], "positions", Some(&folder));
}

/// A folder that fills up in the middle of the work, and is emptied.
#[test]
fn a_full_disk_is_waited_for() {
    let Some(space) = small_disk() else { return };
    let ballast = space.path("/mnt/ballast");
    fs::write(&ballast, vec![1; 28 << 20]).expect("room");
    let mut hosts = Hosts::new(3);
    hosts.on_host = vec![space.entrance(); 3];
    let more = ["-v", "--dir", "/mnt/levels", "--resume"];
    let processes = hosts.start_all(&["count", PUZZLE, "--what", "positions"], &more);
    wait_until("a full disk", || {
        processes.iter().any(|process| process.said().contains("No space left on device"))
    });
    all_try_again(&processes);
    fs::remove_file(&ballast).expect("it is there");
    all_tell(processes, "positions", Some(&space.path("/mnt/levels")));
}
