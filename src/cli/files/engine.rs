//! The file of the engine that pages run (`web/build.sh`), and the script that brings it there.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use soliter::base::wording::hex;
use std::io::Write as _;

use crate::cli::output::failure::Failure;

/// The name of the file, which is beside the program or in the data folder of its installation.
const NAME: &str = "engine.wasm";
/// The first bytes of a WebAssembly file.
const MAGIC: &[u8] = b"\0asm\x01\0\0\0";

/// The engine as a script for pages from the disk as well as from a host.
pub(crate) struct EngineScript {
    /// With a digest of the contents, so that browsers can cache the file forever.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The engine of a file, or that of the installation, if there is one.
pub(crate) fn find(given: Option<&Path>) -> Result<Option<EngineScript>, Failure> {
    if let Some(path) = given {
        return read(path).map(Some);
    }
    installed().into_iter().find(|path| path.is_file()).map(|path| read(&path)).transpose()
}

/// The places where this installation may have its engine.
fn installed() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let Some(folder) = program.as_deref().and_then(Path::parent) else { return Vec::new() };
    vec![folder.join(NAME), folder.join("../share/soliter").join(NAME)]
}

fn read(path: &Path) -> Result<EngineScript, Failure> {
    let refused = |why: &str| {
        let message = format!("{} {why}", path.display());
        Failure::usage(message, "web/build.sh writes the engine of the pages")
    };
    let module =
        std::fs::read(path).map_err(|error| refused(&format!("cannot be read: {error}")))?;
    if !module.starts_with(MAGIC) {
        return Err(refused("is not a WebAssembly module"));
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(&module).and_then(|()| packed.finish())?;
    Ok(EngineScript {
        name: format!("engine-{}.js", &hex(&Sha256::digest(&module))[..16]),
        text: format!("const ENGINE = \"{}\";\n", STANDARD.encode(packed)),
    })
}
