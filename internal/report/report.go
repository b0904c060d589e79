// Package report shows what was found in files: to people as text, to programs as JSON, and to services in their
// formats. A format is a function of files.
package report

import (
	"bufio"
	"encoding/json"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
)

// A File is what was found in a file.
type File struct {
	Path     string // as given, slash-separated; "-" for standard input
	Read     bool   // false for one of which only Unread is known
	Findings []Finding
	Calls    diagnostics.Summary
	Tools    Tools    // the calls, if they are counted
	Messages []string // to the model about its calls, for the format agent
	Unread   []Unread

	Transcript bool // whether the authors of messages are known
	Replies    int  // up to [MaxReplies]
	Suppressed int  // findings that directives suppress
	Known      int  // findings that the baseline has
	Fixed      int  // findings that --fix fixed, or would
	Intended   int  // findings in examples of documents that are wrong on purpose
	offers     bool // whether a finding has a fix that --fix might make
}

// MaxReplies is the number of replies of a file up to which they are counted: that so many were read is
// enough to believe in a report of no calls, and finding the authors of messages costs more than finding calls.
const MaxReplies = 10_000

// An Unread is a file, or a line of one, that could not be checked.
type Unread struct {
	Path   string `json:"path"`
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason"`
}

// A Finding is a finding at its place.
type Finding struct {
	Code      string      `json:"code" jsonschema:"of the rule, which explain_rule explains"`
	Severity  string      `json:"severity" jsonschema:"error: the call is refused, not seen, or runs with other data; warning: it runs thanks to a fallback; information; hint"`
	Message   string      `json:"message" jsonschema:"what is wrong, and what to write"`
	Notes     []string    `json:"notes" jsonschema:"what happens to the call for that reason, and why"`
	Start     Position    `json:"start"`
	End       Position    `json:"end"`
	Fixes     []Fix       `json:"fixes" jsonschema:"alternatives; safe ones are proven, and what fix_call makes"`
	Intended  bool        `json:"intended,omitempty" jsonschema:"whether it is in an example that is wrong on purpose"`
	Outcome   string      `json:"outcome,omitempty" jsonschema:"of the call that it is about"`
	By        string      `json:"by,omitempty" jsonschema:"who refuses that call: reader or tool"`
	Reply     bool        `json:"reply,omitempty" jsonschema:"whether it is not about the call it is at but about those at related, which do not run as written because of it"`
	Related   []Related   `json:"related,omitempty" jsonschema:"other places that explain it"`
	Elsewhere []Elsewhere `json:"elsewhere,omitempty" jsonschema:"places in other files that do"`

	// Tool and Argument are where the finding is; "" for none.
	Tool     string `json:"-"`
	Argument string `json:"-"`

	level       diagnostics.Severity
	titles      []string // of all fixes
	fixable     bool     // whether --fix fixes it
	suggested   bool     // whether it has fixes, and --fix makes none of them
	placeholder bool
	line        window // for people
}

// A Related place explains a finding.
type Related struct {
	Message string   `json:"message"`
	Start   Position `json:"start"`
	End     Position `json:"end"`
	Outcome string   `json:"outcome,omitempty"` // of the call that starts there
}

// An Elsewhere is lines of another file that explain a finding.
type Elsewhere struct {
	Message string `json:"message"`
	Path    string `json:"path"` // below the workspace
	Line    int    `json:"line"`
	Text    string `json:"text"`
}

// A Fix is one of the alternatives for a finding.
type Fix struct {
	Title string   `json:"title"`
	Safe  bool     `json:"safe"`
	Edits []Change `json:"edits"`
}

// A Change replaces the bytes from Start up to End.
type Change struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`

	from, to Position
}

// OutcomeOfCall is what happens to a call.
type OutcomeOfCall struct {
	Outcome string `json:"outcome" jsonschema:"what happens to the call: runs, repaired (it runs thanks to a fallback), altered (it runs with other data than was written), refused, or ignored (it never runs)"`
	// By is who refuses the call.
	By string `json:"by,omitempty" jsonschema:"who refuses the call: reader or tool"`
	// Reason is why that is its outcome.
	Reason string `json:"reason,omitempty" jsonschema:"the reason for the outcome; absent where there is nothing to say"`
}

// OutcomeOf describes what happens to a call. line returns the line of an offset of the file.
func OutcomeOf(c *diagnostics.Call, line func(offset int) int) OutcomeOfCall {
	return OutcomeOfCall{c.Outcome().String(), string(c.By()), c.Why(line)}
}

// Settings are what the output depends on.
type Settings struct {
	Format     string
	Style      term.Style
	Quiet      bool // without a summary
	Statistics bool // for people in place of the findings; in JSON in addition; see [Tables] for the others
	All        bool // also on a terminal what is repeated, and placeholders
	FailOn     diagnostics.Severity
	Fix, Diff  bool
	Failed     bool   // whether a file could not be read or written
	Missing    string // the folders without anything to check, or that were not entered; or ""
	Version    string // of the program, such as v1.2.3
	Build      string // the same with the commit
	Released   string // the day of that, "" if it is not known
}

// Formats are the formats besides text and json.
var Formats = []string{"concise", "github", "gitlab", "junit", "sarif", "agent"}

var writers = map[string]func(out *bufio.Writer, files []File, o *Settings){
	"text": writeText, "json": writeJSON, "concise": writeConcise, "github": writeGitHub, "gitlab": writeGitLab, "junit": writeJUnit,
	"sarif": writeSARIF, "agent": writeAgent,
}

// Write writes the report on files. An error is that of out, which remembers it.
func Write(out *bufio.Writer, files []File, o *Settings) {
	if o.Diff {
		writeDiffSummary(out, files, o)
	} else {
		writers[o.Format](out, files, o)
	}
}

// JSONVersion is the version of what --format json prints. Other programs depend on it: an
// incompatible change for a reader of version 1 needs a new version.
const JSONVersion = 1

// WriteJSON writes a line of JSON that a terminal can show.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(foreign.JSON(w))
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// JSON returns a value, which has a form in JSON, as JSON that a terminal can show, on one line.
func JSON(v any) string {
	var text strings.Builder
	if err := WriteJSON(&text, v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// writeJSON writes an object with the files that were read, what was not, and the summary.
func writeJSON(out *bufio.Writer, files []File, o *Settings) {
	type file struct {
		Path     string    `json:"path"`
		Findings []Finding `json:"findings"`
	}
	total := Sum(files)
	report := struct {
		Version    int         `json:"version"`
		Files      []file      `json:"files"`
		Unread     []Unread    `json:"unchecked,omitempty"`
		Summary    Summary     `json:"summary"`
		Statistics *statistics `json:"statistics,omitempty"`
	}{Version: JSONVersion, Files: []file{}, Unread: total.unread, Summary: total.Summary}
	if o.Statistics {
		report.Statistics = statisticsOf(files)
	}
	for i := range files {
		f := &files[i]
		if f.Findings == nil {
			f.Findings = []Finding{} // not null
		}
		if f.Read {
			report.Files = append(report.Files, file{f.Path, f.Findings})
		}
	}
	_ = WriteJSON(out, &report)
}

// relative returns a path in the form for services that show a report beside the files
// of a repository: relative to the working directory, which is the repository's in CI.
func relative(path string) string {
	path = filepath.FromSlash(path)
	if here, err := filepath.Abs("."); err == nil && filepath.IsAbs(path) {
		if below, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(below) {
			path = below
		}
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// sentences returns the message and the notes of a finding as sentences, for formats that have one
// text for both.
func (f *Finding) sentences() string {
	text := f.Message
	for _, note := range f.Notes {
		if !strings.HasSuffix(text, "?") {
			text += "."
		}
		text += " " + note
	}
	return text
}

// sentence returns the reason for formats that show the path elsewhere.
func (u *Unread) sentence() string {
	if u.Line > 0 {
		return "Line " + strconv.Itoa(u.Line) + " is not checked: " + u.Reason
	}
	return "Not checked: " + u.Reason
}

// at returns the place in a file with a path.
func (u *Unread) at(path string) string {
	if u.Line > 0 {
		return path + ":" + strconv.Itoa(u.Line)
	}
	return path
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
