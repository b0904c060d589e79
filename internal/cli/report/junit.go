package report

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A junitPrinter writes a suite for each file. Findings at or above --fail-on are failures, others
// cases that pass with a description; a file without any is one case that passes. The elements are
// those that readers support consistently. Their numbers come before them: until they are known,
// the cases are in memory, compressed to a few percent.
type junitPrinter struct {
	*Options
	suites []junitSuite
	cases  bytes.Buffer
	packed *flate.Writer // to cases
}

type junitSuite struct {
	path                    string
	tests, failures, errors int
	size                    int64 // of its cases as text
}

type junitCase struct {
	XMLName xml.Name      `xml:"testcase"`
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
	Error   *junitFailure `xml:"error"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func (p *junitPrinter) file(r *Report, f *Found) {
	r.Text = f.lines(r.Count, detail{}, func(b *strings.Builder, path string, f *finding) {
		path = relative(path)
		text := fmt.Sprintf("%s: %s: %s", f.place(path), f.Severity, f.told())
		one := junitCase{Name: fmt.Sprintf("%s at line %d, column %d", f.Code, f.Start.Line, f.Start.Column), Class: path, File: path, Line: f.Start.Line}
		if SeverityOf(f.Severity) <= p.FailOn {
			one.Failure = &junitFailure{f.Message, f.Severity, text}
		} else {
			one.Output = text
		}
		one.write(b)
	})
}

// junitQuotes are references that all readers support.
var junitQuotes = strings.NewReplacer("&#34;", "&quot;", "&#39;", "&apos;")

// write writes a case in its suite.
func (c *junitCase) write(b *strings.Builder) {
	text, _ := xml.MarshalIndent(c, "    ", "  ") // strings and numbers
	_, _ = foreign.XML(b).Write([]byte(junitQuotes.Replace(string(text)) + "\n"))
}

func (p *junitPrinter) Begin(_ *bufio.Writer, path string) {
	p.suites = append(p.suites, junitSuite{path: relative(path)})
}

func (p *junitPrinter) Write(_ *bufio.Writer, text string) {
	if p.packed == nil {
		p.packed, _ = flate.NewWriter(&p.cases, flate.BestSpeed) // fails for an invalid level only
	}
	_, _ = io.WriteString(p.packed, text) // to memory
	p.suites[len(p.suites)-1].size += int64(len(text))
}

func (p *junitPrinter) End(out *bufio.Writer, r *Report) {
	s := &p.suites[len(p.suites)-1]
	if s.tests = r.Count; r.Count == 0 {
		s.tests = 1
		var b strings.Builder
		(&junitCase{Name: "no findings", Class: s.path, File: s.path}).write(&b)
		p.Write(out, b.String())
	}
	for i, n := range []int{r.Summary.Errors, r.Summary.Warnings, r.Summary.Informations, r.Summary.Hints} {
		if diagnostics.Error+diagnostics.Severity(i) <= p.FailOn {
			s.failures += n
		}
	}
}

// unchecked adds a suite with an error for a file that could not be checked.
func (p *junitPrinter) unchecked(u *Unchecked) {
	path := relative(u.Path)
	p.suites = append(p.suites, junitSuite{path: path, tests: 1, errors: 1})
	var b strings.Builder
	(&junitCase{Name: "not checked", Class: path, File: path, Error: &junitFailure{u.Reason, "error", path + ": " + u.told()}}).write(&b)
	p.Write(nil, b.String())
}

func (p *junitPrinter) Finish(out *bufio.Writer, t *Total) error {
	for i := range t.Unchecked {
		p.unchecked(&t.Unchecked[i])
	}
	tests, failures := 0, 0
	for i := range p.suites {
		tests += p.suites[i].tests
		failures += p.suites[i].failures
	}
	var cases io.Reader
	if p.packed != nil {
		if err := p.packed.Close(); err != nil {
			return err
		}
		cases = flate.NewReader(&p.cases)
	}
	fmt.Fprintf(out, "%s<testsuites name=\"forge-lsp\" tests=\"%d\" failures=\"%d\" errors=\"%d\">", xml.Header, tests, failures, len(t.Unchecked))
	for _, s := range p.suites {
		var name strings.Builder
		_ = xml.EscapeText(&name, []byte(s.path))
		fmt.Fprintf(out, "\n  <testsuite name=\"")
		_, _ = foreign.XML(out).Write([]byte(junitQuotes.Replace(name.String())))
		fmt.Fprintf(out, "\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"0\">\n", s.tests, s.failures, s.errors)
		if _, err := io.CopyN(out, cases, s.size); err != nil {
			return err
		}
		out.WriteString("  </testsuite>")
	}
	if len(p.suites) > 0 {
		out.WriteByte('\n')
	}
	_, err := out.WriteString("</testsuites>\n")
	return err
}
