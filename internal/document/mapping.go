package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// FileSpan returns the place in the file of a span of the segment's text. A span over
// several lines includes what the file puts before each line except the first; one that
// ends at the end of a line does not include what precedes the next.
func (s *Segment) FileSpan(span xmlcall.Span) xmlcall.Span {
	span = s.clamp(span)
	start := s.literal.Offset(span.Start)
	if span.Len() == 0 {
		return xmlcall.Span{Start: start, End: start}
	}
	return xmlcall.Span{Start: start, End: s.literal.End(span.End)}
}

// TextOffset returns the offset in the segment's text of a place in the file: before the
// byte there, or the end of the text. ok is false if the text does not have the place, as
// in the marks of a block quote.
func (s *Segment) TextOffset(file int) (at int, ok bool) {
	if file == s.FileOffset(len(s.Text)) {
		return len(s.Text), true
	}
	at, ok = s.literal.Find(file)
	return at, ok && 0 <= at && at < len(s.Text)
}

// FileOffset returns the place in the file of the byte at an offset of the segment's
// text; for its end, the place after its last byte.
func (s *Segment) FileOffset(at int) int { return s.literal.Offset(min(max(at, 0), len(s.Text))) }

// FileEdit returns the edit of the file that replaces span of the segment's text by
// text. Each added line gets the prefix of the line where the edit starts: the marks of
// a block quote, the indentation of a list item. In a string of JSON or of a program
// the text is escaped like the text around it. ok is false if the string cannot
// represent the text, as a raw string of Go cannot contain a backquote, and if the edit
// concerns a computed part.
func (s *Segment) FileEdit(span xmlcall.Span, text string) (where xmlcall.Span, with string, ok bool) {
	span, text = s.edit(s.clamp(span), text)
	where.Start, where.End, with, ok = s.literal.Edit(span.Start, span.End, text)
	return where, with, ok
}

// edit returns the edit of the text with what the file puts before each line.
func (s *Segment) edit(span xmlcall.Span, text string) (xmlcall.Span, string) {
	if !s.literal.Verbatim() {
		return span, text
	}
	lead, prefix := s.prefix(span.Start, strings.Contains(text, "\n"))
	last := span.End == len(s.Text)
	if last && !endsLine(s.Text[:span.Start]+text) && endsLine(s.Text) {
		// The text that follows in the file, such as a closing fence, needs its own
		// line.
		text += lineEnd(s.Text)
	}
	if lead == "" && prefix == "" {
		return span, text // which many fixes share
	}
	var b strings.Builder
	if line, _, _ := strings.Cut(s.Text[span.End:], "\n"); text == "" && strings.Trim(line, "\r") != "" {
		b.WriteString(lead)
	}
	for rest := text; rest != ""; {
		line, after, more := strings.Cut(rest, "\n")
		if strings.Trim(line, "\r") == "" && more {
			lead = strings.TrimRight(lead, " \t")
		}
		b.WriteString(lead)
		b.WriteString(line)
		if more {
			b.WriteByte('\n')
		}
		if after == "" && more && !last {
			b.WriteString(prefix)
		}
		lead, rest = prefix, after
	}
	return span, b.String()
}

// clamp returns the part of a span that is in the segment's text.
func (s *Segment) clamp(span xmlcall.Span) xmlcall.Span {
	end := min(max(span.End, 0), len(s.Text))
	return xmlcall.Span{Start: min(max(span.Start, 0), end), End: end}
}

// prefix returns the prefix that the file needs before text inserted at offset at, and
// before each further line of it, if it has several.
func (s *Segment) prefix(at int, several bool) (lead, prefix string) {
	before := strings.TrimRight(s.Text[:at], " \t\r")
	rest := strings.TrimLeft(s.Text[at:], " \t\r")
	blank := endsLine(before) && (rest == "" || rest[0] == '\n')
	if !blank && !several { // a line may hold any number of edits
		return "", ""
	}
	start := strings.LastIndexByte(s.Text[:at], '\n') + 1
	first := s.filePrefix(0)
	if start == len(s.Text) {
		// The line after the text does not exist yet.
		return continued(first), continued(first)
	}
	prefix = s.filePrefix(start)
	if blank && len(prefix) < len(first) {
		// A blank line may lack the indentation that text needs.
		full := continued(first)
		if strings.HasPrefix(full, prefix) {
			return full[len(prefix):], full
		}
	}
	return "", continued(prefix)
}

// filePrefix returns the text in the file before the line of the text that starts at
// offset start.
func (s *Segment) filePrefix(start int) string {
	before := s.literal.Before(start)
	return strings.TrimPrefix(before[strings.LastIndexByte(before, '\n')+1:], bom)
}

// continued returns a line's prefix for the lines after it: blanks in place of list
// markers, and a blank after the last quote mark, so that content cannot lose one of
// its own.
func continued(prefix string) string {
	b := []byte(prefix)
	for i, c := range b {
		if c != ' ' && c != '\t' && c != '>' {
			b[i] = ' '
		}
	}
	if strings.HasSuffix(prefix, ">") {
		b = append(b, ' ')
	}
	return string(b)
}
