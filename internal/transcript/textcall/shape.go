package textcall

import "strings"

// far is the number of bytes that are looked at around a call.
const far = 256

// before returns the text before an offset, as far as it is looked at.
func (r *Reader) before(at int) string { return r.text[max(r.from, at-far):at] }

// begins reports whether what starts at an offset is at the start of a line, or of a sentence, or glued to a word, as calls
// that leak are; what one short word or other calls are before starts a line as well.
func (r *Reader) begins(at int) bool {
	text := r.before(at)
	before := strings.TrimRight(text, " \t")
	switch {
	case before == "":
		return true
	case before == text && before[len(before)-1] != '\n':
		return strings.IndexByte("`\"'(=<[{", before[len(before)-1]) < 0
	case strings.IndexByte("\n.!?:;>]}", before[len(before)-1]) >= 0:
		return true
	}
	line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	return isWord(line) || strings.Trim(line, "-*>.0123456789") == ""
}

// startsLine reports whether nothing but blanks is before an offset on its line.
func (r *Reader) startsLine(at int) bool {
	before := strings.TrimRight(r.before(at), " \t")
	return before == "" || before[len(before)-1] == '\n'
}

// suits reports whether the circumstances are those that the calls need.
func (b *block) suits() bool {
	first, end := &b.calls[0], b.calls[len(b.calls)-1].Whole.End
	before, after := strings.TrimSpace(b.before(b.opener.Start)), strings.TrimSpace(b.text[end:min(len(b.text), end+far)])
	known := b.session.Known(first.Tool)
	announced := strings.HasSuffix(before, ":")
	// A comment may follow a list in Python.
	ends := after == "" || after[0] == '#' && !strings.Contains(after, "\n") && b.text[b.opener.Start] == '['
	switch {
	case b.row.needs == last:
		return known || b.tail <= end && !announced && b.opener.Start <= b.first
	case b.row.needs == alone:
		return ends && !announced && (known || isWord(before) && !b.session.Defined && (first.Object != "" || first.Arguments != nil))
	}
	return b.row.needs == 0 || known
}

// isWord reports whether a text is empty, or one of the stray words that models write before a call.
func isWord(text string) bool {
	const longest = 8 // bytes
	return len(text) <= longest && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == ""
}

var (
	// isName matches the name of a tool or an argument, and placeholder one that explains a format.
	isName      = lazy(`^[A-Za-z_][\w.:/-]*$`)
	placeholder = lazy(`^(?i)_*(?:x|xxx|func_name|(?:(?:your|my|example)_)?(?:tool|function)|example|name|(?:tool|function)[_-]?name)_*$`)
)
