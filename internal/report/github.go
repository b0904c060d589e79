package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// writeGitHub writes findings as commands of GitHub Actions, which shows them beside the lines in
// a pull request.
func writeGitHub(out *bufio.Writer, files []File, _ *Settings) {
	for i := range files {
		path := githubProperty(relative(files[i].Path))
		for k := range files[i].Findings {
			f := &files[i].Findings[k]
			command := "notice"
			if f.Severity == "error" || f.Severity == "warning" {
				command = f.Severity
			}
			fmt.Fprintf(out, "::%s file=%s,line=%d,endLine=%d", command, path, f.Start.Line, f.End.Line)
			if f.Start.Line == f.End.Line { // columns of several lines are refused
				fmt.Fprintf(out, ",col=%d,endColumn=%d", f.Start.Column, f.End.Column)
			}
			text := foreign.Lines(strings.Join(append([]string{f.Message}, f.Notes...), "\n"))
			fmt.Fprintf(out, ",title=%s::%s\n", githubProperty("forge-lsp ("+f.Code+")"), githubData.Replace(text))
		}
		for k := range files[i].Unread {
			u, line := &files[i].Unread[k], ""
			if u.Line > 0 {
				line = fmt.Sprintf(",line=%d", u.Line)
			}
			fmt.Fprintf(out, "::error file=%s%s,title=forge-lsp::%s\n", githubProperty(relative(u.Path)), line, githubData.Replace(foreign.Lines(u.sentence())))
		}
	}
}

// The escapes in a command, in its text and in its properties, as in GitHub's toolkit. The log in
// which a command is shown also interprets control characters.
var (
	githubData       = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperties = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func githubProperty(s string) string { return githubProperties.Replace(foreign.Line(s)) }
