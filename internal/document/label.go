package document

import (
	"cmp"
	"regexp"
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
	// fenced reports whether it is in a code block.
	fenced bool
}

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
	line := strings.TrimRight(text[at:min(end, at+160)], "\r\n") // no label is longer
	if at == 0 {
		line = strings.TrimPrefix(line, bom)
	}
	return line
}

// afterLabel finds what follows an emphasized label: a colon, a time or similar, or nothing.
const afterLabel = `(?::| *$| *[^\x00-\x7f]| *[(|\-\[]| +[_*])`

// labelForms are the forms of labels that a line may start with, each with the characters that it starts with, and text that it has.
// The group that matches is the label.
var labelForms = [...]struct {
	form       form
	first, has string
	find       func() *regexp.Regexp
}{
	{heading, "#", "# ", lazy(`^#+ (.+)`)},
	{emphasis, "*_", "", lazy(`^(?:_*\*[*_]*([^*_ ][^*]*?)(?:$|:\*|\*[*_]*` + afterLabel + `)|_+([^*_ ][^_]*?)(?:$|:_|_[*_]*` + afterLabel + `))`)},
	{ruler, "*_-=~", "", lazy(`^(?:\*\*+|__+|--+|==+|~~+) (.+)`)},
	{key, `-"r`, "role", lazy(`^(?:- )?"?role"? *:(.+)`)},
	{token, "<", "_of_", lazy(`^<start_of_turn>(.+)`)},
	{element, "<", "=", lazy(`^<[^>]* (?:role|from)=(?:"([^">]+)"|'([^'>]+)')[^>]*>`)},
	{bracket, "[", "]", lazy(`^\[([^\]]+)\]`)},
}

// markOf returns the mark of a line.
func markOf(line string) (m mark, ok bool) {
	head := strings.TrimLeft(line, " ")
	if head == "" || len(line)-len(head) > 3 {
		return mark{}, false
	}
	c := head[0]
	if isLetter(c) && c != 'r' && c != '_' { // as most lines of prose
		return plainMark(head)
	}
	digit := '0' <= c && c <= '9'
	if digit || c == '[' {
		if rest, ok := afterStamp(head); ok {
			m.form = logLine
			m.who, m.word = speakerOfLog(rest)
			return m, true
		}
	}
	if tag, _, closed := strings.Cut(head[1:], ">"); c == '<' && closed {
		if who, known := speakers[strings.ToLower(tag)]; known && who != Tool {
			return mark{form: element, who: who, word: strings.ToLower(tag)}, true
		}
	}
	if word, _, _ := cutWord(strings.TrimLeft(head, `"=`)); c != '<' && word != "role" && !numbered(word) {
		if _, known := speakers[word]; !known {
			return mark{}, false // before an expression looks for it
		}
	}
	for i := range labelForms {
		f := &labelForms[i]
		if strings.IndexByte(f.first, c) < 0 || !strings.Contains(head, f.has) {
			continue
		}
		for k, label := range f.find().FindStringSubmatch(head) {
			if label = strings.Trim(label, " #*_:=~-\"',"); k > 0 && label != "" {
				m.form = f.form
				m.who, m.word, ok = speakerOf(label)
				return m, ok
			}
		}
	}
	if digit || strings.IndexByte("#*_-=~<[", c) >= 0 {
		return mark{}, false
	}
	return plainMark(head)
}

// maxPlain bounds a label that ends with a colon, in bytes.
const maxPlain = 64

// plainMark returns the mark of a line without other marks. Its label is the text before a colon, or the whole line
// if it starts with an emoji.
func plainMark(head string) (m mark, ok bool) {
	label, emoji := head, head[0] >= 0x80
	switch n := strings.IndexByte(head[:min(len(head), maxPlain)], ':'); {
	case n < 0 && (!emoji || len(head) >= maxPlain), n >= 0 && n+1 < len(head) && head[n+1] != ' ' && head[n+1] != '\t':
		return mark{}, false
	case n >= 0:
		label = head[:n]
	}
	if m.form = colon; head[0]|0x20 == head[0] && !emoji {
		m.form = lower
	}
	m.who, m.word, ok = speakerOf(label)
	return m, ok
}

// tokenMark finds the tokens that the templates of chat models write, with their names.
var tokenMark = lazy(`<\|(\w+)\|>|<｜(\w+)｜>|\[(/?)INST\]`)

// tokens returns the marks written by the templates of chat models, which may be anywhere in a line, by offsets in it.
func tokens(text string) (list []mark) {
	if !strings.Contains(text, "|>") && !strings.Contains(text, "｜>") && !strings.Contains(text, "INST]") {
		return nil
	}
	for _, at := range tokenMark().FindAllStringSubmatchIndex(text, -1) {
		name := text[max(at[2], at[4], 0):max(at[3], at[5], 0)]
		switch name {
		case "": // [INST] and [/INST]
			if name = "user"; at[6] < at[7] {
				name = "assistant"
			}
		case "im_start", "start_header_id", "start":
			const far = 16 // bytes: no word for a speaker is longer
			name, _, _ = cutWord(text[at[1]:min(len(text), at[1]+far+1)])
		}
		if who, known := speakers[strings.ToLower(name)]; known {
			list = append(list, mark{at: at[0], form: token, who: who, word: strings.ToLower(name)})
		}
	}
	return list
}
