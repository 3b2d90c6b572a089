//! Namespaces of Linux, which stand for hosts and disks, made without root where the system allows it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// What a namespace is kept for as long as it runs: it says that it is there, and waits for what nobody writes. So it
/// ends with the test, even one that is killed.
const KEEPER: [&str; 3] = ["sh", "-c", "echo; read -r _"];

/// Some namespaces, as long as this lives.
pub(crate) struct Space(Child);

impl Space {
    /// The namespaces that a command makes for what it starts; otherwise why there are none.
    fn kept_by(mut command: Command) -> Result<Self, String> {
        command.args(KEEPER).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut keeper = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let mut line = String::new();
        let out = keeper.stdout.take().expect("a pipe");
        if BufReader::new(out).read_line(&mut line).is_ok_and(|read| read > 0) {
            return Ok(Self(keeper));
        }
        let mut why = String::new();
        let _ = keeper.stderr.take().expect("a pipe").read_to_string(&mut why);
        let _ = keeper.wait();
        Err(why.trim().to_owned())
    }

    /// Namespaces of users, mounts and networks.
    pub(crate) fn new() -> Result<Self, String> {
        let mut command = Command::new("unshare");
        command.arg("-rnm");
        Self::kept_by(command)
    }

    /// A namespace of networks inside of these.
    fn with_own_network(&self) -> Result<Self, String> {
        Self::kept_by(self.command(&["unshare", "-n"]))
    }

    /// The command that starts others in these namespaces.
    pub(crate) fn entrance(&self) -> Vec<String> {
        let id = self.0.id().to_string();
        let words = ["nsenter", "--preserve-credentials", "-U", "-n", "-m", "-t", &id];
        words.map(str::to_owned).to_vec()
    }

    fn command(&self, words: &[&str]) -> Command {
        let entrance = self.entrance();
        let mut command = Command::new(&entrance[0]);
        command.args(&entrance[1..]).args(words);
        command
    }

    /// Runs a command in these namespaces; otherwise says why it failed.
    pub(crate) fn run(&self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let output = self.command(&words).stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("nsenter: {error}"))?;
        let why = String::from_utf8_lossy(&output.stderr);
        if output.status.success() { Ok(()) } else { Err(format!("{line}: {}", why.trim())) }
    }

    /// A file or folder of these namespaces, as it is found from outside.
    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/root{inside}", self.0.id()))
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Three hosts at a switch, each a namespace of networks with an address of its own.
pub(crate) struct Network {
    /// Has the switch, whose ports are called `port0` to `port2`.
    switch: Space,
    pub(crate) hosts: Vec<Space>,
}

impl Network {
    pub(crate) fn of_three() -> Result<Self, String> {
        let switch = Space::new()?;
        switch.run("ip link add name switch type bridge")?;
        switch.run("ip link set switch up")?;
        let mut hosts = Vec::new();
        for (number, address) in Self::addresses().iter().enumerate() {
            let host = switch.with_own_network()?;
            let id = host.0.id();
            switch.run(&format!("ip link add port{number} type veth peer name eth0 netns {id}"))?;
            switch.run(&format!("ip link set port{number} master switch up"))?;
            host.run(&format!("ip address add {}/24 dev eth0", address.ip()))?;
            host.run("ip link set eth0 up")?;
            host.run("ip link set lo up")?;
            hosts.push(host);
        }
        Ok(Self { switch, hosts })
    }

    pub(crate) fn addresses() -> Vec<SocketAddr> {
        (1..=3).map(|host| SocketAddr::from(([10, 0, 0, host], 7000))).collect()
    }

    /// Pulls the plug of a host, or puts it in.
    pub(crate) fn set_link(&self, host: usize, state: &str) {
        self.switch.run(&format!("ip link set port{host} {state}")).expect("it was made");
    }
}

/// Says that the test is skipped, and why; its standard error is shown even if it passes.
pub(crate) fn skipped<T>(made: Result<T, String>) -> Option<T> {
    made.inspect_err(|why| {
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("a test");
        let line = why.lines().next().unwrap_or("no namespaces");
        let _ = writeln!(std::io::stderr(), "{test} is skipped: {line}");
    })
    .ok()
}
