package rewrite

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/report/term"
)

// inked returns a unified diff for output; see [term.Style.Exact].
func inked(unified string, s term.Style) string {
	var b strings.Builder
	for line := range strings.Lines(s.Exact(unified)) {
		body, end := strings.TrimSuffix(line, "\n"), ""
		if body != line {
			end = "\n"
		}
		switch {
		case strings.HasPrefix(body, "--- "), strings.HasPrefix(body, "+++ "):
			body = s.Path.Sprint(body)
		case strings.HasPrefix(body, "@@"):
			body = s.Note.Sprint(body)
		case strings.HasPrefix(body, "+"):
			body = s.Good.Sprint(body)
		case strings.HasPrefix(body, "-"):
			body = s.Bad.Sprint(body)
		}
		b.WriteString(body + end)
	}
	return b.String()
}
