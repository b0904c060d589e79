package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/schema"
)

// TestOutcomesEverywhere checks that each place shows the same outcome for a call, in the words of
// one table.
func TestOutcomesEverywhere(t *testing.T) {
	mcp := &mcpServer{}
	for _, text := range cases.Outcomes(t) {
		t.Run(text.File, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), text.File)
			if err := os.WriteFile(path, []byte(text.Text), 0o600); err != nil {
				t.Fatal(err)
			}
			o := outcomesOf{t, path, text}
			o.inspected()
			o.checked()
			o.counted()
			o.answered()
			o.validated(mcp)
		})
	}
}

type outcomesOf struct {
	*testing.T
	path string
	text cases.OutcomeText
}

func (o *outcomesOf) run(args ...string) string {
	o.Helper()
	code, stdout, stderr := runCommand(o.T, "", append(args, o.path)...)
	if code > ExitFindings || stderr != "" {
		o.Fatalf("%v: exit code %d: %s", args, code, stderr)
	}
	return stdout
}

func (o *outcomesOf) decode(text string, into any) {
	o.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		o.Fatalf("%v: %s", err, text)
	}
}

// same compares what a place shows with what is wanted.
func (o *outcomesOf) same(place string, got []string, want func(*cases.OutcomeCall) string) {
	o.Helper()
	var all []string
	for i := range o.text.Calls {
		if call := want(&o.text.Calls[i]); call != "" {
			all = append(all, call)
		}
	}
	if !slices.Equal(got, all) {
		o.Errorf("%s shows %q, want %q", place, got, all)
	}
}

func wordsOf(outcome string) string {
	for _, o := range diagnostics.Outcomes {
		if o.String() == outcome {
			return o.Words()
		}
	}
	return outcome
}

func inJSON(c *cases.OutcomeCall) string {
	return fmt.Sprint(c.Line, " ", c.Tool, " ", c.Outcome, " ", c.By)
}

func inWords(c *cases.OutcomeCall) string {
	return fmt.Sprint(c.Line, " ", c.Tool, " ", wordsOf(c.Outcome))
}

// shownJSON is what check and inspect show as JSON.
type shownJSON struct {
	Files []struct {
		Findings []shownFinding
		Calls    []struct {
			Line                      int
			Tool, Outcome, By, Reason string
			Lost                      []any
		}
	}
	Summary struct {
		Calls    int
		Outcomes diagnostics.OutcomeCounts
	}
	Statistics struct {
		Tools []diagnostics.Summary
	}
}

type shownFinding struct {
	Severity, Outcome string
	Related           []shownRelated
}

type shownRelated struct{ Outcome string }

// inspected checks inspect, in each of its formats.
func (o *outcomesOf) inspected() {
	var out shownJSON
	text := o.run("inspect", "--format", "json")
	schema.Validate(o, "inspect", text)
	o.decode(text, &out)
	var got []string
	for _, c := range out.Files[0].Calls {
		got = append(got, fmt.Sprint(c.Line, " ", c.Tool, " ", c.Outcome, " ", c.By))
		if (c.Reason == "") != (c.Outcome == "runs") || c.Outcome == "altered" && len(c.Lost) == 0 {
			o.Errorf("line %d: %s because %q, with %d lost parts", c.Line, c.Outcome, c.Reason, len(c.Lost))
		}
	}
	o.same("inspect --format json", got, inJSON)
	o.summary("inspect --format json", out.Summary.Calls, out.Summary.Outcomes)
	for format, pattern := range map[string]string{
		"text": `(?m)^` + regexp.QuoteMeta(o.path) + `:(?P<line>\d+):\d+: (?P<words>[a-z ]+)[^:]*: (?P<tool>\w+)$`,
	} {
		shown := o.run("inspect", "--format", format)
		r := regexp.MustCompile(pattern)
		got = nil
		for _, m := range r.FindAllStringSubmatch(shown, -1) {
			words := m[r.SubexpIndex("words")]
			for _, outcome := range diagnostics.Outcomes {
				if strings.HasPrefix(words, outcome.Words()) {
					words = outcome.Words()
				}
			}
			got = append(got, m[r.SubexpIndex("line")]+" "+strings.ReplaceAll(m[r.SubexpIndex("tool")], `\`, "")+" "+words)
		}
		o.same("inspect --format "+format, got, inWords)
		if !strings.Contains(shown, o.sentence()) {
			o.Errorf("%q is not in\n%s", o.sentence(), shown)
		}
	}
	for _, outcome := range diagnostics.Outcomes {
		o.decode(o.run("inspect", "--format", "json", "--only", outcome.String()), &out)
		n := 0
		for _, c := range out.Files[0].Calls {
			if n++; c.Outcome != outcome.String() {
				o.Errorf("--only %v shows one that is %s", outcome, c.Outcome)
			}
		}
		if n != o.count(outcome.String()) {
			o.Errorf("--only %v shows %d calls", outcome, n)
		}
	}
}

func (o *outcomesOf) count(outcome string) (n int) {
	for i := range o.text.Calls {
		if o.text.Calls[i].Outcome == outcome {
			n++
		}
	}
	return n
}

// sentence is what the summaries for people say about the calls.
func (o *outcomesOf) sentence() string {
	var s diagnostics.Summary
	for i := range o.text.Calls {
		s.Calls++
		for _, outcome := range diagnostics.Outcomes {
			if outcome.String() == o.text.Calls[i].Outcome {
				s.Outcomes[outcome]++
			}
		}
	}
	text, _, _ := strings.Cut(s.String(), " refused")
	return "1 file, " + text
}

func (o *outcomesOf) summary(place string, calls int, got diagnostics.OutcomeCounts) {
	want := diagnostics.OutcomeCounts{}
	for _, outcome := range diagnostics.Outcomes {
		want[outcome] = o.count(outcome.String())
	}
	if got != want || calls != len(o.text.Calls) {
		o.Errorf("%s counts %d calls, %+v", place, calls, got)
	}
}

// explained returns the calls that the errors among findings are about, each with its outcome.
func explained(findings []shownFinding) (list []string) {
	for i := range findings {
		f := &findings[i]
		if f.Severity != "error" {
			continue
		}
		if f.Outcome != "" {
			list = append(list, f.Outcome)
		}
		for _, r := range f.Related {
			if r.Outcome != "" {
				list = append(list, r.Outcome)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// checked checks the formats of check.
func (o *outcomesOf) checked() {
	var want []string
	for i := range o.text.Calls {
		if c := &o.text.Calls[i]; c.Outcome != "runs" && c.Outcome != "repaired" {
			want = append(want, c.Outcome)
		}
	}
	slices.Sort(want)
	want = slices.Compact(want)
	same := func(place string, got []string) {
		o.Helper()
		if !slices.Equal(got, want) {
			o.Errorf("%s: the errors are about calls that are %q, want %q", place, got, want)
		}
	}

	if text := o.run("check"); !strings.Contains(text, o.sentence()) {
		o.Errorf("%q is not in\n%s", o.sentence(), text)
	}
	var out shownJSON
	text := o.run("check", "--format", "json", "--statistics")
	schema.Validate(o, "check", text)
	o.decode(text, &out)
	same("json", explained(out.Files[0].Findings))
	o.summary("check --format json", out.Summary.Calls, out.Summary.Outcomes)
	var sum diagnostics.Summary
	for _, t := range out.Statistics.Tools {
		sum.Add(t)
	}
	o.summary("check --statistics", sum.Calls, sum.Outcomes)

	var sarif struct {
		Runs []struct {
			Properties struct {
				Calls    int                       `json:"calls"`
				Outcomes diagnostics.OutcomeCounts `json:"outcomes"`
			} `json:"properties"`
			Results []struct {
				Level      string `json:"level"`
				Properties struct {
					Outcome string `json:"outcome"`
				} `json:"properties"`
				Related []struct {
					Properties struct {
						Outcome string `json:"outcome"`
					} `json:"properties"`
				} `json:"relatedLocations"`
			} `json:"results"`
		} `json:"runs"`
	}
	o.decode(o.run("check", "--format", "sarif"), &sarif)
	var findings []shownFinding
	for _, r := range sarif.Runs[0].Results {
		f := shownFinding{Severity: r.Level, Outcome: r.Properties.Outcome}
		for _, place := range r.Related {
			f.Related = append(f.Related, shownRelated{Outcome: place.Properties.Outcome})
		}
		findings = append(findings, f)
	}
	same("sarif", explained(findings))
	o.summary("check --format sarif", sarif.Runs[0].Properties.Calls, sarif.Runs[0].Properties.Outcomes)

	var got []string
	for message := range strings.SplitSeq(o.run("check", "--format", "agent"), "==> ") {
		if place, text, ok := strings.Cut(message, " <==\n"); ok {
			line, _, _ := strings.Cut(strings.TrimPrefix(place, o.path+":"), ":")
			got = append(got, line+" "+told(text))
		}
	}
	o.same("check --format agent", got, func(c *cases.OutcomeCall) string {
		if c.Outcome == "runs" || c.Outcome == "repaired" {
			return ""
		}
		return fmt.Sprint(c.Line, " ", wordsOf(c.Outcome))
	})
}

// told returns the outcome that a message to a model is about, in words.
func told(text string) string {
	title, _, _ := strings.Cut(strings.TrimPrefix(text, "ERROR: "), "\n")
	for _, outcome := range diagnostics.Outcomes[2:] {
		if strings.Contains(title, outcome.Words()) {
			return outcome.Words()
		}
	}
	if strings.Contains(title, "Invalid XML") { // the runtime's own words
		return diagnostics.Refused.Words()
	}
	return title
}

// counted checks stats, and its rows.
func (o *outcomesOf) counted() {
	if strings.HasSuffix(o.text.File, ".md") {
		return // of documents there are no numbers of their own
	}
	rows := filepath.Join(o.TempDir(), "rows.jsonl")
	var out struct {
		Calls    int                       `json:"calls"`
		Outcomes diagnostics.OutcomeCounts `json:"outcomes"`
	}
	o.decode(o.run("stats", "--format", "json", "--facts", rows), &out)
	o.summary("stats --format json", out.Calls, out.Outcomes)
	file, err := os.Open(rows)
	if err != nil {
		o.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var got []string
	if _, err := stats.TallyRows(file, func(f *stats.Row) {
		got = append(got, fmt.Sprint(f.Line, " ", f.Tool, " ", f.Outcome, " ", f.By))
		if (f.Cause != "") != (f.Outcome != "runs" && f.Outcome != "repaired") {
			o.Errorf("line %d: %s because of %q", f.Line, f.Outcome, f.Cause)
		}
	}); err != nil {
		o.Fatal(err)
	}
	o.same("stats --facts", got, inJSON)
	text := o.run("stats")
	for _, outcome := range diagnostics.Outcomes {
		shown := regexp.MustCompile(`(?m)^  ` + outcome.Words() + ` +(\d+) `).FindStringSubmatch(text)
		if n := o.count(outcome.String()); (n > 0) != (shown != nil) || shown != nil && shown[1] != strconv.Itoa(n) {
			o.Errorf("stats shows %q for %v, want %d\n%s", shown, outcome, n, text)
		}
	}
}

// answered checks the hook, which looks at the last turn of an agent.
func (o *outcomesOf) answered() {
	if strings.HasSuffix(o.text.File, ".md") {
		return
	}
	folder := o.TempDir()
	session := filepath.Join(folder, "session.jsonl")
	record := func(role, text string) string {
		line, _ := json.Marshal(map[string]string{"role": role, "content": text})
		return string(line) + "\n"
	}
	content := record("system", "Call a tool with <tool>.") + record("user", "Go on.") + record("assistant", o.text.Text)
	if err := os.WriteFile(session, []byte(content), 0o600); err != nil {
		o.Fatal(err)
	}
	var got []string
	if answer := runHook(o.T, map[string]any{"hook_event_name": "Stop", "transcript_path": session, "cwd": folder}); answer != nil {
		for _, text := range strings.Split(answer.Reason, "\nERROR: ")[1:] {
			got = append(got, told(text))
		}
	}
	o.same("hook", got, func(c *cases.OutcomeCall) string {
		if c.Outcome == "runs" || c.Outcome == "repaired" {
			return ""
		}
		return wordsOf(c.Outcome)
	})
}

// validated checks the answers of MCP.
func (o *outcomesOf) validated(s *mcpServer) {
	kind := map[bool]string{true: "document", false: "reply"}[strings.HasSuffix(o.text.File, ".md")]
	out, err := s.validateReply(o.Context(), mcpReply{Reply: o.text.Text, Kind: kind})
	if err != nil {
		o.Fatal(err)
	}
	var got []string
	runs := len(out.Calls) > 0
	for _, c := range out.Calls {
		got = append(got, fmt.Sprint(c.Line, " ", c.Tool, " ", c.Outcome, " ", c.By))
		asWritten := c.Outcome == diagnostics.Runs.String()
		runs = runs && asWritten
		if (c.Reason == "") != asWritten {
			o.Errorf("line %d: %s because %q", c.Line, c.Outcome, c.Reason)
		}
	}
	o.same("validate_reply", got, inJSON)
	bad := slices.ContainsFunc(o.text.Calls, func(c cases.OutcomeCall) bool { return c.Outcome != "runs" && c.Outcome != "repaired" })
	if out.OK != runs || (out.Feedback != "") != bad {
		o.Errorf("validate_reply: ok %t, and the message %q", out.OK, out.Feedback)
	}
	fixed, err := s.fixCall(o.Context(), mcpText{Call: o.text.Text})
	if err != nil {
		o.Fatal(err)
	}
	again, err := s.validateReply(o.Context(), mcpReply{Reply: fixed.Call})
	if err != nil {
		o.Fatal(err)
	}
	schema.Validate(o, "validate_reply", textsOf(out)[0])
	inJSON, err := json.Marshal(fixed)
	if err != nil {
		o.Fatal(err)
	}
	schema.Validate(o, "fix_call", string(inJSON))
	if fmt.Sprint(fixed.Calls) != fmt.Sprint(again.Calls) || fixed.OK != again.OK {
		o.Errorf("fix_call: %+v, ok %t; validate_reply: %+v, ok %t", fixed.Calls, fixed.OK, again.Calls, again.OK)
	}
}
