package transcript

import (
	"errors"
	"io"
	"strings"
)

// A Likeness is how much a text, whatever it is called, is like a transcript in JSON.
type Likeness uint8

const (
	// Other text: at least its start is not JSON.
	Other Likeness = iota
	// Value: a value, or records, one per line, maybe of a log.
	Value
	// Transcript: the same, with roles or messages.
	Transcript
)

// HeadSize is the number of bytes of a text that [LikenessOf] examines.
const HeadSize = 256 << 10

// LikenessOf returns how much a text is like a transcript. The text may be cut off.
func LikenessOf(text string) Likeness {
	head := text[:min(len(text), HeadSize)]
	switch {
	case !isJSON(head) && !isLog(head):
		return Other
	case showsMessages().MatchString(head):
		return Transcript
	}
	return Value
}

// Begins reports whether a line at the start of a text starts as a value of JSON does: it may be damaged.
func Begins(text string) bool {
	head := strings.TrimPrefix(text[:min(len(text), HeadSize)], bom)
	for line := range strings.Lines(head) {
		if line = strings.TrimLeft(line, " \t\r\n"); line != "" && strings.IndexByte("{[\"", line[0]) >= 0 {
			return true
		}
	}
	return strings.TrimLeft(head, " \t\r\n") == ""
}

// Starts reports whether the first line of a text is that of an object, a list or a log: most text is neither, and
// is not examined further.
func Starts(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, bom), " \t\r\n")
	line, _, _ := strings.Cut(text[:min(len(text), maxHead)], "\n")
	if line == "" {
		return false
	}
	_, ok := recordIn(line)
	return ok || line[0] == '[' || isLogLine(line)
}

// isJSON reports whether a text is an object, or a list of objects. One that is cut off or damaged is, unless
// it is one line and other text follows.
func isJSON(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, bom), " \t\r\n")
	inner := strings.TrimLeft(strings.TrimPrefix(text, "["), " \t\r\n")
	if !startsObject(inner) {
		return false
	}
	at, err := valueEnd(text)
	switch rest := strings.TrimLeft(text[at:], " \t\r\n"); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return true
	case strings.Contains(text[:at], "\n"): // of several lines
		return err != nil || rest == "" || startsObject(strings.TrimLeft(rest, "[ \t\r\n"))
	default:
		return err == nil && rest == ""
	}
}

// valueEnd returns the end of the value of JSON that a text starts with, or the place of the first error.
func valueEnd(text string) (end int, err error) {
	t := newTokens(text)
	if err = t.dec.SkipValue(); err != nil {
		return t.place(err), err
	}
	return t.offset(), nil
}

// startsObject reports whether a text starts with an object, with its first name.
func startsObject(text string) bool {
	inner, ok := strings.CutPrefix(text, "{")
	if inner = strings.TrimLeft(inner, " \t\r\n"); !ok || inner == "" || inner[0] == '}' {
		return ok
	}
	name, ok := strings.CutPrefix(inner, `"`)
	end := strings.IndexByte(name, '"')
	if !ok || end < 0 {
		return ok && !strings.Contains(name, "\n") // it is cut off
	}
	rest := strings.TrimLeft(name[end+1:], " \t\r\n")
	return rest == "" || rest[0] == ':'
}

// isLog reports whether most lines of a text are records, or it is a log with records between its own lines. The
// lines with calls have to be records: prose with an example of a record is not a log.
func isLog(text string) bool {
	if !Starts(text) && !strings.Contains(text, `"role"`) && !strings.Contains(text, `"messages"`) {
		return false // as most text
	}
	var records, others struct{ lines, bytes, candidates, likely int }
	const examined = 8 // records that are read
	for line := range strings.Lines(strings.TrimPrefix(text, bom)) {
		at, ok := recordIn(line)
		count := &records
		switch {
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
			return false // records in a document
		case !ok || at > 0 && !isLogLine(line) && (len(line) <= 4*at || !showsMessages().MatchString(line)):
			if count = &others; strings.TrimSpace(line) == "" {
				continue
			}
			if isLogLine(line) {
				others.likely++
			}
		case records.lines < examined && !isRecord(line, at):
			continue
		}
		count.lines++
		count.bytes += len(line)
		if Candidate(line) >= 0 {
			count.candidates++
		}
	}
	return records.lines > 0 && others.candidates <= records.candidates && (records.bytes >= others.bytes || 2*others.likely >= others.lines)
}

// isRecord reports whether what a line has at an offset is valid JSON, which may be cut off. Only in a log other
// text follows it.
func isRecord(line string, at int) bool {
	end, err := valueEnd(line[at:])
	if err != nil {
		return errors.Is(err, io.ErrUnexpectedEOF)
	}
	rest := strings.TrimLeft(line[at+end:], " \t\r\n")
	return at > 0 || rest == "" || startsObject(rest)
}

// showsMessages matches a member of a record with messages.
var showsMessages = lazy(`"(?:gen_ai|(?:role|messages|from|source|author|conversations|steps|payload|message|parts|input|output)" *:)`)
