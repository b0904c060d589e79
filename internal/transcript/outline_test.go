package transcript

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOutline checks the facts of messages, in each of the formats.
func TestOutline(t *testing.T) {
	type entry struct {
		Role   string
		Model  string
		Day    int32
		Alone  bool
		Failed bool
		Text   string
		Head   string
	}
	const day = 20758       // 2026-11-01
	outline := NewOutline() // nothing of one text is left for the next
	for name, test := range map[string]struct {
		text string
		want []entry
	}{
		"a message a line": {
			`{"role":"assistant","content":"x","model":"m","timestamp":"2026-11-01T23:30:00-02:00"}`,
			[]entry{{Role: "assistant", Model: "m", Day: day + 1, Text: "x", Head: "x"}},
		},
		"a conversation": {
			`{"messages":[{"role":"system","content":"a\nb"},{"role":"assistant","content":"x"}],"model":"m","created":1793491200}`,
			[]entry{{Role: "system", Model: "m", Day: day, Alone: true, Text: "a\nb", Head: "a\nb"}, {Role: "assistant", Model: "m", Day: day, Alone: true, Text: "x", Head: "x"}, {Model: "m"}},
		},
		"a list": {`[{"role":"user","content":[{"type":"tool_result","content":"no","is_error":true}],"ts":1793491200000}]`, []entry{{Role: "user", Day: day, Failed: true, Head: "no"}}},
		"Claude Code": {
			`{"type":"assistant","sessionId":"s","timestamp":"2026-11-01T00:00:00.123Z","message":{"role":"assistant","model":"m","content":[]}}`,
			[]entry{{Role: "assistant", Model: "m", Day: day}},
		},
		"escaped names":    {`{"r\u006fle":"assistant","content":"x"}`, []entry{{Role: "assistant", Text: "x", Head: "x"}}},
		"no message":       {`{"summary":"x","model":"m","timestamp":"2026-11-01T00:00:00Z"}`, []entry{{Model: "m", Day: day}}},
		"Codex, the model": {`{"timestamp":"2026-11-01T00:00:00Z","type":"turn_context","payload":{"model":"m"}}`, []entry{{Model: "m", Day: day}}},
		"Codex":            {`{"timestamp":"2026-11-01T00:00:00Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[]}}`, []entry{{Role: "assistant", Day: day}}},
		"batch": {
			`{"response":{"body":{"model":"m","created":1793491200,"choices":[{"message":{"role":"assistant","content":"x"}}]}}}`,
			[]entry{{Role: "assistant", Model: "m", Day: day, Alone: true, Text: "x", Head: "x"}},
		},
		"OpenTelemetry": {
			`{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"1793491200000000000","attributes":[{"key":"gen_ai.request.model","value":{"stringValue":"m"}},` +
				`{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[]}]"}}]}]}]}]}`,
			[]entry{{Role: "assistant", Model: "m", Day: day, Alone: true}},
		},
		"ChatGPT": {
			`{"mapping":{"a":{"message":{"author":{"role":"assistant"},"create_time":1793491200.25,"metadata":{"model_slug":"m"},"content":{"parts":["x"]}}}}}`,
			[]entry{{Role: "assistant", Model: "m", Day: day, Alone: true, Text: "x", Head: "x"}},
		},
		"a model for all": {
			`{"model":"m","created":1793491200,"messages":[{"role":"user","content":"x"},{"role":"user","content":"y","model":"n"}]}`,
			[]entry{{Model: "m"}, {Role: "user", Model: "m", Day: day, Alone: true, Text: "x", Head: "x"}, {Role: "user", Model: "n", Day: day, Alone: true, Text: "y", Head: "y"}},
		},
		"a name for each author": {`{"user":"a","assistant":"x"}`, []entry{{Role: "user", Text: "a", Head: "a"}, {Role: "assistant", Text: "x", Head: "x"}}},
		"none for all":           {`{"messages":[{"role":"user","content":"x"}]}`, []entry{{Role: "user", Alone: true, Text: "x", Head: "x"}}},
		"nothing known":          {`{"event":"reply","model":"m","time":"2026-11-01 10:00:00"}`, []entry{{Model: "m", Day: day}}},
		"no time":                {`{"role":"user","content":"x","timestamp":"yesterday"}`, []entry{{Role: "user", Text: "x", Head: "x"}}},
		"not JSON":               {`{"role":"user",`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []entry
			outline.Messages(test.text, func(of *OutlineMessage) {
				head, _ := of.Head()
				got = append(got, entry{of.Role.String(), of.Model, of.Day, of.Alone, of.Failed(), of.Text(), head})
			})
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestHead checks that the beginning of a long text is not cut within an escape.
func TestHead(t *testing.T) {
	for before := range 8 {
		text := strings.Repeat("x", before) + strings.Repeat(`\u00e9`, MaxResult)
		NewOutline().Messages(`{"role":"tool","content":"`+text+`"}`, func(of *OutlineMessage) {
			want := strings.Repeat("x", before) + strings.Repeat("é", MaxResult)
			if got, answered := of.Head(); !answered || len(got) < MaxResult-4 || !strings.HasPrefix(want, got) {
				t.Errorf("after %d: %q, %t", before, got, answered)
			}
		})
	}
}
