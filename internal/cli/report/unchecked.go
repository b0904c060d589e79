package report

import (
	"fmt"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// An Unchecked is a file of which all or a part could not be checked.
type Unchecked struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Line returns what a format that is written as files are read has about the file, "" for the others.
func (u *Unchecked) Line(format string) string {
	switch path := foreign.Line(u.Path); format {
	case "text", "concise":
		return fmt.Sprintf("%s is not checked: %s\n", path, foreign.Line(u.Reason))
	case "github":
		return fmt.Sprintf("::error file=%s,title=forge-lsp::%s\n", githubProperty(relative(u.Path)), githubData.Replace(foreign.Lines(u.told())))
	case "agent":
		if u.Path == workspace.Stdin {
			return foreign.Line(u.told()) + "\n"
		}
		return fmt.Sprintf("==> %s <==\n%s\n", path, foreign.Line(u.told()))
	}
	return ""
}

// told returns a sentence for formats that show the path elsewhere.
func (u *Unchecked) told() string { return "Not checked: " + u.Reason }

func (u *Unchecked) gitlab() gitlabIssue {
	const rule = "not-checked"
	return gitlabIssue{
		Description: u.told(), CheckName: rule, Fingerprint: hashOf(rule + "\x00" + relative(u.Path)).String(), Severity: gitlabSeverities["error"],
		Location: gitlabLocation{relative(u.Path), gitlabLines{1, 1}},
	}
}

func (u *Unchecked) sarif() sarifNotification {
	return sarifNotification{"error", sarifText{Text: u.told()}, []sarifLocation{{PhysicalLocation: sarifPhysical{ArtifactLocation: sarifArtifactOf(u.Path)}}}}
}
