//! Escapes text for XML and HTML.

use std::borrow::Cow;

/// Text between tags and in quoted attributes. Characters that XML does not allow become U+FFFD.
pub fn text(text: &str) -> Cow<'_, str> {
    let plain = |c: char| !matches!(c, '&' | '<' | '>' | '"' | '\'') && is_allowed(c);
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if is_allowed(c) => safe.push(c),
            _ => safe.push(char::REPLACEMENT_CHARACTER),
        }
    }
    Cow::Owned(safe)
}

/// JSON for a `script` element: it contains nothing that opens or closes a tag or a comment.
pub fn json(text: &str) -> String {
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Whether a character is allowed by section 2.2 of XML 1.0 and is no control character that HTML forbids.
fn is_allowed(c: char) -> bool {
    !(c.is_control() && !matches!(c, '\t' | '\n' | '\r') || matches!(c, '\u{fffe}' | '\u{ffff}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_tag_or_a_script() {
        assert_eq!(text("<b a='1'>&\u{1}"), "&lt;b a=&#39;1&#39;&gt;&amp;\u{fffd}");
        assert!(matches!(text("plain é"), Cow::Borrowed(_)));
        let shown = json(&serde_json::json!({"a": "</script><!--&"}).to_string());
        assert_eq!(shown, "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\"}");
    }
}
