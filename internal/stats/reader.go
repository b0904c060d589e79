package stats

import (
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// A Reader reads the text of a source. It is safe for concurrent use.
type Reader struct {
	// Path is the name of the source in the rows.
	Path string
	// Kind is how the source is read, and Options are the options for checking its calls.
	// Levels of rules and comments that disable rules do not affect the rows.
	Kind    document.Kind
	Options diagnostics.Options
	// Labels are what all lines of a file that are not conversations of their own show: see [ShownBy].
	Labels *document.Labels
	// Row receives each row, in order; nil if only the tally is needed. The row is valid until Row
	// returns.
	Row func(*Row)
	// Examples reports whether calls that do not run as written, and those that leaked, are
	// requested: see [Tally.Examples].
	Examples bool
	// Since is the day, as 2006-01-02, before which rows are omitted, as are those of
	// unknown days; "" for none.
	Since string
	// Breaker is the number of failed calls in a row, refused ones or with an error as their
	// result, that trip a circuit breaker; 0 means [DefaultBreaker].
	Breaker int
}

// DefaultBreaker is the number of failed calls in a row that trip a circuit breaker.
const DefaultBreaker = 5

// A Place is the start of some lines of a file: the number of bytes and line ends before
// them.
type Place struct{ Offset, Line int }

// Read reads all of the source. Rows are made as they are taken, because those of a large source have
// several times its size.
func (s *Session) Read(text string) {
	r := *s.Reader
	if r.Kind == document.JSON && transcript.IsLines(text) {
		r.Labels = ShownBy(transcript.Find(text), nil)
		s.Add(r.Lines(text, Place{}))
		return
	}
	c := conversation{Reader: &r, text: text, native: true}
	if r.Kind == document.JSON {
		transcript.NewOutline().Messages(text, c.add)
	}
	if r.Kind != document.JSON || document.Relevant(text, r.Kind) {
		c.file = document.ReadWith(text, r.Kind, r.Options.ReadOptions())
	}
	if r.Kind != document.JSON {
		c.messages()
	}
	c.deliver(&meta{}, s.take)
}

// ShownBy is [document.ShownBy] for those of some lines that are not conversations of their own.
func ShownBy(found transcript.Found, known *document.Labels) *document.Labels {
	outline := transcript.NewOutline()
	isAlone := func(line string) (alone bool) {
		outline.Messages(line, func(m *transcript.OutlineMessage) { alone = alone || m.Alone })
		return alone
	}
	var rest strings.Builder
	var all *document.Labels
	some := false
	for _, at := range found.Lines {
		line := found.Text[at.Start:at.End]
		if isAlone(line) {
			some = true
			continue
		}
		if rest.Len() == 0 { // as a rule none is alone
			if all = document.ShownBy(found, known); known.Add(all) == known {
				return nil
			}
		}
		rest.WriteString(line)
	}
	if !some {
		return all
	}
	return document.ShownBy(transcript.Find(rest.String()), known)
}

// Lines reads lines of a file with one record per line, which start at a place. A
// line whose record has a list of messages is a session of its own. The text may be reused
// when Lines returns.
func (r *Reader) Lines(text string, at Place) *Lines {
	l := &Lines{}
	outline := transcript.NewOutline()
	c := conversation{Reader: r, line: at.Line + 1}
	add := c.add
	next, stop := iter.Pull(transcript.CallLines(text, false))
	defer stop()
	line, more := next()
	for begin := 0; begin < len(text); begin += len(c.text) {
		end := len(text)
		if n := strings.IndexByte(text[begin:], '\n'); n >= 0 {
			end = begin + n + 1
		}
		c.text, c.offset = text[begin:end], at.Offset+begin
		calls := more && line.Start == begin
		c.native = calls || r.Labels.ShowsNative()
		outline.Messages(c.text, add)
		if calls {
			c.read(outline)
			line, more = next()
		}
		l.conversation(&c)
		c.file, c.turns, c.alone = nil, c.turns[:0], false
		c.line += c.lines.Lines() - 1
	}
	return l
}
