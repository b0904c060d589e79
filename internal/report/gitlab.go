package report

import "bufio"

// A gitlabIssue is a row of GitLab's code quality report, a subset of Code Climate's.
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

// writeGitLab writes a code quality report.
func writeGitLab(out *bufio.Writer, files []File, _ *Settings) {
	issues := []gitlabIssue{}
	var unread []gitlabIssue
	for i := range files {
		path, fingerprint := relative(files[i].Path), fingerprints(files[i].Path)
		for k := range files[i].Findings {
			f := &files[i].Findings[k]
			issues = append(issues, gitlabIssue{
				f.sentences(), f.Code, fingerprint(f), gitlabSeverities[f.Severity], gitlabLocation{path, gitlabLines{f.Start.Line, f.End.Line}},
			})
		}
		for _, u := range files[i].Unread {
			const rule = "not-checked"
			path, line := relative(u.Path), max(u.Line, 1)
			unread = append(unread, gitlabIssue{
				u.sentence(), rule, hashOf(rule, u.at(path)), gitlabSeverities["error"], gitlabLocation{path, gitlabLines{line, line}},
			})
		}
	}
	_ = WriteJSON(out, append(issues, unread...))
}
