package report

import (
	"bufio"
	"strings"
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

// A gitlabPrinter writes a code quality report.
type gitlabPrinter struct {
	begun  bool
	issues list
	seen   numbered
}

func (p *gitlabPrinter) file(r *Report, f *Found) {
	r.Text = f.lines(r.Count, detail{keys: true}, func(b *strings.Builder, path string, f *finding) {
		jsonItem(b, gitlabIssue{
			Description: f.told(),
			CheckName:   f.Code,
			Fingerprint: f.key.String(),
			Severity:    gitlabSeverities[f.Severity],
			Location:    gitlabLocation{relative(path), gitlabLines{f.Start.Line, f.End.Line}},
		})
	})
}

func (p *gitlabPrinter) Begin(out *bufio.Writer, _ string) {
	if !p.begun {
		p.begun = true
		out.WriteByte('[')
	}
}

func (p *gitlabPrinter) Write(out *bufio.Writer, text string) {
	p.seen.write(out, p.issues.next(text), `"fingerprint":"`)
}

func (*gitlabPrinter) End(*bufio.Writer, *Report) {}

func (p *gitlabPrinter) Finish(out *bufio.Writer, t *Total) error {
	p.Begin(out, "")
	for i := range t.Unchecked {
		out.WriteString(p.issues.next("," + jsonText(t.Unchecked[i].gitlab())))
	}
	_, err := out.WriteString("]\n")
	return err
}
