package textcall

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
)

// A tag is a tag or a special token, in any spelling that was seen: with bars of several kinds, one or two, with
// blanks, and with quotes of several kinds. Text that is an opener or an end is one as well.
type tag struct {
	Span
	// key is the name in lower case, after a "/" if the tag ends something. Special tokens have a bar before, after, or on
	// both sides: "|tool_call_begin|"; "▁" is "_". The prefixes antml: and steptml: are not in it; DSML is "dsml:" before
	// openers, <|open|>call…<|sep|> is "open:call", and an element with the name of a tool is [element].
	key     string
	value   string // what stands behind "=", or the attribute name: a tool or an argument
	attrs   string
	dsml    bool
	damaged bool
}

// maxTag is the maximum size in bytes of a tag, and of a name with the words and blanks around it.
const maxTag = 640

// element is the key of an element with the name of a tool.
const element = "<>"

const bars = `( ?[|｜‖]{1,2} ?)`

var (
	// tagPattern matches a tag of Kimi K3, or another one. <function=NAME{…} has a ">" too few.
	tagPattern = lazy(`^<(?:\|(open|close)\|>(tools|call|argument)\b([^<]*)<\|sep\|>|` +
		`( ?)(/?)` + bars + `?(/?) ?(?:(?i:dsml)` + bars + `)?(?:antml:|steptml:)?([\w.:▁-]*)` +
		`(?:` + bars + `>|(=[^<>"'{]+)\{|((?:[^<>"']|"[^"]*"|'[^']*')*)>))`)

	// valuePattern matches the name of a tool or an argument, as the rest of a tag or as an attribute.
	valuePattern = lazy(`^ ?= ?["'“”‘’]?([^"'“”‘’]*)|(?:^|\s)(r?name|tool|key)\s?=\s?(?:"([^"]*)"|'([^']*)'|[“”‘’]([^“”‘’]*)[“”‘’])`)
)

func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// tag returns the tag at an offset that is the opener or the end of a call, of an argument or of a result.
func (r *Reader) tag(at int) (t tag, ok bool) {
	if r.text[at] != '<' {
		for _, word := range texts {
			if strings.HasPrefix(r.text[at:], word) {
				return tag{Span: Span{at, at + len(word)}, key: word}, len(word) > 1 || r.startsLine(at)
			}
		}
		return t, false
	}
	text := r.text[at:min(len(r.text), at+maxTag)]
	word := strings.TrimLeft(text[1:], " /")
	n := 0
	for n < len(word) && 'a' <= word[n]|0x20 && word[n]|0x20 <= 'z' {
		n++
	}
	switch { // most
	case n == len(word), n == 0 && strings.IndexByte("|\xef\xe2", word[0]) < 0, n == 0 && strings.HasPrefix(strings.TrimLeft(word, "|｜‖ "), "<"):
		return t, false
	case n > 0 && strings.IndexByte(" ,\n>", word[n]) >= 0 && r.rows[strings.ToLower(word[:n])] == nil && !strings.Contains(word[:n], "vok"):
		return t, false
	}
	groups := tagPattern().FindStringSubmatchIndex(text)
	if groups == nil {
		return t, false
	}
	var m [13]string
	for i := range m {
		m[i] = text[max(groups[2*i], 0):max(groups[2*i+1], 0)]
	}
	slash, left, dsml, right := m[5]+m[7], m[6], m[8], m[10]
	t = tag{Span: Span{at, at + len(m[0])}, attrs: m[3] + m[11] + m[12], dsml: dsml != "", damaged: m[4] != ""}
	for _, bar := range [...]string{left, dsml, right} {
		t.damaged = t.damaged || bar != "" && bar != "|" && bar != "｜"
	}
	switch t.key = strings.ReplaceAll(strings.ToLower(m[9]), "▁", "_"); {
	case m[1] != "":
		t.key = map[string]string{"open": "open:", "close": "/open:"}[m[1]] + m[2]
	case m[11] != "":
		t.End--
	case strings.Contains(t.key, "vok") && t.key != "invoke":
		t.key, t.damaged = "invoke", true // <rivoke, <nvoke
	case t.dsml && slash == "" && t.key != "parameter":
		t.key = "dsml:" + t.key
	}
	switch t.key = slash + t.key; {
	case right != "":
		t.key += "|"
	case left != "" && !t.dsml:
		t.key += ">"
	}
	if left != "" && !t.dsml {
		t.key = "|" + t.key
	}
	if _, ok = r.rows[t.key]; !ok && !t.damaged && t.attrs == "" && strings.Contains(t.key, "_") {
		name := strings.Trim(r.text[at:t.End], "</>")
		t.key, ok = slash+element, slices.Contains(clineTools, name) || r.session.Known(name)
	}
	if v := valuePattern().FindStringSubmatch(t.attrs); ok && v != nil {
		t.value = strings.Trim(v[1]+v[3]+v[4]+v[5], white+"/")
		t.damaged = t.damaged || v[5] != "" || v[2] != "" && v[2] != "name" && m[1] == ""
	}
	return t, ok
}

// after returns the first tag with a key at or after an offset.
func (r *Reader) after(key string, at int) (t tag, ok bool) {
	list := r.keyed[key]
	n := sort.Search(len(list), func(i int) bool { return r.tags[list[i]].Start >= at })
	if n == len(list) {
		return t, false
	}
	return r.tags[list[n]], true
}

// end returns the first tag with one of some keys at or after an offset.
func (r *Reader) end(keys string, at int) (first tag, ok bool) {
	for key := range strings.FieldsSeq(keys) {
		if t, found := r.after(key, at); found && (!ok || t.Start < first.Start) {
			first, ok = t, true
		}
	}
	return first, ok
}

// tagAfter returns the tag that starts at an offset or after white space there.
func (r *Reader) tagAfter(at int) (t tag, ok bool) {
	at = skipAny(r.text, at, white)
	n := r.index(at)
	if n == len(r.tags) || r.tags[n].Start > at {
		return tag{Span: Span{at, at}}, false
	}
	return r.tags[n], true
}

// clineTools are the tools of Cline, Roo Code and Kilo Code, whose names other elements do not have.
var clineTools = strings.Fields(`read_file write_to_file replace_in_file apply_diff execute_command search_files list_files
	list_code_definition_names ask_followup_question attempt_completion new_task switch_mode
	browser_action access_mcp_resource insert_content search_and_replace`)
