package report

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
)

// The types of this file are the output of check --format json; see [cli.JSONVersion].

// checkOutput is the output of check.
type checkOutput struct {
	Version int           `json:"version"`
	Files   []checkedFile `json:"files"`
	Summary summary       `json:"summary"`
	// Statistics are included on request.
	Statistics *describedStatistics `json:"statistics,omitempty"`
}

type checkedFile struct {
	// Path is as given, slash-separated; "-" for standard input.
	Path     string    `json:"path"`
	Findings []finding `json:"findings"`
	// Suggested are the suggested fixes that --unsafe-fixes applied.
	Suggested []SuggestedFix `json:"suggested_fixes,omitempty"`
}

type finding struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	// Notes tell what happens to the call for that reason, and why.
	Notes []string     `json:"notes"`
	Start cli.Position `json:"start"`
	End   cli.Position `json:"end"`
	Fixes []fix        `json:"fixes"`
	// Intended marks a finding in an intended bad example.
	Intended bool `json:"intended,omitempty"`
	// Outcome is that of the call that the finding is about, and By who refuses it.
	Outcome string `json:"outcome,omitempty"`
	By      string `json:"by,omitempty"`
	// Reply marks a finding that is not about the call it is at but about those in Related,
	// which do not run as written because of it.
	Reply   bool      `json:"reply,omitempty"`
	Related []related `json:"related,omitempty"`
	// Elsewhere are places in other files.
	Elsewhere []elsewhere `json:"elsewhere,omitempty"`

	key string // identifies the finding; see keysOf
}

// A related place explains a finding.
type related struct {
	Message string       `json:"message"`
	Start   cli.Position `json:"start"`
	End     cli.Position `json:"end"`
	// Outcome is that of the call that starts there.
	Outcome string `json:"outcome,omitempty"`
}

// A place in another file explains a finding: these lines of it.
type elsewhere struct {
	Message string `json:"message"`
	Path    string `json:"path"` // below the workspace
	Line    int    `json:"line"`
	Text    string `json:"text"`
}

type fix struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
	// Doubt is the reason why the fix is not safe, "" for one that is.
	Doubt string `json:"doubt,omitempty"`
	Edits []edit `json:"edits"`
}

// edit replaces the bytes from Start up to End.
type edit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`

	from, to cli.Position // if requested
}

type summary struct {
	cli.CallCounts
	Errors       int `json:"errors"`
	Warnings     int `json:"warnings"`
	Informations int `json:"informations"`
	Hints        int `json:"hints"`
	// More is the number of calls with more problems than are listed.
	More int `json:"more,omitempty"`
	// Suppressed findings are not among the others.
	Suppressed int `json:"suppressed,omitempty"`
}

// SeverityOf returns the severity of a name, 0 for "never".
func SeverityOf(name string) diagnostics.Severity {
	for s := diagnostics.Error; s <= diagnostics.Hint; s++ {
		if s.String() == name {
			return s
		}
	}
	return 0
}
