package textcall

import (
	"slices"
	"strings"
)

// needs are the circumstances in which text is a call whose opener alone is not enough.
type needs uint8

const (
	// ofSession: the session has a tool of the name.
	ofSession needs = 1 << iota
	// alone: there is nothing else in the message, or the call ends it and is of a tool of the
	// session. If the session defines its tools, the name is that of one.
	alone
	// last: only end tags follow in the message, and no opener is before.
	last
)

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
	switch needs := b.row.needs; {
	case needs&last != 0 && first.Tool != "" && known:
		return true
	case needs&last != 0:
		return b.endTags() <= end && !strings.HasSuffix(before, ":") && b.opener.Start <= b.firstOpener()
	case needs&ofSession != 0:
		return known
	case needs&alone == 0:
		return true
	case strings.HasPrefix(after, "#") && !strings.Contains(after, "\n") && b.row.key == "[": // a comment in Python
	case after != "":
		return false
	}
	switch {
	case strings.HasSuffix(before, ":"):
		return false
	case known:
		return true
	}
	return isWord(before) && !b.session.Defined && (first.Object != "" || first.Arguments != nil)
}

// isWord reports whether a text is empty, or one of the stray words that models write before a call.
func isWord(text string) bool {
	const longest = 8 // bytes
	return len(text) <= longest && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == ""
}

// endTags returns where the end tags at the end of the text start, which nothing but white space is
// between.
func (r *Reader) endTags() int {
	if r.tags == 0 {
		const longest = 64 // bytes of a tag
		text := strings.TrimRight(r.text, white)
		for strings.HasSuffix(text, ">") {
			from := max(0, len(text)-longest)
			start := strings.LastIndex(text[from:], "</")
			if start < 0 {
				break
			}
			text = strings.TrimRight(text[:from+start], white)
		}
		r.tags = len(text) + 1
	}
	return r.tags - 1
}

// firstOpener returns where the first opener of a call or a parameter starts, which may be the end of the text.
func (r *Reader) firstOpener() int {
	first, ok := r.end([]string{"invoke", "dsml:invoke", "parameter", "function"}, r.from)
	if !ok {
		return len(r.text)
	}
	return first.Start
}

// isName reports whether a text has the form of the name of a tool or an argument.
func isName(text string) bool {
	return text != "" && (text[0] == '_' || 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z') &&
		!strings.ContainsFunc(text, func(c rune) bool {
			return c != '_' && c != '-' && c != '.' && c != ':' && c != '/' && (c < '0' || '9' < c) && (c|0x20 < 'a' || 'z' < c|0x20)
		})
}

// placeholder reports whether the name of a tool is one that explains a format.
func placeholder(name string) bool {
	return slices.Contains(placeholders, strings.ToLower(strings.Trim(name, "_")))
}

var placeholders = strings.Fields(`name tool tool_name toolname tool-name function function_name function-name functionname
	your_tool your_function my_tool example example_tool example_function func_name xxx x`)

// isClineTool reports whether a name is that of a tool of Cline, Roo Code or Kilo Code, which other
// elements do not have.
func isClineTool(name string) bool { return slices.Contains(clineTools, name) }

var clineTools = strings.Fields(`read_file write_to_file replace_in_file apply_diff execute_command search_files list_files
	list_code_definition_names ask_followup_question attempt_completion new_task switch_mode
	browser_action access_mcp_resource insert_content search_and_replace`)
