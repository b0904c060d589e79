package stats

import (
	"math"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// maxName bounds the length in bytes of a name in a row: a model can write anything there.
const maxName = 200

// calls hands out the calls by position, including those in other formats. It makes one row at a time, because a row has
// many times the size of a short call. Offsets and lines are those of the file.
func (c *conversation) calls(take func(*Row)) {
	d := c.Options.Unfiltered().OpenRead(c.file)
	row := func(kind, form string, start int, role document.Role, number int) *Row {
		f := c.newRow(kind, start)
		f.Form, f.Role, f.Meant = form, role.String(), true
		f.Message, _ = c.file.Number(start, role, number, func() int {
			if c.alone || c.line == 0 {
				return 1
			}
			return f.Line
		})
		return f
	}
	call := func(call *diagnostics.Call, found []*diagnostics.Diagnostic) *Row {
		f := row(Call, Text, call.Span.Start, call.Segment.Role, call.Segment.Number)
		f.Meant = !call.Segment.IsDocument()
		f.describe(call, found)
		if c.Examples && f.Meant && f.Outcome != Runs {
			f.Example = exampleOf(f, call, found)
		}
		return f
	}
	type other struct { // a call that is not one of Forge
		start int
		row   func() *Row
	}
	var others []other
	for _, call := range d.TextCalls() {
		others = append(others, other{call.Span.Start, func() *Row {
			kind := Call
			if call.Outcome == diagnostics.Ignored {
				kind = Leaked
			}
			f := row(kind, call.Form(), call.Span.Start, document.Agent, call.Number)
			f.Dialect, f.Tool = clip(call.Format, maxName), clip(call.Tool, maxName)
			switch {
			case kind == Call:
				f.Outcome, f.Bytes, f.Rules = Unknown, len(call.Text), slices.Compact(slices.Sorted(slices.Values(call.Rules)))
			case c.Examples:
				f.Example = exampleOfLeak(f, call.TextCall)
			}
			return f
		}})
	}
	for _, call := range d.Natives() {
		others = append(others, other{call.Start, func() *Row {
			f := row(Call, Native, call.Start, document.Agent, call.Number)
			f.describeNative(&call, c.text)
			return f
		}})
	}
	slices.SortStableFunc(others, func(a, b other) int { return a.start - b.start })
	until := func(offset int) {
		for ; len(others) > 0 && others[0].start < offset; others = others[1:] {
			take(others[0].row())
		}
	}
	for of, found := range d.ByCall() {
		if of.Outcome() != diagnostics.NoCall {
			until(of.Span.Start)
			take(call(of.Call, found))
		}
	}
	until(math.MaxInt)
}

// describeNative describes a native call.
func (f *Row) describeNative(c *diagnostics.NativeCall, text string) {
	f.Tool, f.ID = clip(c.Tool, maxName), clip(c.ID, maxName)
	f.Outcome, f.By, f.Why = c.Outcome.String(), string(c.By()), clip(c.Why, MaxText)
	f.Checked = c.Checked && c.By() != diagnostics.ByReader
	f.Rules, f.Cause = slices.Compact(slices.Sorted(slices.Values(c.Rules))), c.Cause
	f.Bytes = c.End - c.Start
	if f.Outcome != Runs {
		f.Text = clip(text[c.Start:c.End], MaxText)
	}
}

// newRow returns a row for an offset of the text.
func (c *conversation) newRow(kind string, offset int) *Row {
	line := max(c.line, 1) + c.lines.Position(offset, text.UTF8).Line
	return &Row{V: RowVersion, Kind: kind, Source: c.Path, Line: line, Offset: int64(c.offset + offset)}
}

// describe describes a call of Forge, about which there are findings.
func (f *Row) describe(c *diagnostics.Call, found []*diagnostics.Diagnostic) {
	b := c.Block()
	f.Dialect = "forge"
	f.Server, f.Tool = clip(b.ServerName(), maxName), clip(b.ToolName(), maxName)
	f.Outcome, f.By, f.Why, f.Checked = c.Outcome().String(), string(c.By()), clip(c.Reason(nil), MaxText), c.Checked()
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
	f.measure(b)
	if f.Meant && f.Outcome != Runs {
		f.Text = clip(c.Source(), MaxText)
	}
}

// clip returns a copy of the start of a text, limited to a number of bytes: a row outlives
// its text. It is UTF-8 without NUL, because JSON and databases do not support other text:
// so a row reads back unchanged.
func clip(text string, most int) string {
	text = strings.ToValidUTF8(text[:min(len(text), most)], "\uFFFD")
	return strings.Clone(strings.ReplaceAll(text, "\x00", "\uFFFD"))
}
