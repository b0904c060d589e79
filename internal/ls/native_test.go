package ls

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestNativeCalls checks what an editor shows of a transcript with nothing but native calls and one
// that leaked: the summary, the list, the lenses, and the call at a place.
func TestNativeCalls(t *testing.T) {
	const session = `{"type":"system","tools":[{"name":"Read","input_schema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}}]}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"Read","input":{"path":"a"}}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":true,"content":"not\nfound"}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"court\n<invoke name=\"Read\">\n<parameter name=\"path\">a</parameter>\n</invoke>"}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"2","name":"Read","input":{}}]}}
`
	doc := diagnostics.Options{}.Open(text.New(session), document.JSON)
	if s := Summarize(doc, nil); s.Text != "2 native calls, 1 broken; 1 leaked" || s.Native != 2 || s.NativeBroken != 1 || s.Leaked != 1 {
		t.Errorf("%+v", s)
	}
	var listed, lenses []string
	list := ViewOf(doc, "")
	for _, c := range list.Calls() {
		call := list.Call(&c)
		listed = append(listed, call.Form+" "+call.Tool+" "+call.Text)
		if (call.Result != nil) != (len(listed) == 1) || call.Result != nil && call.Result.String() != "error: not found" {
			t.Errorf("call %d: the result is %v", len(listed), call.Result)
		}
		if !ViewOf(doc, "").Place(c.Span.Start + 1).Aside() {
			t.Errorf("no call at %d", c.Span.Start)
		}
	}
	if got, want := strings.Join(listed, ", "), "native Read runs, native, leaked Read never runs, leaked, native Read refused, native"; got != want {
		t.Errorf("the list is %s, want %s", got, want)
	}
	for _, lens := range list.Lenses(nil) {
		lenses = append(lenses, lens.Title)
	}
	if got, want := strings.Join(lenses, ", "), "runs, native, never runs: leaked, refused: Missing `path`; add it to the JSON arguments of `Read`"; got != want {
		t.Errorf("the lenses are %s, want %s", got, want)
	}
	place := ViewOf(doc, "").Place(strings.Index(session, `"path":"a"}}]`))
	if r := place.Received(); r == nil || strings.Join(r.Verdicts, "; ") != "Runs, native; Result: error: not found" || r.Tool != "Read" || r.Outcome != "runs" || len(r.Values) != 1 || r.Values[0].Text != "a" || !strings.Contains(r.Text, "Result: error: not found") {
		t.Errorf("received: %+v", r)
	}
	if place.Fixed() == nil || place.Correction() == nil || place.Written() == nil {
		t.Error("there is nothing to copy, and no reason")
	}
}
