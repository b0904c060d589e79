package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
)

// The types of this file are the output of check --format json; see [cli.JSONVersion].

// A jsonPrinter writes {"version", "files": [{"path", "findings"}], "unchecked", "summary", "statistics"}.
type jsonPrinter struct {
	*Options
	begun    bool
	findings list // of the file
}

func (p *jsonPrinter) file(r *Report, f *Found) {
	r.Text = f.lines(r.Count, detail{fixes: true}, func(b *strings.Builder, _ string, f *finding) { jsonItem(b, f) })
}

// Begin writes the start of a file; path is as given, slash-separated, and "-" for standard input.
func (p *jsonPrinter) Begin(out *bufio.Writer, path string) {
	p.separate(out)
	p.findings = list{}
	out.WriteString(`{"path":` + jsonText(path) + `,"findings":[`)
}

// separate writes what comes before a file.
func (p *jsonPrinter) separate(out *bufio.Writer) {
	if p.begun {
		out.WriteByte(',')
		return
	}
	p.begun = true
	fmt.Fprintf(out, `{"version":%d,"files":[`, cli.JSONVersion)
}

func (p *jsonPrinter) Write(out *bufio.Writer, text string) { out.WriteString(p.findings.next(text)) }

func (p *jsonPrinter) End(out *bufio.Writer, _ *Report) { out.WriteString("]}") }

func (p *jsonPrinter) Finish(out *bufio.Writer, t *Total) error {
	if !p.begun {
		p.separate(out)
	}
	out.WriteByte(']')
	if len(t.Unchecked) > 0 {
		out.WriteString(`,"unchecked":` + jsonText(t.Unchecked))
	}
	out.WriteString(`,"summary":` + jsonText(t.Summary))
	if p.Statistics {
		out.WriteString(`,"statistics":` + jsonText(t.stats.describe()))
	}
	_, err := out.WriteString("}\n")
	return err
}

// jsonText returns a value as JSON.
func jsonText(v any) string {
	var b strings.Builder
	jsonItem(&b, v)
	return b.String()[len(","):]
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

	key Key // if requested
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
	// Transcripts are the files in which messages show their authors, and Replies the messages of
	// agents, up to MaxReplies of a file.
	Transcripts  int  `json:"transcripts"`
	Replies      int  `json:"replies"`
	MoreReplies  bool `json:"more_replies,omitempty"` // whether a file has more
	Errors       int  `json:"errors"`
	Warnings     int  `json:"warnings"`
	Informations int  `json:"informations"`
	Hints        int  `json:"hints"`
	// More is the number of calls with more problems than are listed.
	More int `json:"more,omitempty"`
	// Suppressed findings are not among the others.
	Suppressed int `json:"suppressed,omitempty"`
	// Intended findings are those in intended bad examples, mostly hints.
	Intended int `json:"intended,omitempty"`
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
