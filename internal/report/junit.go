package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// The elements are those that readers support consistently.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Error   *junitFailure `xml:"error"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// junitQuotes are references that all readers support.
var junitQuotes = strings.NewReplacer("&#34;", "&quot;", "&#39;", "&apos;", "&#xA;", "\n")

// writeJUnit writes a suite for each file. Findings at or above --fail-on are failures, others
// cases that pass with a description; a file without any is one case that passes.
func writeJUnit(out *bufio.Writer, files []File, o *Settings) {
	all := junitSuites{Name: "forge-lsp"}
	add := func(s junitSuite) {
		s.Tests = len(s.Cases)
		all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
		all.Suites = append(all.Suites, s)
	}
	for i := range files {
		if !files[i].Read {
			continue
		}
		path := relative(files[i].Path)
		suite := junitSuite{Name: path}
		for k := range files[i].Findings {
			f := &files[i].Findings[k]
			one := junitCase{Name: fmt.Sprintf("%s at line %d, column %d", f.Code, f.Start.Line, f.Start.Column), Class: path, File: path, Line: f.Start.Line}
			text := fmt.Sprintf("%s %s: %s", place(foreign.Line(path), f.Start), f.Severity, f.sentences())
			if f.level <= o.FailOn {
				one.Failure = &junitFailure{f.Message, f.Severity, text}
				suite.Failures++
			} else {
				one.Output = text
			}
			suite.Cases = append(suite.Cases, one)
		}
		if suite.Cases == nil {
			suite.Cases = []junitCase{{Name: "no findings", Class: path, File: path}}
		}
		add(suite)
	}
	for _, u := range Sum(files).unread {
		path := relative(u.Path)
		failure := &junitFailure{u.Reason, "error", path + ": " + u.sentence()}
		add(junitSuite{Name: path, Errors: 1, Cases: []junitCase{{Name: "not checked", Class: path, File: path, Error: failure}}})
	}
	text, err := xml.MarshalIndent(&all, "", "  ")
	if err != nil {
		panic(err) // texts and numbers
	}
	_, _ = foreign.XML(out).Write([]byte(xml.Header + junitQuotes.Replace(string(text)) + "\n"))
}
