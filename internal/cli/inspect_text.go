package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/toolspec"
)

// A textView writes calls for people: a heading for each message, and below it each of its
// calls with its outcome, the reasons and the arguments.
type textView struct {
	out     *bufio.Writer
	style   term.Style
	full    bool
	path    string
	number  int    // of the message of the last call in the file
	role    string // and who wrote it
	written bool   // there is something above
	headed  bool   // with a heading
	files   []string
}

func (v *textView) file(path string) { v.path, v.number, v.role = foreign.Line(path), 0, "" }

func (v *textView) end(s *inspectedSummary) {
	if s.all() > 0 {
		v.files = append(v.files, v.path+": "+s.With(s.Retried))
	}
}

func (v *textView) finish(total *inspectedSummary, missing string) {
	if v.written && (v.headed || len(v.files) > 1) {
		fmt.Fprintln(v.out)
	}
	if len(v.files) > 1 {
		for _, line := range v.files {
			fmt.Fprintln(v.out, line)
		}
	}
	line := thousands.Count(total.Files, "file") + ", " + total.With(total.Retried)
	if total.Shown < total.all() {
		line += "; " + thousands.Separate(total.Shown) + " shown"
	}
	if missing != "" {
		line += " (" + missing + ")"
	}
	fmt.Fprintln(v.out, line)
}

// rule is the character for headings.
const rule = "─"

// heading starts the calls of a message.
func (v *textView) heading(number int, role string) {
	if number == v.number && role == v.role || number == 0 {
		return
	}
	v.number, v.role, v.headed = number, role, true
	if v.written {
		v.out.WriteByte('\n')
	}
	title := fmt.Sprintf("message %d", number)
	if role != "" {
		title += ", " + role
	}
	rest := max(2, min(v.style.Width, 72)-len(title)-4)
	fmt.Fprintln(v.out, v.style.Dim.Sprint(rule+rule)+" "+v.style.Path.Sprint(title)+" "+v.style.Dim.Sprint(strings.Repeat(rule, rest)))
}

func (v *textView) call(c *inspectedCall) {
	v.heading(c.Message, c.role)
	v.written = true
	ink := v.style.Outcome(c.outcome)
	switch d := c.shown.(type) {
	case *textCall:
		tool := cmp.Or(foreign.Line(d.Tool), "a tool whose name is lost")
		if c.outcome == diagnostics.Ignored {
			v.line(c, ink.Sprint("leaked"), tool)
			v.note(ink, "not run:", "text in the format of "+foreign.Line(d.Format)+", and the calls of this transcript are native")
		} else {
			v.line(c, ink.Sprint(c.outcome.Words()), tool+" (in "+foreign.Line(document.Words(d.Format))+")")
			v.note(v.style.Dim, "why:", foreign.Line(d.Reason))
		}
		for _, a := range d.Arguments {
			v.note(v.style.Note, foreign.Line(a.Name), v.cut(a.Value))
		}
	case *nativeCall:
		v.line(c, ink.Sprint(c.outcome.Words()), foreign.Line(d.Tool)+" (native)")
		v.note(v.style.Dim, "why:", foreign.Line(d.Reason))
		v.note(v.style.Dim, "arguments:", v.cut(string(d.Arguments)))
		v.note(v.style.Dim, "result:", v.cut(d.followed()))
	case *forgeCall:
		names := foreign.Line(d.Tool)
		if d.Server != "local" {
			names = strings.TrimPrefix(names+" on "+foreign.Line(d.Server), " ")
		}
		v.line(c, ink.Sprint(d.detailed), names)
		v.note(v.style.Dim, "why:", foreign.Line(d.whyNot()))
		v.note(v.style.Dim, "reader:", foreign.Line(d.reader))
		v.note(v.style.Dim, "tool:", foreign.Line(d.byTool))
		if d.Arguments != nil {
			v.arguments(d.Arguments.Children, "    ", d.Tool == toolspec.ApplyDiff)
		}
		if d.Diff != "" {
			v.note(v.style.Dim, "changes:", foreign.Line(d.changes))
			v.diff(linesOf(d.Diff)[2:], "    ") // without the header
		}
		for _, l := range d.Lost {
			v.note(v.style.Bad, "lost:", foreign.Line(l.told()))
		}
	}
	v.note(v.style.Dim, "tried again:", times(c.Retries))
}

// times formats a number of times in words: "once", "3 times"; "" for none.
func times(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "once"
	}
	return thousands.Separate(n) + " times"
}

// line writes the line of a call, which starts with its place in the form that editors
// and terminals recognize.
func (v *textView) line(at *inspectedCall, verdict, names string) {
	fmt.Fprintf(v.out, "%s %s", v.style.Path.Sprintf("%s:%d:%d:", v.path, at.Line, at.Column), verdict)
	if names != "" {
		v.out.WriteString(": " + names)
	}
	v.out.WriteByte('\n')
}

// note writes a label and a text below a call, in as many lines as it needs.
func (v *textView) note(ink *color.Color, label, text string) {
	if text == "" {
		return
	}
	const indent = "    "
	line := indent + ink.Sprint(label)
	width := len(indent) + term.Columns(label)
	for word := range strings.FieldsSeq(text) {
		n := term.Columns(word)
		if width+1+n > v.style.Width && width > 2*len(indent) {
			fmt.Fprintln(v.out, line)
			line, width = indent+" ", len(indent)+1
		}
		line += " " + word
		width += 1 + n
	}
	fmt.Fprintln(v.out, line)
}

// minQuote is the minimum number of columns for a value, regardless of its depth and
// the length of its name.
const minQuote = 20

// arguments writes arguments, each with its type. edits reports whether a search and
// its replacement are shown as a diff.
func (v *textView) arguments(arguments []argument, indent string, edits bool) {
	before, after, isEdit := replacement(arguments)
	if edits && isEdit {
		v.diff(diffOf(before, after), indent)
	}
	for _, a := range arguments {
		if edits && isEdit && a.Loss == "" && (a.Name == toolspec.Search || a.Name == toolspec.Replace) {
			continue
		}
		name := foreign.Line(a.Name)
		head := indent + v.style.Note.Sprint(name)
		ending := ""
		if a.Type != "" {
			ending = " " + v.style.Dim.Sprint(a.Type)
		}
		if loss := foreign.Line(a.loss()); loss != "" {
			ending += v.style.Bad.Sprint(loss)
		}
		switch lines := linesOf(a.Text); {
		case a.holds() && a.empty():
			fmt.Fprintln(v.out, head+ending+v.style.Dim.Sprint(", empty"))
		case a.holds(), len(a.Children) > 0 && strings.TrimSpace(a.Text) == "":
			fmt.Fprintln(v.out, head+ending)
		case len(lines) > 1:
			fmt.Fprintf(v.out, "%s%s\n", head+ending, v.style.Dim.Sprintf(", %s lines, %s bytes", thousands.Separate(len(lines)), thousands.Separate(len(a.Text))))
			v.block(lines, indent+"  ", func(line string) string { return v.style.Dim.Sprint("│") + " " + line })
		default:
			room := v.style.Width - len(indent) - term.Columns(name) - 2 - len(a.Type) - len(a.loss())
			value := a.Text
			if !a.bare() {
				value = v.quote(value, max(minQuote, room))
			}
			fmt.Fprintln(v.out, head+" "+value+ending)
		}
		v.arguments(a.shown(), indent+"  ", edits)
	}
}

// diff writes the lines of a diff.
func (v *textView) diff(lines []string, indent string) {
	v.block(lines, indent, func(line string) string {
		switch {
		case strings.HasPrefix(line, "+"):
			return v.style.Good.Sprint(line)
		case strings.HasPrefix(line, "-"):
			return v.style.Bad.Sprint(line)
		}
		return line
	})
}

// bare reports whether the value is shown without quotes: a number or a boolean in its
// usual notation.
func (a *argument) bare() bool {
	switch a.Type {
	case toolspec.Integer.String(), toolspec.Number.String(), toolspec.Boolean.String():
		return a.Text != "" && len(a.Text) <= 24 && strings.Trim(a.Text, "+-.0123456789aefilrstuNI") == ""
	}
	return false
}

// replacement returns the text that an edit of apply_diff replaces, and its
// replacement.
func replacement(arguments []argument) (before, after string, ok bool) {
	found := 0
	for i := range arguments {
		switch a := &arguments[i]; {
		case a.Loss != "":
		case a.Name == toolspec.Search:
			before, found = a.Text, found|1
		case a.Name == toolspec.Replace:
			after, found = a.Text, found|2
		}
	}
	return before, after, found == 3
}

// diffOf returns the lines of a diff between two texts, each after its sign.
func diffOf(before, after string) []string {
	var lines []string
	for _, line := range linediff.Between(before, after, linediff.Context) {
		lines = append(lines, line.Sign+line.Text)
	}
	return lines
}

// linesOf returns the lines of a text, without their ends.
func linesOf(text string) []string {
	return strings.Split(strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\r\n", "\n"), "\n")
}

// folded is the number of lines of a value that are shown, unless all are.
const folded = 8

// block writes lines of a value, each cut to the width.
func (v *textView) block(lines []string, indent string, ink func(line string) string) {
	left := len(lines) - folded
	if v.full || left <= 1 { // the line that tells takes as much
		left = 0
	}
	for _, line := range lines[:len(lines)-left] {
		if line = strings.ReplaceAll(foreign.Text(line), "\t", "    "); !v.full {
			line = term.Cut(line, max(minQuote, v.style.Width-len(indent)-2))
		}
		fmt.Fprintln(v.out, strings.TrimRight(indent+ink(line), " "))
	}
	if left > 0 {
		fmt.Fprintln(v.out, indent+v.style.Dim.Sprint("… "+thousands.Count(left, "more line")))
	}
}

// quote returns a value in quotes, cut to about width columns unless --full is given; a cut value is followed
// by its size.
func (v *textView) quote(value string, width int) string {
	if v.full {
		return strconv.Quote(value)
	}
	head := value[:min(len(value), 4*width)]
	quoted := strconv.Quote(head)
	if len(head) == len(value) && term.Columns(quoted) <= width {
		return quoted
	}
	size := " (" + thousands.Separate(len(value)) + " bytes)"
	room := max(width-len(size)-len(`""`)-1, 8)
	return term.Cut(quoted[:len(quoted)-1], len(`"`)+room+1) + `"` + v.style.Dim.Sprint(size)
}
