package json

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Of valid JSON a skimmer makes the nodes that parse makes.
func FuzzSkim(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e3,true,null,"x\"y\\"],"b":{"c":{}},"\u0064":[]}`, " [ {\n\"a\" : \"\\\\\" } , \"\" ]\t", `"a"`, `{"":""}`, "[[],[[]]]", `{"a":"\\\"<tool>"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s skimmer
		got, ok := s.read(text)
		want, _, err := parse(strings.TrimLeft(text, " \t\r\n"))
		end := want.end
		if want.kind == '"' {
			end++
		}
		shift := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
		if err != nil || strings.Trim(text[shift+end:], " \t\r\n") != "" {
			return // it is not one value, of which nothing is promised
		}
		if !ok {
			t.Fatalf("%q is not read", text)
		}
		move(&want, shift)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(node{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	})
}

// move moves a node and all below it.
func move(n *node, by int) {
	n.start, n.end = n.start+by, n.end+by
	for i := range n.kids {
		move(&n.kids[i], by)
	}
}

// A skimmer is used again: what it read before does not matter.
func TestSkimAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	texts := []string{`{"a":{"b":[1,2,3]},"c":"d"}`, `[`, `{"a":"`, `[[[1],2],3]`, strings.Repeat(`[1,`, 6) + "2" + strings.Repeat("]", 6), `{"a":1}x`, ""}
	var s skimmer
	for range 200 {
		text := texts[r.IntN(len(texts))]
		got, ok := s.read(text)
		var fresh skimmer
		want, wantOK := fresh.read(text)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(node{})); diff != "" || ok != wantOK {
			t.Fatalf("%q: %t, want %t: %s", text, ok, wantOK, diff)
		}
	}
}

// What entries tell, in each of the formats.
func TestEntries(t *testing.T) {
	type entry struct {
		Role   string
		Model  string
		Day    int32
		Alone  bool
		Failed bool
		Text   string
		Head   string
	}
	const day = 20758 // 2026-11-01
	for name, test := range map[string]struct {
		text string
		want []entry
	}{
		"a message a line": {
			`{"role":"assistant","content":"x","model":"m","timestamp":"2026-11-01T23:30:00-02:00"}`,
			[]entry{{Role: "assistant", Model: "m", Day: day + 1}},
		},
		"a conversation": {
			`{"messages":[{"role":"system","content":"a\nb"},{"role":"assistant","content":"x"}],"model":"m","created":1793491200}`,
			[]entry{{Role: "system", Model: "m", Day: day, Alone: true, Text: "a\nb", Head: "a\nb"}, {Role: "assistant", Model: "m", Day: day, Alone: true}, {Model: "m"}},
		},
		"a list": {
			`[{"role":"user","content":[{"type":"tool_result","content":"no","is_error":true}],"ts":1793491200000}]`,
			[]entry{{Role: "user", Day: day, Failed: true, Head: "no"}},
		},
		"Claude Code": {
			`{"type":"assistant","sessionId":"s","timestamp":"2026-11-01T00:00:00.123Z","message":{"role":"assistant","model":"m","content":[]}}`,
			[]entry{{Role: "assistant", Model: "m", Day: day}},
		},
		"Codex, the model": {
			`{"timestamp":"2026-11-01T00:00:00Z","type":"turn_context","payload":{"model":"m"}}`,
			[]entry{{Model: "m", Day: day}},
		},
		"Codex": {
			`{"timestamp":"2026-11-01T00:00:00Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[]}}`,
			[]entry{{Role: "assistant", Day: day}},
		},
		"batch": {
			`{"response":{"body":{"model":"m","created":1793491200,"choices":[{"message":{"role":"assistant","content":"x"}}]}}}`,
			[]entry{{Role: "assistant", Model: "m", Day: day, Alone: true}},
		},
		"OpenTelemetry": {
			`{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"1793491200000000000","attributes":[{"key":"gen_ai.request.model","value":{"stringValue":"m"}},` +
				`{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[]}]"}}]}]}]}]}`,
			[]entry{{Role: "assistant", Model: "m", Day: day, Alone: true}},
		},
		"ChatGPT": {
			`{"mapping":{"a":{"message":{"author":{"role":"assistant"},"create_time":1793491200.25,"metadata":{"model_slug":"m"},"content":{"parts":["x"]}}}}}`,
			[]entry{{Role: "assistant", Model: "m", Day: day, Alone: true}},
		},
		"nothing known": {`{"event":"reply","model":"m","time":"2026-11-01 10:00:00"}`, []entry{{Model: "m", Day: day}}},
		"no time":       {`{"role":"user","content":"x","timestamp":"yesterday"}`, []entry{{Role: "user", Text: "x", Head: "x"}}},
		"not JSON":      {`{"role":"user",`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []entry
			(*Set)(nil).Outline().Entries(test.text, func(of *Entry) {
				head, _ := of.Head(100)
				got = append(got, entry{of.Role.String(), of.Model, of.Day, of.Alone, of.Failed, of.Text(), head})
			})
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The start of a long text is not cut within an escape.
func TestHead(t *testing.T) {
	for before := range 8 {
		text := strings.Repeat("x", before) + strings.Repeat(`\u00e9`, 50)
		(*Set)(nil).Outline().Entries(`{"role":"tool","content":"`+text+`"}`, func(of *Entry) {
			want := strings.Repeat("x", before) + strings.Repeat("é", 50)
			if got, answered := of.Head(20); !answered || len(got) < 16 || !strings.HasPrefix(want, got) {
				t.Errorf("after %d: %q, %t", before, got, answered)
			}
		})
	}
}
