package stats

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// maxName bounds the length of a name in a call in bytes: a model can write anything
// there.
const maxName = 200

// calls iterates over the calls of a file, by position, also those that are none of Forge. A row has
// many times the size of a short call, so that only one at a time is made. Offsets and lines are those
// of the file. alone is whether the text is a session of its own.
func (r *Reader) calls(file *document.File, at Place, alone bool) iter.Seq[*Row] {
	d := r.Options.Unfiltered().OpenRead(file)
	lines := lineCounter{text: file.Text, line: at.Line + 1}
	row := func(kind, form string, start int, role document.Role, number int) *Row {
		f := r.row(kind, start, at, lines.at(start))
		f.Form, f.Role, f.Meant = form, role.String(), true
		f.Message, _ = file.Number(start, role, number, func() int {
			if alone {
				return 1
			}
			return f.Line
		})
		return &f
	}
	call := func(c *diagnostics.Call, found []*diagnostics.Diagnostic) *Row {
		f := row(Call, Text, c.Span.Start, c.Segment.Role, c.Segment.Number)
		f.Meant = !c.Segment.IsDocument()
		describe(f, c, found)
		if r.Examples && f.Meant && f.Outcome != Runs {
			f.Example = exampleOf(f, c, found)
		}
		return f
	}
	text := func(c *diagnostics.TextCall) *Row {
		kind := Call
		if c.Outcome == diagnostics.Ignored {
			kind = Leaked
		}
		f := row(kind, c.Form(), c.Span.Start, document.Agent, c.Number)
		f.Dialect, f.Tool = clip(c.Format, maxName), clip(c.Tool, maxName)
		switch {
		case kind == Call:
			f.Outcome, f.Bytes, f.Rules = Unknown, len(c.Text), slices.Compact(slices.Sorted(slices.Values(c.Rules)))
		case r.Examples:
			f.Example = exampleOfLeak(f, c.TextCall)
		}
		return f
	}
	native := func(c *diagnostics.NativeCall) *Row {
		f := row(Call, Native, c.Start, document.Agent, c.Number)
		describeNative(f, c, file.Text)
		return f
	}
	type other struct { // a call that is not one of Forge
		start int
		fact  func() *Row
	}
	var others []other
	texts := d.TextCalls()
	for i := range texts {
		c := &texts[i]
		others = append(others, other{c.Span.Start, func() *Row { return text(c) }})
	}
	natives := d.Natives()
	for i := range natives {
		c := &natives[i]
		others = append(others, other{c.Start, func() *Row { return native(c) }})
	}
	slices.SortStableFunc(others, func(a, b other) int { return a.start - b.start })
	return func(yield func(*Row) bool) {
		left := others
		to := func(offset int) (goesOn bool) {
			for goesOn = true; goesOn && len(left) > 0 && left[0].start < offset; left = left[1:] {
				goesOn = yield(left[0].fact())
			}
			return goesOn
		}
		for c, found := range d.ByCall() {
			if c.Outcome() != diagnostics.NoCall && (!to(c.Span.Start) || !yield(call(c.Call, found))) {
				return
			}
		}
		to(math.MaxInt)
	}
}

// describeNative describes a native call.
func describeNative(f *Row, c *diagnostics.NativeCall, text string) {
	f.Tool, f.ID = clip(c.Tool, maxName), clip(c.ID, maxName)
	f.Outcome, f.By, f.Why = c.Outcome.String(), string(c.By()), clip(c.Why, maxReason)
	f.Checked = c.Checked && c.By() != diagnostics.ByReader
	f.Rules, f.Cause = slices.Compact(slices.Sorted(slices.Values(c.Rules))), c.Cause
	f.Bytes = c.End - c.Start
	if f.Outcome != Runs {
		f.Text = clip(text[c.Start:c.End], MaxText)
	}
}

// row returns a row for an offset of a text that starts at a place of the file.
func (r *Reader) row(kind string, offset int, at Place, line int) Row {
	return Row{V: RowVersion, Kind: kind, Source: r.Path, Line: line, Offset: int64(at.Offset + offset)}
}

func describe(f *Row, c *diagnostics.Call, found []*diagnostics.Diagnostic) {
	b := c.Block()
	f.Dialect = "forge"
	f.Server, f.Tool = clip(b.ServerName(), maxName), clip(b.ToolName(), maxName)
	f.Outcome, f.By, f.Why, f.Checked = c.Outcome().String(), string(c.By()), clip(c.Reason(nil), maxReason), c.Checked()
	f.Fields = fieldsOf(b)
	f.Method = methodOfAll(f.Fields)
	f.Repaired = c.Repaired()
	for _, p := range found {
		f.Rules = append(f.Rules, p.Code)
		if f.Cause == "" && p.Severity == diagnostics.Error {
			f.Cause = p.Code
		}
		switch p.Code {
		case "corrupted-cdata":
			f.Corrupted = true
		case "legacy-json":
			f.Dialect = "json"
		}
	}
	slices.Sort(f.Rules)
	f.Rules = slices.Compact(f.Rules)
	f.Bytes = len(c.Source())
	in := sizesOf(b)
	f.Escaped, f.CDATA, f.JSON = in.escaped, in.cdata, in.json
	if f.Meant && f.Outcome != Runs {
		f.Text = clip(c.Source(), MaxText)
	}
}

// maxReason bounds the length of a reason in bytes: it quotes the call.
const maxReason = 500

// clip returns a copy of the start of a text, limited to a number of bytes: a row outlives
// its text. It is UTF-8 without NUL, because JSON and databases do not support other text:
// so a row reads back unchanged.
func clip(text string, most int) string {
	text = strings.ToValidUTF8(text[:min(len(text), most)], "\uFFFD")
	return strings.Clone(strings.ReplaceAll(text, "\x00", "\uFFFD"))
}

// A lineCounter counts lines from one offset of a text to the next.
type lineCounter struct {
	text   string
	offset int
	line   int // of the line that contains the offset
}

func (l *lineCounter) at(offset int) int {
	l.line += lineEnds(l.text[l.offset:offset])
	l.offset = offset
	return l.line
}

// lineEnds counts the line ends of a text as editors do. Most texts do not contain CR.
func lineEnds(s string) int {
	if strings.IndexByte(s, '\r') < 0 {
		return strings.Count(s, "\n")
	}
	return text.Position{}.After(s, text.UTF8).Line
}
