package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A junitElement has attributes, and a text or other elements.
type junitElement struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []*junitElement
}

// junit returns an element. Its attributes are names and values in turn.
func junit(name, text string, children []*junitElement, attributes ...any) *junitElement {
	e := &junitElement{XMLName: xml.Name{Local: name}, Text: text, Children: children}
	for i := 0; i < len(attributes); i += 2 {
		e.Attrs = append(e.Attrs, xml.Attr{Name: xml.Name{Local: attributes[i].(string)}, Value: fmt.Sprint(attributes[i+1])})
	}
	return e
}

// junitQuotes are references that all readers support.
var junitQuotes = strings.NewReplacer("&#34;", "&quot;", "&#39;", "&apos;", "&#xA;", "\n")

// writeJUnit writes a suite for each file, in the elements that readers support consistently. Findings at or above
// --fail-on are failures, others cases that pass with a description; a file without any is one case that passes.
func writeJUnit(out *bufio.Writer, files []File, o *Settings) {
	var suites []*junitElement
	tests, failures, errors := 0, 0, 0
	add := func(path string, failed, broken int, cases ...*junitElement) {
		tests, failures, errors = tests+len(cases), failures+failed, errors+broken
		suites = append(suites, junit("testsuite", "", cases, "name", path, "tests", len(cases), "failures", failed, "errors", broken, "skipped", 0))
	}
	for i := range files {
		if !files[i].Read {
			continue
		}
		path, failed := relative(files[i].Path), 0
		var cases []*junitElement
		for k := range files[i].Findings {
			f := &files[i].Findings[k]
			text := fmt.Sprintf("%s %s: %s", place(foreign.Line(path), f.Start), f.Severity, f.sentences())
			told := junit("system-out", text, nil)
			if f.level <= o.FailOn {
				told = junit("failure", text, nil, "message", f.Message, "type", f.Severity)
				failed++
			}
			name := fmt.Sprintf("%s at line %d, column %d", f.Code, f.Start.Line, f.Start.Column)
			cases = append(cases, junit("testcase", "", []*junitElement{told}, "name", name, "classname", path, "file", path, "line", f.Start.Line))
		}
		if cases == nil {
			cases = append(cases, junit("testcase", "", nil, "name", "no findings", "classname", path, "file", path))
		}
		add(path, failed, 0, cases...)
	}
	for _, u := range Sum(files).unread {
		path := relative(u.Path)
		told := junit("error", path+": "+u.sentence(), nil, "message", u.Reason, "type", "error")
		add(path, 0, 1, junit("testcase", "", []*junitElement{told}, "name", "not checked", "classname", path, "file", path))
	}
	all := junit("testsuites", "", suites, "name", "forge-lsp", "tests", tests, "failures", failures, "errors", errors)
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		panic(err) // texts and numbers
	}
	_, _ = foreign.XML(out).Write([]byte(xml.Header + junitQuotes.Replace(string(text)) + "\n"))
}
