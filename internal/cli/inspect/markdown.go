package inspect

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/toolspec"
)

// A markdownView writes calls as Markdown, for an issue or a review.
type markdownView struct {
	out    *bufio.Writer
	full   bool
	path   string
	number int
	role   string
	files  []string
	titled bool // the file has its heading
}

func (v *markdownView) file(path string) {
	v.path, v.number, v.role, v.titled = foreign.Line(path), 0, "", false
}

func (v *markdownView) end(s *inspectedSummary) {
	if s.Calls+s.Leaked+s.Native > 0 {
		v.files = append(v.files, "- "+codeSpan(v.path)+": "+s.text())
	}
}

func (v *markdownView) finish(total *inspectedSummary, missing string) {
	fmt.Fprintf(v.out, "## Summary\n\n")
	if len(v.files) > 1 {
		fmt.Fprintf(v.out, "%s\n\n", strings.Join(v.files, "\n"))
	}
	fmt.Fprintf(v.out, "%s, %s", thousands.Count(total.Files, "file"), total.text())
	if total.Shown < total.Calls+total.Leaked+total.Native {
		fmt.Fprintf(v.out, "; %s shown", thousands.Separate(total.Shown))
	}
	if missing != "" {
		fmt.Fprintf(v.out, " (%s)", markdown.Text(missing))
	}
	fmt.Fprintln(v.out)
}

func (v *markdownView) call(c *inspectedCall) {
	if !v.titled {
		v.titled = true
		fmt.Fprintf(v.out, "## %s\n\n", codeSpan(v.path))
	}
	if number, role := c.message(); number > 0 && (number != v.number || role != v.role) {
		v.number, v.role = number, role
		fmt.Fprintf(v.out, "### Message %d", number)
		if role != "" {
			fmt.Fprintf(v.out, " (%s)", role)
		}
		fmt.Fprintf(v.out, "\n\n")
	}
	if l := c.leaked; l != nil {
		fmt.Fprintf(v.out, "**%s**: leaked, in the format of %s (line %d)\n\n", markdown.Text(l.Tool), markdown.Text(l.Format), l.Line)
		return
	}
	if n := c.native; n != nil {
		fmt.Fprintf(v.out, "**%s**: %s, native (line %d)\n\n", markdown.Text(n.Tool), n.outcome.Words(), n.Line)
		v.note("why", n.Why)
		v.note("arguments", n.written())
		v.note("result", n.followed())
		fmt.Fprintln(v.out)
		return
	}
	d := &c.call
	names := markdown.Text(d.Tool)
	if d.Server != "local" {
		names += " on " + markdown.Text(d.Server)
	}
	fmt.Fprintf(v.out, "**%s**: %s (line %d)\n\n", strings.TrimSpace(names), d.detailed, d.Line)
	v.note("why", d.whyNot())
	v.note("reader", d.Reason)
	v.note("tool", d.ToolReason)
	if d.Arguments != nil {
		v.arguments(d.Arguments.Children, "", d.Tool == toolspec.ApplyDiff)
	}
	if d.Diff != "" {
		v.note("changes", d.changes)
		v.block(d.hunks(), "  ", "diff")
	}
	for _, l := range d.Lost {
		v.note("lost", l.told())
	}
	v.note("tried again", times(d.Retries))
	fmt.Fprintln(v.out)
}

func (v *markdownView) note(label, text string) {
	if text != "" {
		fmt.Fprintf(v.out, "- %s: %s\n", label, markdown.Text(text))
	}
}

func (v *markdownView) arguments(arguments []argument, indent string, edits bool) {
	before, after, isEdit := replacement(arguments)
	for _, a := range arguments {
		if edits && isEdit && a.Fate == "" && a.Name == toolspec.Replace {
			continue // it is shown with the search text
		}
		kind := a.Type
		if kind != "" {
			kind = " (" + kind + ")"
		}
		kind += markdown.Text(a.fate())
		head := indent + "- " + codeSpan(a.Name) + kind
		switch lines := linesOf(a.Text); {
		case edits && isEdit && a.Fate == "" && a.Name == toolspec.Search:
			fmt.Fprintf(v.out, "%s- %s and %s\n", indent, codeSpan(toolspec.Search), codeSpan(toolspec.Replace))
			v.block(diffOf(before, after), indent+"  ", "diff")
		case a.holds() && a.empty():
			fmt.Fprintln(v.out, head+": (empty)")
		case a.holds(), len(a.Children) > 0 && strings.TrimSpace(a.Text) == "":
			fmt.Fprintln(v.out, head)
		case len(lines) > 1:
			fmt.Fprintf(v.out, "%s, %s lines, %s bytes\n", head, thousands.Separate(len(lines)), thousands.Separate(len(a.Text)))
			v.block(lines, indent+"  ", "")
		default:
			text := foreign.Line(a.Text)
			if !v.full {
				text = term.Cut(text, term.DefaultWidth)
			}
			fmt.Fprintf(v.out, "%s: %s\n", head, codeSpan(text))
		}
		v.arguments(a.shown(), indent+"  ", edits)
	}
}

// block writes lines of a value as a code block.
func (v *markdownView) block(lines []string, indent, language string) {
	shown, left := fold(lines, v.full)
	fmt.Fprintln(v.out)
	for line := range strings.Lines(markdown.Block(language, strings.Join(shown, "\n")+"\n")) {
		fmt.Fprintln(v.out, strings.TrimRight(indent+strings.TrimRight(line, "\n"), " "))
	}
	fmt.Fprintln(v.out)
	if left > 0 {
		fmt.Fprintf(v.out, "%s… %s\n\n", indent, thousands.Count(left, "more line"))
	}
}

// codeSpan returns a text as a code span.
func codeSpan(text string) string {
	if text == "" {
		return "(empty)"
	}
	return markdown.Verbatim(text)
}
