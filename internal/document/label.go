package document

import (
	"cmp"
	"slices"
	"strings"
)

// A form is a notation for speakers in transcripts. A transcript uses one form; see
// accept.
type form uint8

const (
	heading  form = iota // ## Assistant
	emphasis             // **User:**, _**User**_
	colon                // User:, ASSISTANT:, 🤖 Assistant
	lower                // user:
	bracket              // [assistant]
	element              // <assistant>, <message role="assistant">
	ruler                // --- assistant ---
	key                  // role: assistant, as in YAML
	token                // <|im_start|>assistant, [INST]
	logLine              // 2026-10-01T09:30:00Z [assistant]
	forms
)

// A mark is a label, at which a message of a transcript starts.
type mark struct {
	at   int // byte offset of the line, or of a token in it
	form form
	who  Role   // Unknown: a line of a log that does not name anybody
	word string // the word for the speaker; "result" for a tool's
}

// maxLabel bounds the part of a line that is examined, in bytes.
const maxLabel = 160

// marksIn returns the marks of the line of a text from at to end, by position.
func marksIn(text string, at, end int) []mark {
	var list []mark
	if line := text[at:end]; strings.IndexByte(line, '>') >= 0 || strings.IndexByte(line, ']') >= 0 { // as few have
		list = tokens(line)
	}
	for i := range list {
		list[i].at += at
	}
	if m, ok := markOf(lineAt(text, at, end)); ok {
		m.at = at
		list = append(list, m)
	}
	if len(list) < 2 {
		return list
	}
	slices.SortStableFunc(list, func(a, b mark) int { return cmp.Compare(a.at, b.at) })
	return slices.CompactFunc(list, func(a, b mark) bool { return a.at == b.at }) // at one place
}

// lineAt returns the head of the line from at to end.
func lineAt(text string, at, end int) string {
	line := text[at:min(end, at+maxLabel)]
	for line != "" && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	if at == 0 {
		line = strings.TrimPrefix(line, bom)
	}
	return line
}

// markOf returns the mark of a line.
func markOf(line string) (m mark, ok bool) {
	head := strings.TrimLeft(line, " ")
	if head == "" || len(line)-len(head) > 3 {
		return mark{}, false
	}
	var label string
	switch c := head[0]; {
	case c == '#':
		label = strings.TrimLeft(head, "#")
		if !strings.HasPrefix(label, " ") {
			return mark{}, false
		}
		m.form, label = heading, strings.Trim(label, "# *_:")
	case c == '*' || c == '_':
		if m.form, label = emphasis, emphasized(head); label == "" {
			m.form, label = ruler, ruled(head)
		}
	case c == '-' || c == '=' || c == '~':
		if m.form, label = ruler, ruled(head); label == "" {
			m.form, label = key, valueOfRole(strings.TrimPrefix(head, "- "))
		}
	case c == '<':
		if rest, ok := strings.CutPrefix(head, "<start_of_turn>"); ok {
			m.form, label = token, rest
		} else {
			m.form, label = element, roleOfTag(head)
		}
	case c == '[' || '0' <= c && c <= '9':
		if n := stampLen(head); n > 0 {
			m.form = logLine
			m.who, m.word = speakerOfLog(head[n:])
			return m, true
		}
		inner, _, closed := strings.Cut(head[1:], "]")
		if c != '[' || !closed {
			return mark{}, false
		}
		m.form, label = bracket, inner
	default:
		if label = valueOfRole(head); label != "" {
			m.form = key
			break
		}
		m.form, label = colon, beforeColon(head)
		if c|0x20 == c && c < 0x80 {
			m.form = lower
		}
	}
	if label == "" {
		return mark{}, false
	}
	m.who, m.word, ok = speakerOf(label)
	return m, ok
}

// emphasized returns the emphasized text at the start of a line, if that is the whole
// line or its label: followed by a colon, a time or similar.
func emphasized(line string) string {
	inner := strings.TrimLeft(line, "*_")
	if inner == "" || inner[0] == ' ' {
		return ""
	}
	closing := "*"
	if !strings.Contains(line[:len(line)-len(inner)], "*") {
		closing = "_"
	}
	label, rest, closed := strings.Cut(inner, closing)
	rest = strings.TrimLeft(rest, "*_")
	if !closed || strings.HasSuffix(label, ":") || strings.HasPrefix(rest, ":") {
		return strings.TrimSuffix(label, ":")
	}
	if rest = strings.TrimLeft(rest, " "); rest == "" || rest[0] >= 0x80 || strings.IndexByte("(|-[_*", rest[0]) >= 0 {
		return label
	}
	return ""
}

// ruled returns the label in a line such as "--- assistant ---".
func ruled(line string) string {
	mark := line[:1]
	inner := strings.TrimLeft(line, mark)
	if len(line)-len(inner) < 2 || !strings.HasPrefix(inner, " ") {
		return ""
	}
	return strings.Trim(inner, mark+" :")
}

// valueOfRole returns the value in a line such as "role: assistant".
func valueOfRole(line string) string {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(line, `"`), "role")
	if !ok {
		return ""
	}
	rest = strings.TrimLeft(strings.TrimPrefix(rest, `"`), " ")
	if !strings.HasPrefix(rest, ":") {
		return ""
	}
	return strings.Trim(rest[1:], ` "',`)
}

// roleOfTag returns the speaker in a tag such as <message role="user">, or its
// name.
func roleOfTag(line string) string {
	tag, _, closed := strings.Cut(line[1:], ">")
	if !closed {
		return ""
	}
	if strings.IndexByte(tag, '=') >= 0 {
		for _, attribute := range []string{" role=", " from="} {
			if _, value, ok := strings.Cut(tag, attribute); ok && value != "" {
				value, _, _ = strings.Cut(value[1:], value[:1])
				return value
			}
		}
	}
	if who, known := speakers[strings.ToLower(tag)]; known && who != Tool {
		return tag
	}
	return ""
}

// maxPlain bounds a label that ends with a colon, in bytes.
const maxPlain = 64

// beforeColon returns the label at the start of a line: the text before a colon, or the whole line
// if it starts with an emoji.
func beforeColon(line string) string {
	n := strings.IndexByte(line[:min(len(line), maxPlain)], ':')
	if n < 0 {
		if line[0] >= 0x80 && len(line) < maxPlain {
			return line
		}
		return ""
	}
	if n+1 < len(line) && line[n+1] != ' ' && line[n+1] != '\t' {
		return ""
	}
	return line[:n]
}

// maxToken bounds the name of a token, in bytes.
const maxToken = 32

// tokens returns the marks written by the templates of chat models, which may be
// anywhere in a line, by offsets in it.
func tokens(text string) []mark {
	var list []mark
	for _, t := range [...]struct{ open, close string }{{"<|", "|>"}, {"<｜", "｜>"}, {"[", "INST]"}} {
		// It searches for the end of a token: '<' is far more frequent.
		for at := 0; ; {
			n := strings.Index(text[at:], t.close)
			if n < 0 {
				break
			}
			end := at + n
			at = end + len(t.close)
			from := max(0, end-maxToken)
			open := strings.LastIndex(text[from:end], t.open)
			if open < 0 {
				continue
			}
			name := text[from+open+len(t.open) : end]
			switch {
			case t.open == "[" && name == "":
				name = "user"
			case t.open == "[" && name == "/":
				name = "assistant"
			case t.open == "[":
				continue
			case name == "im_start", name == "start_header_id", name == "start":
				name, _, _ = cutWord(text[at:min(len(text), at+maxToken)])
			}
			if who, known := speakers[strings.ToLower(name)]; known {
				list = append(list, mark{from + open, token, who, strings.ToLower(name)})
			}
		}
	}
	return list
}
