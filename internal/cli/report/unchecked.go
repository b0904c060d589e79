package report

import (
	"fmt"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// An Unchecked is a file, or a line of one, that could not be checked.
type Unchecked struct {
	Path   string `json:"path"`
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason"`
}

// Text returns what a format that is written as files are read has about the file, "" for the others.
func (u *Unchecked) Text(format string) string {
	switch path := u.at(foreign.Line(u.Path)); format {
	case "text", "concise":
		return fmt.Sprintf("%s is not checked: %s\n", path, foreign.Line(u.Reason))
	case "github":
		line := ""
		if u.Line > 0 {
			line = fmt.Sprintf(",line=%d", u.Line)
		}
		return fmt.Sprintf("::error file=%s%s,title=forge-lsp::%s\n", githubProperty(relative(u.Path)), line, githubData.Replace(foreign.Lines(u.told())))
	case "agent":
		if u.Path == workspace.Stdin {
			return foreign.Line(u.told()) + "\n"
		}
		return fmt.Sprintf("==> %s <==\n%s\n", path, foreign.Line(u.told()))
	}
	return ""
}

// at returns the place in a file with a path.
func (u *Unchecked) at(path string) string {
	if u.Line > 0 {
		return fmt.Sprintf("%s:%d", path, u.Line)
	}
	return path
}

// told returns a sentence for formats that show the path elsewhere.
func (u *Unchecked) told() string {
	if u.Line > 0 {
		return fmt.Sprintf("Line %d is not checked: %s", u.Line, u.Reason)
	}
	return "Not checked: " + u.Reason
}

func (u *Unchecked) gitlab() gitlabIssue {
	const rule = "not-checked"
	return gitlabIssue{
		Description: u.told(), CheckName: rule, Fingerprint: hashOf(rule + "\x00" + u.at(relative(u.Path))).String(), Severity: gitlabSeverities["error"],
		Location: gitlabLocation{relative(u.Path), gitlabLines{max(u.Line, 1), max(u.Line, 1)}},
	}
}

func (u *Unchecked) sarif() sarifNotification {
	return sarifNotification{"error", sarifText{Text: u.told()}, []sarifLocation{{PhysicalLocation: sarifPhysical{ArtifactLocation: sarifArtifactOf(u.Path)}}}}
}
