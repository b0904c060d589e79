package report

import (
	"bufio"

	"github.com/entrhq/forge-lsp/internal/cli"
)

// A gitlabIssue is an entry of GitLab's code quality report, a subset of Code Climate's.
type gitlabIssue struct {
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	// Fingerprint is unchanged for a finding as long as its call is, so that GitLab can
	// determine what a merge request adds and fixes.
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// gitlabSeverities are GitLab's names: a refused call breaks a run, and no finding is
// worse.
var gitlabSeverities = map[string]string{"error": "major", "warning": "minor", "information": "info", "hint": "info"}

// gitlab writes a code quality report.
func gitlab(out *bufio.Writer, t *Total) error {
	issues, seen := []gitlabIssue{}, numbered{}
	for _, file := range t.Files {
		for i := range file.Findings {
			f := &file.Findings[i]
			issues = append(issues, gitlabIssue{
				Description: f.told(),
				CheckName:   f.Code,
				Fingerprint: seen.next(f.key),
				Severity:    gitlabSeverities[f.Severity],
				Location:    gitlabLocation{relative(file.Path), gitlabLines{f.Start.Line, f.End.Line}},
			})
		}
	}
	for i := range t.Unchecked {
		issues = append(issues, t.Unchecked[i].gitlab())
	}
	return cli.WriteJSON(out, issues)
}
