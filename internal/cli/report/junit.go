package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// The elements of JUnit's XML that readers support consistently.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
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

// junit writes a suite for each file. Findings at or above --fail-on are failures, others
// cases that pass with a description; a file without any is one case that passes.
func (o *Options) junit(out *bufio.Writer, t *Total) error {
	all := junitSuites{Name: "forge-lsp", Suites: []junitSuite{}}
	for _, file := range t.Files {
		path := relative(file.Path)
		suite := junitSuite{Name: path}
		for i := range file.Findings {
			f := &file.Findings[i]
			text := fmt.Sprintf("%s: %s: %s", f.place(relative(file.Path)), f.Severity, f.told())
			one := junitCase{Name: fmt.Sprintf("%s at line %d, column %d", f.Code, f.Start.Line, f.Start.Column), Class: path, File: path, Line: f.Start.Line}
			if SeverityOf(f.Severity) <= o.FailOn {
				one.Failure = &junitFailure{f.Message, f.Severity, text}
				suite.Failures++
			} else {
				one.Output = text
			}
			suite.Cases = append(suite.Cases, one)
		}
		if len(suite.Cases) == 0 {
			suite.Cases = []junitCase{{Name: "no findings", Class: path, File: path}}
		}
		suite.Tests = len(suite.Cases)
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.Suites = append(all.Suites, suite)
	}
	for i := range t.Unchecked {
		all.Tests++
		all.Errors++
		all.Suites = append(all.Suites, t.Unchecked[i].junit())
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	out.WriteString(xml.Header)
	// Some readers support named references only.
	if _, err := strings.NewReplacer("&#34;", "&quot;", "&#39;", "&apos;").WriteString(foreign.XML(out), string(text)); err != nil {
		return err
	}
	return out.WriteByte('\n')
}
