package diagnostics

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestExamples runs the examples of every rule.
func TestExamples(t *testing.T) {
	for _, r := range Rules() {
		if r.Summary == "" || strings.HasSuffix(r.Summary, ".") || r.Explanation == "" {
			t.Errorf("%s: summary or explanation", r.Code)
		}
		bad := r.analyze(r.Bad())
		fixable := true
		// Text that is not read is also missing: the catalog has a separate code for
		// that.
		unread := slices.Contains([]string{"array-shape", "cdata-around-structure", "json-arguments", "misplaced-argument"}, r.Code)
		for i, f := range bad.Diagnostics {
			if unread && f.Code == "missing-argument" {
				continue
			}
			if f.Code != r.Code && r.Code != "corrupted-cdata" && r.Code != "call-end-in-content" && f.Severity <= r.Severity {
				t.Errorf("%s: the bad example has %s too", r.Code, f.Code)
			}
			fixable = fixable && bad.SafeFix(i) != nil
		}
		if !slices.ContainsFunc(bad.Diagnostics, func(f Diagnostic) bool { return f.Code == r.Code }) {
			t.Errorf("%s: the bad example is not reported", r.Code)
		}
		page := strings.TrimPrefix(r.URL(), "https://github.com/entrhq/forge-lsp/blob/main/")
		if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(page))); err != nil || !strings.HasSuffix(page, r.Code+".md") {
			t.Errorf("%s: the page is %q: %v", r.Code, r.URL(), err)
		}
		if fixable {
			fixed := r.analyze(r.Options().fixAll(r.Bad(), r.Kind(), nil))
			if len(fixed.Diagnostics) > 0 || outcome(fixed) != "runs, tool accepts" {
				t.Errorf("%s: the fixed example: %s: %+v", r.Code, outcome(fixed), fixed.Diagnostics)
			}
		}
		good := r.analyze(r.Good())
		// A directive is used for a call that does not run as written, and a native call is
		// not one of the runtime's.
		if len(good.Diagnostics) > 0 || outcome(good) != "runs, tool accepts" && r.Code != "unused-directive" && good.Summary().Native+good.Summary().Others() == 0 {
			t.Errorf("%s: the good example: %s: %+v", r.Code, outcome(good), good.Diagnostics)
		}
	}
}

// TestFixSafety checks that every rule with fixes documents their safety. The examples
// and the cases show which rules have fixes.
func TestFixSafety(t *testing.T) {
	fixes := map[string]bool{}
	note := func(res *opened) {
		for _, f := range res.Diagnostics {
			fixes[f.Code] = fixes[f.Code] || len(f.Fixes) > 0
		}
	}
	for _, r := range Rules() {
		note(r.analyze(r.Bad()))
	}
	for _, file := range golden.Files(t, "testdata/*.txtar") {
		for _, f := range golden.Archive(t, file).Files {
			switch filepath.Ext(f.Name) {
			case ".reply":
				note(analyzeReply(string(f.Data)))
			case ".document":
				note(run(string(f.Data), document.Document))
			}
		}
	}
	for _, r := range Rules() {
		if explains := r.FixSafety != ""; explains != fixes[r.Code] && !r.OffByDefault {
			t.Errorf("%s: has fixes: %v, explains their safety: %v", r.Code, fixes[r.Code], explains)
		}
		if strings.Contains(r.Explanation, "is safe") || strings.Contains(r.Explanation, "are safe") {
			t.Errorf("%s: the explanation is about the safety of fixes, which is for FixSafety", r.Code)
		}
	}
}

// TestLineEnds runs the bad examples in a file with CR LF: no fix may introduce other
// line ends.
func TestLineEnds(t *testing.T) {
	for _, r := range Rules() {
		text := "Now:\r\n" + strings.ReplaceAll(r.Bad(), "\n", "\r\n")
		for _, f := range r.analyze(text).Diagnostics {
			for _, fix := range f.Fixes {
				fixed := Apply(text, fix.Edits)
				if strings.Count(fixed, "\n") != strings.Count(fixed, "\r\n") {
					t.Errorf("%s: %q brings in a line end: %q", f.Code, fix.Title, fixed)
				}
			}
		}
	}
}

// TestFiles checks the cases and the pages against the registered rules.
func TestFiles(t *testing.T) {
	for _, pattern := range []string{"testdata/*.txtar", "../docs/rules/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, f := range files {
			if code := strings.TrimSuffix(filepath.Base(f), filepath.Ext(f)); code != "README" {
				codes = append(codes, code)
			}
		}
		for _, code := range codes {
			if Lookup(code) == nil {
				t.Errorf("%s: there is no rule %s", pattern, code)
			}
		}
		for _, r := range Rules() {
			if !slices.Contains(codes, r.Code) {
				t.Errorf("%s: there is none for rule %s", pattern, r.Code)
			}
		}
	}
}

// TestCases runs the case files: prose, then inputs, each followed by its expected
// report and the file after fixes.
//
//	-- files/name --            a file of the workspace, for a rule about them; ␍ is a CR
//	-- name.reply --            an input, read as a reply; or name.log, name.json, name.document
//	-- name.findings --         what all rules report
//	-- name.fix 1.2 --          the text after the second fix of the first finding
//	-- name.fixed --            the text after all safe fixes
func TestCases(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		code := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if len(strings.TrimSpace(string(archive.Comment))) == 0 {
			t.Error("the file does not tell what its cases are about")
		}
		got := &txtar.Archive{Comment: archive.Comment}
		reported := false
		options := Lookup(code).Options()
		if options.Files != nil {
			texts := map[string]string{}
			for _, f := range archive.Files {
				if name, ok := strings.CutPrefix(f.Name, "files/"); ok {
					texts[name] = strings.NewReplacer("␍", "\r").Replace(string(f.Data))
				}
			}
			options.Files = filetools.Of(texts)
		}
		for _, f := range archive.Files {
			if strings.HasPrefix(f.Name, "files/") {
				got.Files = append(got.Files, f)
				continue
			}
			name, ext, _ := strings.Cut(f.Name, ".")
			kind := document.Reply
			switch ext {
			case "document":
				kind = document.Document
			case "log":
				kind = document.Log
			case "json":
				kind = document.JSON
			case "reply":
			default:
				continue
			}
			got.Files = append(got.Files, f)
			out, found := caseOutput(t, name, string(f.Data), kind, code, options)
			reported = reported || found
			got.Files = append(got.Files, out...)
		}
		if !reported && code != "call-too-large" { // that one takes 10 MiB; TestExamples creates it
			t.Errorf("no input makes %s report", code)
		}
		golden.File(t, file, txtar.Format(got))
	})
}

func caseOutput(t *testing.T, name, text string, kind document.Kind, code string, options Options) (files []txtar.File, reported bool) {
	res := options.run(text, kind)
	checkResult(t, text, res)
	var w strings.Builder
	for _, c := range res.Calls {
		fmt.Fprintf(&w, "%s: %s %q\n", place(text, c.Span), c.Block().Verdict().Outcome, c.Block().ToolName())
	}
	var fixes []txtar.File
	for i, f := range res.Diagnostics {
		fmt.Fprintf(&w, "%s: %s %s: %s\n", place(text, f.Span), f.Severity, f.Code, f.Message)
		if f.Note != "" {
			fmt.Fprintf(&w, "\tnote: %s\n", f.Note)
		}
		for k, fix := range res.Prove(i) {
			kind := "suggested"
			if fix.Safe() {
				kind = "safe"
			}
			fmt.Fprintf(&w, "\t%s: %s\n", kind, fix.Title)
			if f.Code == code {
				fixes = append(fixes, txtar.File{Name: fmt.Sprintf("%s.fix %d.%d", name, i+1, k+1), Data: []byte(Apply(text, fix.Edits))})
			}
		}
		for _, r := range f.Related {
			fmt.Fprintf(&w, "\trelated %s: %s\n", place(text, r.Span), r.Message)
		}
		for _, r := range f.Elsewhere {
			fmt.Fprintf(&w, "\telsewhere %s:%d: %s: %q\n", r.Name, r.Line, r.Message, r.Text)
		}
		reported = reported || f.Code == code
	}
	files = append(files, txtar.File{Name: name + ".findings", Data: []byte(w.String())})
	files = append(files, fixes...)
	if fixed := options.fixAll(text, kind, nil); fixed != text {
		files = append(files, txtar.File{Name: name + ".fixed", Data: []byte(fixed)})
	}
	return files, reported
}

// place formats a span as line and byte column, 1-based, and its text.
func place(text string, span xmlcall.Span) string {
	line := strings.Count(text[:span.Start], "\n") + 1
	column := span.Start - strings.LastIndex(text[:span.Start], "\n")
	return fmt.Sprintf("%d:%d %q", line, column, rules.Clip(text[span.Start:span.End]))
}

// ofNoCall are the rules with findings that are about no call of Forge, outside of transcripts in JSON.
var ofNoCall = []string{"unused-directive", "missing-tool-name", "unrecognized-tool-tag", "leaked-call", "text-call", "fabricated-result"}

// checkResult fails the test unless the findings are well-formed.
func checkResult(t testing.TB, text string, res *opened) {
	t.Helper()
	for _, f := range res.Diagnostics {
		if f.Span.Start < 0 || f.Span.End > len(text) || f.Span.Len() <= 0 {
			t.Fatalf("%s: span %v of %d bytes", f.Code, f.Span, len(text))
		}
		if f.Message == "" || len([]rune(f.Message)) > 160 || strings.HasSuffix(f.Message, ".") || strings.Contains(f.Message, "\n") {
			t.Fatalf("%s: message %q", f.Code, f.Message)
		}
		if len([]rune(f.Note)) > 160 || strings.HasSuffix(f.Note, ".") || strings.Contains(f.Note, "\n") {
			t.Fatalf("%s: note %q", f.Code, f.Note)
		}
		if f.Call < 0 && !slices.Contains(ofNoCall, f.Code) && Lookup(f.Code).Group != "prompts" && res.Kind() != document.JSON || f.Call >= len(res.Calls) {
			t.Fatalf("%s: call %d of %d", f.Code, f.Call, len(res.Calls))
		}
		for _, fix := range f.Fixes {
			at := 0
			if len(fix.Edits) == 0 || fix.Title == "" || utf8.RuneCountInString(fix.Title) > rules.MaxTitle || strings.Contains(fix.Title, "\n") {
				t.Fatalf("%s: empty fix %+v", f.Code, fix)
			}
			for _, e := range fix.Edits {
				if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(text) {
					t.Fatalf("%s: fix %q: edits %+v of %d bytes", f.Code, fix.Title, fix.Edits, len(text))
				}
				at = e.Span.End
			}
		}
	}
}

// TestGroups checks that each rule is in one of the groups, and that each group has
// rules.
func TestGroups(t *testing.T) {
	var all []string
	for _, group := range Groups() {
		codes := InGroup(group)
		if len(codes) == 0 {
			t.Errorf("no rule is in %s", group)
		}
		if Lookup(group) != nil {
			t.Errorf("%s is a group and a rule", group)
		}
		all = append(all, codes...)
	}
	slices.Sort(all)
	if want := Codes(); !slices.Equal(all, want) {
		t.Errorf("in groups are %q, want %q", all, want)
	}
	if got := InGroup("none"); got != nil {
		t.Errorf("%q are in no group", got)
	}
}

// analyzeReply runs all rules on the text of one reply.
func analyzeReply(text string) *opened { return run(text, document.Reply) }

// analyze runs all rules on an example of the rule.
func (r *Rule) analyze(text string) *opened {
	return r.Options().run(text, r.Kind())
}

// outcome describes what happens to the calls of a reply, each taken on its own.
func outcome(res *opened) string {
	if len(res.Calls) == 0 {
		return "sees no call"
	}
	var parts []string
	for i := range res.Calls {
		c := &res.Calls[i]
		parts = append(parts, c.outcome.String()+", tool "+byTool(c))
	}
	return strings.Join(parts, "; ")
}
