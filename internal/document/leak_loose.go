package document

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Some calls have no opener that shows their format: it is damaged or lost, or the format has
// none. They are calls by what is around them: nothing but the call in the message, the tags
// that only a call has, or the name of a tool of the session.

// An evidence is what a transcript shows about calls in its texts.
type evidence struct {
	calls callsShown
	tools []string // the names of the tools of the session, sorted; nil if none are known
}

// forge reports whether a <tool> leaks.
func (e *evidence) forge() bool { return e.calls&taught == 0 }

// isTool reports whether a name is that of a tool of the session.
func (e *evidence) isTool(name string) bool {
	_, ok := slices.BinarySearch(e.tools, name)
	return ok
}

// A looseForm is a format without an opener of its own.
type looseForm struct {
	name string
	// shape matches the start of a call, as in a textForm; the name of the tool may be missing.
	shape *regexp.Regexp
	// end returns where the call ends, given the end of the shape, or -1 if it is not a call.
	end func(r *leakReader, from int) int
	// needs are the circumstances in which the shape is a call.
	needs   circumstances
	dialect callsShown // as in a textForm
}

// circumstances are what makes text a call whose shape alone does not.
type circumstances uint8

const (
	// ofTool: the session has a tool of the name.
	ofTool circumstances = 1 << iota
	// alone: there is nothing else in the message, or the call ends it and is of a tool of the
	// session. If the session defines its tools, the name is that of one.
	alone
	// last: only end tags follow in the message, and no opener is before.
	last
)

func newLoose(name, shape string, needs circumstances, end func(r *leakReader, from int) int) looseForm {
	return looseForm{name, regexp.MustCompile(`^(?:` + shape + `)`), end, needs, dialectOf(name)}
}

const (
	invokeEnd   = `</(?:` + claudePrefix + `)?invoke>`
	argumentsOf = `"(?:parameters|arguments|args|input)"\s*:\s*`
)

// looseForms returns the formats by what they start with; see looseKey.
var looseForms = sync.OnceValue(func() map[string][]looseForm {
	return map[string][]looseForm{
		"<name=": {
			// <rivoke name="Bash">, < invoke name="Bash">: no other tag has such parameters.
			newLoose("Claude's <invoke>", `(<\s*[A-Za-z:]*vok[A-Za-z]*`+nameIs+`\s*/?>)\s*<\s*[\w:]*parameter\s+r?name\s?=`, 0, through("invoke>")),
			newLoose("Claude's <invoke>", `(<\s*(?:`+claudePrefix+`)?`+nameIs+`\s*>)\s*<(?:`+claudePrefix+`)?parameter\s+r?name\s?=`, last, through("invoke>")),
		},
		"<parameter": {
			// The opener is lost: court\n<parameter name="command">…, or only the end is left.
			newLoose("Claude's <invoke>", `(<\s?(?:`+claudePrefix+`)?parameter\s+r?name\s?=\s?["'][\w.-]+["']\s?>)`, last, between("parameter>", "invoke>")),
			newLoose("Qwen's <function=…>", `(<parameter=[\w.-]+>)`, last, between("</parameter>", "</function>")),
		},
		"</parameter>": {
			newLoose("Claude's <invoke>", `(</(?:`+claudePrefix+`)?parameter>)\s*`+invokeEnd, last, atShape),
			newLoose("Qwen's <function=…>", `(</parameter>)\s*</function>`, last, atShape),
		},
		"<name>": {
			newLoose("Qwen's <function=…>", `(<name>)\s*`+toolName+`\s*</parameter>\s*</function>`, last, atShape),
		},
		"<arg_key>": {
			newLoose("GLM's <arg_key>", `(<arg_key>)\s*[\w.-]+\s*</arg_key>\s*<arg_value>`, last, through("</arg_value>")),
		},
		"<": {
			newLoose(clineForm, `(<([a-z][a-z0-9]*(?:_[a-z0-9]+)+)>)\s*<[a-z][a-z0-9_]*>`, ofTool, nil),
		},
		"{": {
			newLoose("Llama's JSON", `(\{)\s*(?:"(?:type|id)"\s*:\s*"[^"\n]*"\s*,\s*)*"(?:name|function|tool|tool_name)"\s*:\s*"`+toolName+`"\s*,\s*`+argumentsOf, alone, endOfObjects),
			newLoose("Llama's JSON", `(\{)\s*"(?:parameters|arguments)"\s*:\s*\{[^{}]*\}\s*,\s*"name"\s*:\s*"`+toolName+`"\s*\}`, alone, atShape),
		},
		"[": {newLoose(listForm, `(\[)\s*`+toolName+`\(`, alone, endOfList)},
		"t": {newLoose("Harmony's to=functions.", `(to=functions\.)`+toolName+`\s*(?:<\|channel\|>\w+|\bcode\b|\bcommentary\b)?\s*(?:<\|constrain\|>)?\s*(?:json)?\s*(?:<\|message\|>)?\s*\{`, 0, nil)},
	}
})

// looseKey returns the key of the formats that a text may start with: most tags are none of them.
func looseKey(text string) string {
	if text[0] != '<' {
		return text[:1]
	}
	tag := text[:min(len(text), 64)]
	if end := strings.IndexByte(tag, '>'); end >= 0 {
		tag = tag[:end+1]
	}
	plain := strings.Replace(tag, claudePrefix, "", 1)
	for _, key := range [...]string{"<name>", "<arg_key>", "</parameter>", "<parameter"} {
		if strings.HasPrefix(plain, key) {
			return key
		}
	}
	switch {
	case strings.HasPrefix(plain, "< parameter"):
		return "<parameter"
	case strings.Contains(plain, "name=") || strings.Contains(plain, "name ="):
		return "<name="
	}
	return "<"
}

// atShape is the end of a call that is the shape.
func atShape(_ *leakReader, from int) int { return from }

// through returns a function that finds the end of a call after the first of a word.
func through(word string) func(*leakReader, int) int {
	return func(r *leakReader, from int) int {
		if end, ok := r.end(word, from); ok {
			return end
		}
		return len(r.text)
	}
}

// between is like through for two words with only white space and "</" between the last of the
// first word and the other; -1 if there is none.
func between(inner, outer string) func(*leakReader, int) int {
	return func(r *leakReader, from int) int {
		end, ok := r.end(outer, from)
		if !ok {
			return -1
		}
		const far = 64 // bytes of white space
		before := r.text[max(from, end-len(outer)-far) : end-len(outer)]
		before = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(before, claudePrefix), "</"), " \t\r\n")
		if !strings.HasSuffix(before, inner) {
			return -1
		}
		return end
	}
}

// endOfObjects returns the end of a JSON object, and of others after semicolons, given a place in
// the first; a text that ends in one is cut off.
func endOfObjects(r *leakReader, from int) int {
	text := r.text
	end := closeOf(text, from)
	for end >= 0 && end < len(text) {
		rest := strings.TrimLeft(text[end:], " \t\r\n};")
		if !strings.HasPrefix(rest, "{") {
			if tail := strings.TrimLeft(text[end:], " \t\r\n}"); strings.HasPrefix(tail, "</tool_call>") {
				end = len(text) - len(tail) + len("</tool_call>")
			} else if !strings.Contains(text[end:len(text)-len(tail)], "\n") {
				end = len(text) - len(tail) // one brace too many
			}
			break
		}
		end = closeOf(text, len(text)-len(rest)+1)
	}
	if end < 0 {
		return len(text)
	}
	return end
}

// keyword matches the start of the arguments of a call in Python: none, or one with its name.
var keyword = lazy(`^\s*(?:\)|[A-Za-z_]\w*\s*=[^=])`)

// endOfList returns the end of a list of calls in Python, given a place in the arguments of the
// first; -1 if it is another list.
func endOfList(r *leakReader, from int) int {
	text := r.text
	for {
		if !keyword().MatchString(text[from:min(len(text), from+128)]) {
			return -1
		}
		end := closeOf(text, from)
		if end < 0 {
			return -1
		}
		rest := strings.TrimLeft(text[end:], " \t\r\n")
		rest = strings.TrimLeft(strings.TrimPrefix(rest, ","), " \t\r\n")
		if strings.HasPrefix(rest, "]") {
			return len(text) - len(rest) + 1
		}
		open := strings.IndexByte(rest[:min(len(rest), 80)], '(')
		if open <= 0 || strings.TrimLeft(rest[:open], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.0123456789") != "" {
			return -1
		}
		from = len(text) - len(rest) + open + 1
	}
}

// maxLoose bounds the bytes of a call without an end tag: finding the end is repeated for each
// candidate.
const maxLoose = 64 << 10

// closeOf returns the place after the bracket that closes the one before a place, outside strings; -1 if
// there is none.
func closeOf(text string, from int) int {
	open := 1
	end := min(len(text), from+maxLoose)
	for at := from; at < end; at++ {
		switch c := text[at]; c {
		case '{', '[', '(':
			open++
		case '}', ']', ')':
			if open--; open == 0 {
				return at + 1
			}
		case '"', '\'':
			for at++; at < end && text[at] != c; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		}
	}
	return -1
}

// loose reads a call without an opener of its own at an offset.
func (r *leakReader) loose(at int) (leakedCall, bool) {
	text := r.text[at:]
	forms := looseForms()[looseKey(text)]
	if text[0] == '{' || text[0] == '[' {
		if r.tries++; r.tries > maxTries || !startsLine(r.text, at) {
			return leakedCall{}, false
		}
	}
	for i := range forms {
		f := &forms[i]
		m := f.shape.FindStringSubmatchIndex(text[:min(len(text), maxShape)])
		if m == nil {
			continue
		}
		c := leakedCall{format: f.name, opener: at + m[3], end: at + m[1], runs: f.dialect&r.shown.calls != 0}
		if len(m) > 4 && m[4] >= 0 {
			if c.tool = text[m[4]:m[5]]; placeholderName(c.tool) {
				continue
			}
		}
		switch {
		case f.name == clineForm:
			c.end = r.endOfElement(at, c.tool)
		case f.end == nil:
			c.end = max(c.end, endOfLine(r.text, c.opener))
		default:
			c.end = f.end(r, c.end)
		}
		if c.end >= 0 && r.suits(f, at, &c) {
			return c, true
		}
	}
	return leakedCall{}, false
}

const (
	clineForm = "Cline's tags"
	listForm  = "Llama's Python syntax"
	maxShape  = 1 << 10 // bytes; more than those of a shape
	maxTries  = 256     // brackets of a message that are read as calls
)

// endOfElement returns where the element of a name that starts at an offset ends, or -1.
func (r *leakReader) endOfElement(at int, name string) int {
	if !isClineTool(name) && !r.shown.isTool(name) {
		return -1
	}
	if end, ok := r.end("</"+name+">", at); ok {
		return end
	}
	return -1
}

// isClineTool reports whether a name is that of a tool of Cline, Roo Code or Kilo Code, which other
// elements do not have.
func isClineTool(name string) bool {
	switch name {
	case "read_file", "write_to_file", "replace_in_file", "apply_diff", "execute_command", "search_files", "list_files",
		"list_code_definition_names", "ask_followup_question", "attempt_completion", "new_task", "switch_mode",
		"browser_action", "access_mcp_resource", "insert_content", "search_and_replace":
		return true
	}
	return false
}

// suits reports whether the circumstances are those that a call needs.
func (r *leakReader) suits(f *looseForm, at int, c *leakedCall) bool {
	const far = 256 // bytes of white space
	before, after := strings.TrimSpace(r.text[max(0, at-far):at]), strings.TrimSpace(r.text[c.end:min(len(r.text), c.end+far)])
	ofSession := r.shown.isTool(c.tool)
	switch {
	case f.needs&ofTool != 0:
		return startsLine(r.text, at) && (ofSession || isClineTool(c.tool))
	case f.needs&last != 0:
		return r.endTags() <= c.end && !strings.HasSuffix(before, ":") && at <= r.firstOpener()
	case f.needs&alone == 0:
		return true
	case after != "" || strings.HasSuffix(before, ":"):
		return false
	case ofSession:
		return true
	}
	return isWord(before) && r.shown.calls&defined == 0 && !strings.HasSuffix(r.text[at:c.opener+len(c.tool)+1], "()")
}

// isWord reports whether a text is empty, or one of the stray words that models write before a call.
func isWord(text string) bool {
	const longest = 8 // bytes
	return len(text) <= longest && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == ""
}

// endTags returns where the end tags at the end of the text start, which nothing but white space is
// between.
func (r *leakReader) endTags() int {
	if r.tags == 0 {
		text := strings.TrimRight(r.text, " \t\r\n")
		for strings.HasSuffix(text, ">") {
			start := strings.LastIndex(text[max(0, len(text)-maxTag):], "</")
			if start < 0 {
				break
			}
			text = strings.TrimRight(text[:max(0, len(text)-maxTag)+start], " \t\r\n")
		}
		r.tags = len(text) + 1
	}
	return r.tags - 1
}

// maxTag is the maximum length in bytes of an end tag.
const maxTag = 64

// firstOpener returns where the first opener of a call or a parameter starts, which may be the end of the text.
func (r *leakReader) firstOpener() int {
	if r.opener == 0 {
		r.opener = len(r.text)
		for _, word := range [...]string{"<invoke", "<parameter", "<function="} {
			if n := strings.Index(r.text[:r.opener], word); n >= 0 {
				r.opener = n
			}
		}
		r.opener++
	}
	return r.opener - 1
}
