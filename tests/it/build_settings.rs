//! `.cargo/cadical` compiles the sources of the crate that `Cargo.lock` names, each exactly once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Source files that are separate programs or interfaces; the crate's own build leaves them out too.
const LEFT_OUT: [&str; 3] = ["cadical.cpp", "ipasir.cpp", "mobical.cpp"];

/// The platform of the compiler. The sources of crates for other platforms need not be there.
fn host() -> String {
    let told = Command::new("rustc").arg("-vV").output().expect("rustc");
    let told = String::from_utf8(told.stdout).expect("text");
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("a platform").to_owned()
}

/// The folder of a dependency's sources.
fn folder_of(name: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut metadata = Command::new(cargo);
    metadata.current_dir(env!("CARGO_MANIFEST_DIR"));
    metadata.args(["metadata", "--format-version", "1", "--locked", "--offline"]);
    metadata.args(["--filter-platform", &host()]);
    let output = metadata.output().expect("cargo metadata");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = found["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == name).expect("the package");
    let manifest = package["manifest_path"].as_str().expect("a path");
    Path::new(manifest).parent().expect("a folder").to_owned()
}

#[test]
fn batches_have_each_source_of_cadical_once() {
    let sources = folder_of("rustsat-cadical").join("cppsrc");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(".cargo/cadical");
    for copy in ["LICENSE", "VERSION", "src/ccadical.h"] {
        let read = |folder: &Path| fs::read_to_string(folder.join(copy)).expect(copy);
        assert_eq!(read(&own), read(&sources), "{copy}");
    }
    let mut included: BTreeMap<String, usize> = BTreeMap::new();
    for entry in fs::read_dir(own.join("src")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "cpp") {
            for line in fs::read_to_string(&path).expect("a text").lines() {
                let name = line.strip_prefix("#include \"../cppsrc/src/");
                let name = name.and_then(|rest| rest.strip_suffix('"')).expect(line);
                *included.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    let files = fs::read_dir(sources.join("src")).expect("a folder");
    let files = files.map(|entry| entry.expect("an entry").file_name().into_string());
    let wanted = files.map(|name| name.expect("a name")).filter(|name| {
        Path::new(name).extension().is_some_and(|ending| ending == "cpp")
            && !LEFT_OUT.contains(&name.as_str())
    });
    assert_eq!(included, wanted.map(|name| (name, 1)).collect());
}
