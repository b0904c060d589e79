package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A githubPrinter writes a command for each finding.
type githubPrinter struct{ plain }

func (githubPrinter) file(r *Report, f *Found)           { r.Text = f.lines(r.Count, detail{}, githubLine) }
func (githubPrinter) Finish(*bufio.Writer, *Total) error { return nil }

// githubLine writes a finding as a command of GitHub Actions, which shows it beside the line in
// a pull request.
func githubLine(b *strings.Builder, path string, f *finding) {
	command := "notice"
	if f.Severity == "error" || f.Severity == "warning" {
		command = f.Severity
	}
	fmt.Fprintf(b, "::%s file=%s,line=%d,endLine=%d", command, githubProperty(relative(path)), f.Start.Line, f.End.Line)
	if f.Start.Line == f.End.Line { // columns of several lines are refused
		fmt.Fprintf(b, ",col=%d,endColumn=%d", f.Start.Column, f.End.Column)
	}
	text := foreign.Lines(strings.Join(append([]string{f.Message}, f.Notes...), "\n"))
	fmt.Fprintf(b, ",title=%s::%s\n", githubProperty("forge-lsp ("+f.Code+")"), githubData.Replace(text))
}

// The escapes in a command, in its text and in its properties, as in GitHub's toolkit. The log in
// which a command is shown also interprets control characters.
var (
	githubData       = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperties = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func githubProperty(s string) string { return githubProperties.Replace(foreign.Line(s)) }
