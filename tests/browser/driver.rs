//! A browser for a test.

use std::io::BufRead;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, ClientBuilder, Locator};
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::group::Group;

/// The maximum time to wait for a condition: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);
const BETWEEN_LOOKS: Duration = Duration::from_millis(30);

/// A command of the browser's own protocol, which the driver passes on.
#[derive(Debug)]
struct BrowserCommand {
    name: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for BrowserCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.name, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}

/// The runtime of all connections to drivers, so that a browser outlives the test that started it.
static CONNECTIONS: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime")
});

/// Browsers that a test has closed. The next test with the same set-up gets one of them: starting one takes longer than
/// most tests. Their process groups end with this process.
static CLOSED: Mutex<Vec<(Look, Client, Group)>> = Mutex::new(Vec::new());

/// The settings of a browser.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) dark: bool,
    pub(crate) phone: bool,
    /// Requests reduced motion.
    pub(crate) still: bool,
}

/// A browser, and the driver process that belongs to it.
pub(crate) struct Browser {
    look: Look,
    client: Client,
    /// The driver and all processes of the browser.
    processes: Group,
}

/// Returns a browser without history or stored data.
pub(crate) async fn start(look: Look) -> Browser {
    let closed = {
        let mut closed = CLOSED.lock().expect("no test panics here");
        closed.iter().position(|(other, ..)| *other == look).map(|place| closed.swap_remove(place))
    };
    if let Some((look, client, processes)) = closed {
        return Browser { look, client, processes };
    }
    let (processes, port) = driver();
    let mut arguments =
        vec!["--headless=new", "--disable-gpu", "--hide-scrollbars", "--window-size=1100,1000"];
    // Chromium's sandbox does not run as root, and small containers have a small /dev/shm.
    arguments.extend(["--no-sandbox", "--disable-dev-shm-usage"]);
    if look.dark {
        arguments.push("--force-dark-mode");
    }
    if look.still {
        arguments.push("--force-prefers-reduced-motion");
    }
    let mut options = json!({ "args": arguments });
    if look.phone {
        let metrics = json!({ "width": 375, "height": 780, "pixelRatio": 2.0, "touch": true });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    let mut capabilities = Capabilities::new();
    capabilities.insert("goog:chromeOptions".into(), options);
    let client = CONNECTIONS
        .spawn(async move {
            ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
                .capabilities(capabilities)
                .connect(&format!("http://127.0.0.1:{port}"))
                .await
                .expect("a session")
        })
        .await
        .expect("a session");
    Browser { look, client, processes }
}

/// Starts the driver on a free port.
///
/// The driver looks for a port that is free for IPv6, takes the same one for IPv4, and ends if that is in use, which
/// sometimes happens on a busy machine. It is then started again.
fn driver() -> (Group, u16) {
    let begun = Instant::now();
    loop {
        let (processes, lines) = Group::start("chromedriver", &["--port=0"], Stdio::null());
        let mut printed = Vec::new();
        for line in lines.lines().map_while(Result::ok) {
            if let Some(port) = port(&line) {
                return (processes, port);
            }
            printed.push(line);
        }
        assert!(begun.elapsed() < PATIENCE, "chromedriver names no port: {printed:#?}");
        std::thread::sleep(BETWEEN_LOOKS);
    }
}

fn port(line: &str) -> Option<u16> {
    let rest = line.strip_prefix("ChromeDriver was started successfully on port ")?;
    rest.strip_suffix('.')?.parse().ok()
}

impl Browser {
    /// Hands the browser, without the data that pages have stored in it, to the next test. A test that fails does not
    /// get here, and its browser ends.
    pub(crate) async fn close(self) {
        let everything = json!({ "origin": "*", "storageTypes": "all" });
        self.command("Storage.clearDataForOrigin", everything).await;
        self.ask("(localStorage.clear(), sessionStorage.clear(), 0)").await;
        self.command("Network.clearBrowserCache", json!({})).await;
        // A new tab has no history, and none of the emulated sizes and media of a test.
        let old = self.client.windows().await.expect("windows");
        let new = self.client.new_window(false).await.expect("a window");
        for window in old {
            self.client.switch_to_window(window).await.expect("a window");
            self.client.close_window().await.expect("a window that closes");
        }
        self.client.switch_to_window(new.handle).await.expect("a window");
        CLOSED.lock().expect("no test panics here").push((self.look, self.client, self.processes));
    }

    pub(crate) async fn open(&self, address: &str) {
        self.client.goto(address).await.expect("the page opens");
    }

    /// Opens a page in a new tab, switches to it, and returns the previous tab.
    pub(crate) async fn open_beside(&self, address: &str) -> WindowHandle {
        let old = self.client.window().await.expect("a window");
        let new = self.client.new_window(true).await.expect("a tab");
        self.client.switch_to_window(new.handle).await.expect("a tab");
        self.open(address).await;
        old
    }

    /// Switches to another tab.
    pub(crate) async fn go_to(&self, tab: WindowHandle) {
        self.client.switch_to_window(tab).await.expect("a tab");
    }

    pub(crate) async fn reload(&self) {
        self.client.refresh().await.expect("the page opens again");
    }

    /// An element, as soon as it exists.
    pub(crate) async fn find(&self, css: &str) -> Element {
        let begun = Instant::now();
        loop {
            match self.client.find(Locator::Css(css)).await {
                Ok(element) => return element,
                Err(error) => assert!(begun.elapsed() < PATIENCE, "{css}: {error}"),
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// Clicks an element, as soon as it can be clicked.
    pub(crate) async fn click(&self, css: &str) {
        let begun = Instant::now();
        loop {
            // The page may be redrawing it.
            match self.find(css).await.click().await {
                Ok(()) => return,
                Err(error) => assert!(begun.elapsed() < PATIENCE, "{css}: {error}"),
            }
            // Buttons at the bottom of the window may cover it.
            let there = format!("document.querySelector({})", json!(css));
            self.ask(&format!("{there}?.scrollIntoView({{ block: 'center' }}) ?? 0")).await;
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// Opens the drawer of a puzzle's page, unless it is open.
    pub(crate) async fn open_drawer(&self) {
        self.find("#more").await;
        if self.ask("document.getElementById('more').open").await != true {
            self.click("#more > summary").await;
        }
    }

    pub(crate) async fn choose(&self, css: &str, value: &str) {
        self.find(css)
            .await
            .select_by_value(value)
            .await
            .unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    pub(crate) async fn write(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        field.clear().await.expect("an empty field");
        field.send_keys(text).await.expect("a filled field");
    }

    /// The visible text.
    pub(crate) async fn text(&self, css: &str) -> String {
        let begun = Instant::now();
        loop {
            match self.find(css).await.text().await {
                Ok(text) => return text,
                Err(error) => assert!(begun.elapsed() < PATIENCE, "{css}: {error}"),
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// Waits until a script returns true.
    pub(crate) async fn until(&self, script: &str) {
        let begun = Instant::now();
        while self.ask(script).await != true {
            assert!(begun.elapsed() < PATIENCE, "it never came that {script}");
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// The value of a script.
    pub(crate) async fn ask(&self, script: &str) -> Value {
        let script = format!("return {script};");
        self.client
            .execute(&script, Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Presses keys where the focus is.
    pub(crate) async fn keys(&self, keys: &[Key]) {
        let keys: String = keys.iter().map(|&key| char::from(key)).collect();
        self.type_text(&keys).await;
    }

    /// Types like a keyboard: the focused element may be moving, or may not be a field.
    pub(crate) async fn type_text(&self, text: &str) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in text.chars() {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.expect("keys");
    }

    /// Waits until an element's text contains a phrase.
    pub(crate) async fn sees(&self, css: &str, phrase: &str) {
        let begun = Instant::now();
        loop {
            let text = self.text(css).await;
            if text.contains(phrase) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{css} says {text:?}, not {phrase:?}");
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// The centre of a hole, in pixels of the window.
    async fn middle(&self, board: &str, hole: usize) -> (i64, i64) {
        let script = format!(
            "(() => {{ const e = document.querySelectorAll('{board} .spot')[{hole}]; \
             e.scrollIntoView({{block: 'nearest'}}); const r = e.getBoundingClientRect(); \
             return [Math.round(r.x + r.width / 2), Math.round(r.y + r.height / 2)]; }})()"
        );
        let found = self.ask(&script).await;
        (found[0].as_i64().expect("x"), found[1].as_i64().expect("y"))
    }

    /// Clicks a hole with a mouse.
    pub(crate) async fn hole(&self, board: &str, hole: usize) {
        let (x, y) = self.middle(board, hole).await;
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: None, x: x as f64, y: y as f64 })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(mouse).await.expect("a click");
    }

    /// Moves the mouse to a point of the window.
    pub(crate) async fn mouse_to(&self, (x, y): (f64, f64)) {
        let mouse =
            MouseActions::new("mouse".into()).then(PointerAction::MoveTo { duration: None, x, y });
        self.client.perform_actions(mouse).await.expect("a move");
    }

    /// Presses or releases the mouse button at the current position.
    pub(crate) async fn mouse_button(&self, is_pressed: bool) {
        let button = MOUSE_BUTTON_LEFT;
        let action =
            if is_pressed { PointerAction::Down { button } } else { PointerAction::Up { button } };
        let mouse = MouseActions::new("mouse".into()).then(action);
        self.client.perform_actions(mouse).await.expect("a button");
    }

    /// Clicks at the current position of the mouse.
    pub(crate) async fn click_there(&self) {
        self.mouse_button(true).await;
        self.mouse_button(false).await;
    }

    /// Drags a peg with a mouse.
    pub(crate) async fn drag(&self, from: usize, to: usize) {
        let ((x, y), (u, v)) = (self.middle("#board", from).await, self.middle("#board", to).await);
        let (x, y, u, v) = (x as f64, y as f64, u as f64, v as f64);
        let step = |x, y| PointerAction::MoveTo { duration: Some(Duration::from_millis(60)), x, y };
        let mouse = MouseActions::new("mouse".into())
            .then(step(x, y))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(step(f64::midpoint(x, u), f64::midpoint(y, v)))
            .then(step(u, v))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(mouse).await.expect("a drag");
    }

    async fn command(&self, name: &'static str, parameters: Value) -> Value {
        let command = BrowserCommand { name, parameters };
        self.client.issue_cmd(command).await.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Makes the network as slow as the browser's "slow 4G" preset: 150 ms and 1.6 Mbit/s.
    pub(crate) async fn slow_4g(&self) {
        self.network(false, 150, 200_000).await;
    }

    async fn network(&self, offline: bool, latency: u32, bytes_per_second: i32) {
        let network = json!({
            "offline": offline, "latency": latency,
            "downloadThroughput": bytes_per_second, "uploadThroughput": bytes_per_second,
        });
        self.command("Network.enable", json!({})).await;
        self.command("Network.emulateNetworkConditions", network).await;
    }

    /// Switches the network off or on.
    pub(crate) async fn go_offline(&self, offline: bool) {
        self.network(offline, 0, -1).await;
    }

    /// Makes the network as slow as that of a phone, or restores its speed.
    pub(crate) async fn slow_network(&self, slow: bool) {
        let (latency, bytes_per_second) = if slow { (300, 100_000) } else { (0, -1) };
        self.network(false, latency, bytes_per_second).await;
    }

    /// Slows the processor down by a factor.
    pub(crate) async fn slow_processor(&self, rate: u32) {
        self.command("Emulation.setCPUThrottlingRate", json!({ "rate": rate })).await;
    }

    /// Runs a script in every page that is opened, before the scripts of the page.
    pub(crate) async fn before_scripts(&self, script: &str) {
        let script = json!({ "source": script });
        self.command("Page.addScriptToEvaluateOnNewDocument", script).await;
    }

    /// Clears the browser's cache.
    pub(crate) async fn forget_files(&self) {
        self.command("Network.clearBrowserCache", json!({})).await;
    }

    /// The roles and names that the page exposes to screen readers, in order.
    pub(crate) async fn accessible(&self) -> Vec<(String, String)> {
        let tree = self.command("Accessibility.getFullAXTree", json!({})).await;
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        let nodes = tree["nodes"].as_array().expect("a tree").iter();
        let told = nodes.filter(|node| node["ignored"] != true);
        told.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }

    /// Resizes the window, as that of a phone or of a desktop.
    pub(crate) async fn window(&self, (width, height): (u32, u32), phone: bool) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.command("Emulation.setDeviceMetricsOverride", size).await;
        self.command("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone })).await;
    }

    /// Touches a point, moves the finger to the others, and lifts it.
    pub(crate) async fn touch(&self, points: &[(f64, f64)]) {
        for (number, (x, y)) in points.iter().enumerate() {
            let kind = if number == 0 { "touchStart" } else { "touchMove" };
            let touch = json!({ "type": kind, "touchPoints": [{ "x": x, "y": y }] });
            self.command("Input.dispatchTouchEvent", touch).await;
        }
        let end = json!({ "type": "touchEnd", "touchPoints": [] });
        self.command("Input.dispatchTouchEvent", end).await;
    }

    /// Drags a peg by touch.
    pub(crate) async fn touch_drag(&self, from: usize, to: usize) {
        let ((x, y), (u, v)) = (self.middle("#board", from).await, self.middle("#board", to).await);
        let part = |a: i64, b: i64, step: i32| a as f64 + (b - a) as f64 * f64::from(step) / 6.0;
        let way: Vec<_> = (0..=6).map(|step| (part(x, u, step), part(y, v, step))).collect();
        self.touch(&way).await;
    }

    /// Whether an element is completely visible without scrolling.
    pub(crate) async fn is_whole(&self, css: &str) -> bool {
        let script = format!(
            "(() => {{ const r = document.querySelector('{css}').getBoundingClientRect(); \
             return r.width > 0 && r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth; }})()"
        );
        self.ask(&script).await == true
    }

    /// Shows the page as it is printed.
    pub(crate) async fn print_view(&self) {
        self.ask("window.dispatchEvent(new Event('beforeprint'))").await;
        self.command("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
    }

    /// Goes to the page of a built-in puzzle from that of another.
    pub(crate) async fn pick(&self, name: &str) {
        self.ask(&format!("(location.hash = '{name}', 0)")).await;
        self.until(&format!("player.data && player.data.name === '{name}'")).await;
    }

    /// Saves a picture for people to look at, once all animations have ended.
    pub(crate) async fn screenshot(&self, name: &str) {
        self.until("document.getAnimations().length === 0").await;
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        std::fs::create_dir_all(&folder).expect("a folder");
        let picture = self.client.screenshot().await.expect("a picture");
        std::fs::write(folder.join(format!("{name}.png")), picture).expect("a file");
    }

    /// A requirement for every page: it is no wider than the window.
    pub(crate) async fn fits(&self) {
        let wide = self.ask("document.documentElement.scrollWidth - window.innerWidth").await;
        assert!(wide.as_i64().expect("a width") <= 0, "the page is {wide} pixels too wide");
    }
}
