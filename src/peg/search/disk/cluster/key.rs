//! The secret that the processes of a cluster share, and the proof that each gives the other before anything else
//! is said.
//!
//! The process that connects sends a challenge, 32 random bytes. The other answers with a challenge of its own and
//! the HMAC-SHA256 of both under the key; the first sends the HMAC of both and of its hello, and the hello. The two
//! codes begin with different words, so that neither side can send back what it has heard.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::base::control::Stop;
use crate::peg::search::disk::fault::Fault;

/// Fewer bytes could be guessed.
const LEAST: usize = 16;
/// More bytes than a file with a secret has.
const MOST: usize = 1 << 16;

/// The number of bytes of a challenge.
pub(super) const CHALLENGE: usize = 32;
/// The number of bytes of a code.
pub(super) const CODE: usize = 32;

/// The challenges of the process that connects, and of the one that accepts.
#[derive(Clone, Copy)]
pub(super) struct Challenges(pub(super) [u8; CHALLENGE], pub(super) [u8; CHALLENGE]);

/// A secret that all processes know.
#[derive(Clone)]
pub struct Key(Box<Hmac<Sha256>>);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(..)")
    }
}

impl Key {
    /// The key that the bytes of a file are, without white space at its ends.
    ///
    /// # Errors
    /// [`Fault::Key`] if they are fewer than 16 or more than 65,536.
    pub fn new(file: &[u8]) -> Result<Self, Fault> {
        let bytes = file.trim_ascii();
        if !(LEAST..=MOST).contains(&bytes.len()) {
            return Err(Fault::Key(bytes.len()));
        }
        // HMAC takes keys of every length.
        let mac = Hmac::new_from_slice(bytes);
        Ok(Self(mac.map_err(|_| Stop::Fault("a key of this length cannot be used"))?.into()))
    }

    fn code(&self, side: &[u8], challenges: Challenges, hello: &[u8]) -> Hmac<Sha256> {
        (*self.0)
            .clone()
            .chain_update(side)
            .chain_update(challenges.0)
            .chain_update(challenges.1)
            .chain_update(hello)
    }

    /// The proof of the process that accepts.
    pub(super) fn accepting(&self, challenges: Challenges) -> [u8; CODE] {
        self.code(b"soliter accepts", challenges, &[]).finalize().into_bytes().into()
    }

    pub(super) fn is_accepting(&self, challenges: Challenges, code: &[u8]) -> bool {
        self.code(b"soliter accepts", challenges, &[]).verify_slice(code).is_ok()
    }

    /// The proof of the process that connects, together with its hello.
    pub(super) fn connecting(&self, challenges: Challenges, hello: &[u8]) -> Vec<u8> {
        let code = self.code(b"soliter connects", challenges, hello).finalize().into_bytes();
        [&code, hello].concat()
    }

    /// The hello of a process that connects, if what it sent proves that it knows the key.
    pub(super) fn hello<'a>(&self, challenges: Challenges, sent: &'a [u8]) -> Option<&'a [u8]> {
        let (code, hello) = sent.split_at_checked(CODE)?;
        let code_here = self.code(b"soliter connects", challenges, hello);
        code_here.verify_slice(code).is_ok().then_some(hello)
    }
}

/// Bytes that nobody can foresee.
pub(super) fn challenge() -> Result<[u8; CHALLENGE], Fault> {
    let mut bytes = [0; CHALLENGE];
    getrandom::fill(&mut bytes).map_err(|_| Stop::Fault("the system gives no random bytes"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_proof_is_accepted() {
        let key = Key::new(b"  sixteen bytes at least\n").expect("a key");
        let other = Key::new(b"sixteen bytes at lease").expect("a key");
        let challenges = Challenges([1; CHALLENGE], [2; CHALLENGE]);
        let swapped = Challenges([2; CHALLENGE], [1; CHALLENGE]);
        let code = key.accepting(challenges);
        assert!(
            Key::new(b"sixteen bytes at least").expect("a key").is_accepting(challenges, &code)
        );
        assert!(!other.is_accepting(challenges, &code) && !key.is_accepting(swapped, &code));
        assert!(!key.is_accepting(challenges, &code[1..]));
        let sent = key.connecting(challenges, b"hello");
        assert_eq!(key.hello(challenges, &sent), Some(&b"hello"[..]));
        assert_eq!(other.hello(challenges, &sent), None);
        assert_eq!(key.hello(swapped, &sent), None);
        assert_eq!(key.hello(challenges, &code), None, "an echo");
        for at in 0..sent.len() {
            let mut changed = sent.clone();
            changed[at] ^= 1;
            assert_eq!(key.hello(challenges, &changed), None, "byte {at}");
            assert_eq!(key.hello(challenges, &sent[..at]), None, "{at} bytes");
        }
    }

    #[test]
    fn a_key_has_enough_bytes() {
        assert!(matches!(Key::new(b" fifteen bytes. \n"), Err(Fault::Key(14))));
        assert!(Key::new(&[7; 16]).is_ok() && Key::new(&vec![7; MOST + 1]).is_err());
    }
}
