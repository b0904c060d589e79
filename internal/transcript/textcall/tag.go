package textcall

import (
	"regexp"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// A tag is a tag or a special token, in any spelling that was seen: with bars of several kinds, one or two, with
// blanks, and with quotes of several kinds.
type tag struct {
	Span
	// key is the name in lower case, after a "/" if the tag ends something. Special tokens have a bar before, after, or on
	// both sides: "|tool_call_begin|"; "▁" is "_". The prefixes antml:, steptml: and DSML are not in it.
	key     string
	value   string // what stands behind "=", or the attribute name: a tool or an argument
	attrs   string
	dsml    bool
	damaged bool
}

// maxTag is the maximum length in bytes of the attributes of a tag.
const maxTag = 512

// scan reads the tag that starts at an offset.
func scan(text string, at int) (t tag, ok bool) {
	t.Span = Span{at, at + 1}
	if text[at] != '<' {
		return t, false
	}
	p := blanks(text, at+1)
	t.damaged = p > at+1
	slash := ""
	if strings.HasPrefix(text[p:], "/") {
		slash = "/"
		p = blanks(text, p+1)
	}
	p, left := t.bars(text, p)
	if left && strings.HasPrefix(text[p:], "/") {
		slash = "/"
		p++
	}
	end := nameEnd(text, p)
	name := text[p:end]
	if strings.EqualFold(name, "dsml") {
		if p, left = t.bars(text, end); !left {
			return t, false
		}
		end = nameEnd(text, p)
		name, left, t.dsml = text[p:end], false, true
	}
	if name == "" {
		return t, false
	}
	p = end
	t.key = strings.ToLower(name)
	if strings.Contains(t.key, "▁") {
		t.key = strings.ReplaceAll(t.key, "▁", "_")
	}
	for _, prefix := range [...]string{ClaudePrefix, "steptml:"} {
		t.key = strings.TrimPrefix(t.key, prefix)
	}
	switch {
	case strings.Contains(t.key, "vok") && t.key != "invoke":
		t.key, t.damaged = "invoke", true // <rivoke, <nvoke
	case t.dsml && slash == "" && t.key != "parameter":
		t.key = "dsml:" + t.key
	}
	t.key = slash + t.key
	if left {
		t.key = "|" + t.key
	}
	if q, right := t.bars(text, p); right && strings.HasPrefix(text[q:], ">") {
		t.key += "|"
		p = q
	} else if left {
		t.key += ">"
	}
	return t, t.attributes(text, p)
}

// attributes reads the rest of a tag from an offset after its name.
func (t *tag) attributes(text string, at int) bool {
	rest := text[at:min(len(text), at+maxTag)]
	var quote byte
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			t.attrs, t.End = rest[:i], at+i+1
			t.name()
			return true
		case c == '<' || c == '{' && i > 0 && rest[0] == '=': // <function=NAME{…}: a ">" too few
			t.attrs, t.End = rest[:i], at+i
			t.name()
			return c == '{' && t.value != ""
		}
	}
	return false
}

// nameAttribute matches the attribute that has the name of a tool or an argument.
var nameAttribute = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:.*\s)?(r?)name\s?=\s?(?:"([^"]*)"|'([^']*)'|[“”‘’]([^“”‘’]*)[“”‘’])`)
})

// name sets the value of a tag from its attributes: behind the "=" that they start with, or that of name="…".
func (t *tag) name() {
	attrs := strings.TrimSuffix(t.attrs, "/")
	if value, ok := strings.CutPrefix(strings.TrimLeft(attrs, " "), "="); ok {
		t.value = strings.Trim(value, white+`"'“”‘’`)
	} else if value, ok := strings.CutPrefix(attrs, ` name="`); ok && strings.IndexByte(value, '"') >= 0 { // most
		t.value = strings.TrimSpace(value[:strings.IndexByte(value, '"')])
	} else if strings.Contains(attrs, "name") {
		if m := nameAttribute().FindStringSubmatch(attrs); m != nil {
			t.value = strings.TrimSpace(m[2] + m[3] + m[4])
			t.damaged = t.damaged || m[1] != "" || m[4] != ""
		}
	}
}

// bars skips the bars of a special token, and the blanks beside them.
func (t *tag) bars(text string, at int) (end int, ok bool) {
	count := 0
	for p := blanks(text, at); p < len(text); {
		c, size := utf8.DecodeRuneInString(text[p:])
		if c != '|' && c != '｜' && c != '‖' {
			break
		}
		t.damaged = t.damaged || p != at && count == 0 || c == '‖'
		count++
		p += size
		at = p
	}
	if count == 0 {
		return at, false
	}
	end = blanks(text, at)
	t.damaged = t.damaged || end != at || count > 1
	return end, true
}

// blanks returns the end of the blanks, two at most, at an offset.
func blanks(text string, at int) int {
	for n := 0; n < 2 && at < len(text) && text[at] == ' '; n++ {
		at++
	}
	return at
}

// nameEnd returns the end of the name at an offset.
func nameEnd(text string, at int) int {
	const longest = 80 // bytes
	for start := at; at < len(text) && at < start+longest; {
		switch c := text[at]; {
		case c == '_' || c == '-' || c == '.' || c == ':' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z':
			at++
		case strings.HasPrefix(text[at:], "▁"):
			at += len("▁")
		default:
			return at
		}
	}
	return at
}

// after returns the first tag with a key at or after an offset. The tags that matter are found once.
func (r *Reader) after(key string, at int) (Span, bool) {
	if r.marks == nil {
		r.marks = map[string][]Span{}
		for n := 0; n < len(r.text); n++ {
			next := strings.IndexByte(r.text[n:], '<')
			if next < 0 {
				break
			}
			n += next
			if t, ok := scan(r.text, n); ok && formats.marks[t.key] {
				r.marks[t.key] = append(r.marks[t.key], t.Span)
			}
		}
	}
	list := r.marks[key]
	n := sort.Search(len(list), func(i int) bool { return list[i].Start >= at })
	if n == len(list) {
		return Span{}, false
	}
	return list[n], true
}

// end returns the first tag with one of some keys at or after an offset.
func (r *Reader) end(keys []string, at int) (first Span, ok bool) {
	for _, key := range keys {
		if s, found := r.after(key, at); found && (!ok || s.Start < first.Start) {
			first, ok = s, true
		}
	}
	return first, ok
}
