//! Properties of every fault that is reported.

use std::ops::Range;

use soliter::Diagnostics;
use soliter::base::diagnostic::TextFault;

/// There are faults, each has a place in its text, there are no more than the limit, and they can be
/// displayed.
pub(crate) fn diagnostics(faults: &Diagnostics) {
    assert!(!faults.0.is_empty(), "refused without a word");
    assert!(faults.0.len() <= Diagnostics::MOST, "{} faults are kept", faults.0.len());
    for fault in &faults.0 {
        place(&fault.span, &fault.source.text);
        assert!(!fault.message.is_empty());
    }
    assert!(!faults.to_string().is_empty());
}

/// The same for faults of a text on its own.
pub(crate) fn of_text(faults: &[TextFault], text: &str) {
    assert!(!faults.is_empty(), "refused without a word");
    for fault in faults {
        place(&fault.span, text);
        assert!(!fault.message.is_empty() && !fault.help.is_empty());
    }
}

/// A place lies in the text, on character boundaries.
pub(crate) fn place(span: &Range<usize>, text: &str) {
    assert!(text.get(span.clone()).is_some(), "{span:?} of {} bytes", text.len());
}
