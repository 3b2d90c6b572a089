//! The pages that browsers store: those of a site, and none of a server.

use crate::driver::{Look, start};
use crate::folder::site;
use crate::host::Host;
use crate::served::serve;

const CONTROLLED: &str =
    "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)";

pub(crate) async fn a_wrong_address_is_a_page_of_the_site_without_its_host_too() {
    let browser = start(Look::default()).await;
    let (_folder, place) = site(&["--puzzles", "gardner/latin-cross"]);
    // The site is in a folder of its host.
    let root = place.parent().expect("a folder").to_owned();
    let host = Host::start(&root);
    let address = format!("{}pages/", host.address);
    browser.open(&format!("{address}index.html")).await;
    browser.until(CONTROLLED).await;
    let found = async |wrong: &str| {
        browser.open("about:blank").await;
        browser.open(&format!("{address}{wrong}")).await;
        browser.sees("h1", "Nothing here").await;
        browser.until("getComputedStyle(document.body).margin === '0px'").await;
        let home = "document.querySelector('main a').href";
        browser.until(&format!("{home} === '{address}index.html'")).await;
    };
    found("404.html").await;
    drop(host);
    found("puzzles/gardner/no-such.html").await;
    browser.screenshot("nothing-offline").await;
    browser.click("main a").await;
    browser.sees("#all", "1 puzzle").await;
    browser.close().await;
}

pub(crate) async fn pages_of_a_server_leave_no_worker_in_the_browser() {
    let browser = start(Look::default()).await;
    // A service worker of a site that was at this address before.
    let (_folder, place) = site(&["--puzzles", "gardner/latin-cross"]);
    let host = Host::start(&place);
    let address = host.address.clone();
    let port = address.trim_end_matches('/').rsplit(':').next().expect("a port").to_owned();
    browser.open(&format!("{address}index.html")).await;
    browser.until(CONTROLLED).await;
    drop(host);
    let server = serve(&["--port", &port]);
    assert_eq!(server.address, address);
    browser.open("about:blank").await;
    browser.open(&address).await;
    browser.until("document.querySelector('.bar a[href=draw]') !== null").await;
    let workers = "navigator.serviceWorker.getRegistrations().then(all => all.length)";
    browser.until(&format!("{workers}.then(number => number === 0)")).await;
    browser.until("caches.keys().then(names => names.length === 0)").await;
    // Pages of puzzles leave no worker either.
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#title", "Latin cross").await;
    browser.until("document.readyState === 'complete'").await;
    assert_eq!(browser.ask(workers).await, 0);
    browser.close().await;
}
