package diagnostics

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// sessionLines are lines of sessions: calls and results with an ID, and text.
var sessionLines = []func(id, tool string) string{
	func(id, tool string) string {
		return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"` + tool + `","arguments":"{}"}}]}`
	},
	func(id, _ string) string { return `{"role":"tool","tool_call_id":"` + id + `","content":"Error: x"}` },
	func(id, _ string) string {
		return `{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":"a"}]}`
	},
	func(_, tool string) string {
		return `{"role":"model","parts":[{"functionCall":{"name":"` + tool + `","args":{}}}]}`
	},
	func(_, tool string) string {
		return `{"role":"user","parts":[{"functionResponse":{"name":"` + tool + `","response":{}}}]}`
	},
	func(_, tool string) string { return `{"role":"user","content":"` + tool + `"}` },
	func(id, tool string) string {
		return `{"messages":[{"role":"assistant","tool_calls":[{"id":"` + id + `","function":{"name":"` + tool + `","arguments":"{}"}}]},{"role":"tool","tool_call_id":"` + id + `","content":"a"},{"role":"tool","tool_call_id":"x","content":"a"}]}`
	},
}

// TestSessionEdits checks that the findings about sessions after edits are those of the text, in items of
// any size.
func TestSessionEdits(t *testing.T) {
	defer func(size int) { minItem = size }(minItem)
	r := rand.New(rand.NewPCG(36, 3))
	line := func() string {
		return sessionLines[r.IntN(len(sessionLines))](strconv.Itoa(r.IntN(6)), string(rune('f'+r.IntN(1+r.IntN(2)))))
	}
	seen := map[string]int{}
	for n := range 400 {
		minItem = 1 + r.IntN(400)
		var lines []string
		for k := range 2 + r.IntN(30) {
			if lines = append(lines, line()); r.IntN(4) == 0 { // a failing call
				lines = append(lines, sessionLines[0](strconv.Itoa(k+9), "f"), sessionLines[1](strconv.Itoa(k+9), ""))
			}
		}
		file := strings.Join(lines, "\n") + "\n"
		if n%3 == 0 {
			file = `{"messages":[` + strings.Join(lines, ",\n") + "]}"
		}
		d := Options{}.Open(text.New(file), document.JSON)
		for range 4 {
			at := strings.IndexByte(d.Text().String()[r.IntN(d.Text().Len()):], '\n') + 1
			switch r.IntN(3) {
			case 0:
				d = d.Edit(at, at, line()+"\n")
			case 1:
				d = d.Edit(at, at+r.IntN(40), "")
			default:
				from := r.IntN(d.Text().Len())
				d = d.Edit(from, from+1, strconv.Itoa(r.IntN(6)))
			}
			if why := differs(d, false); why != "" {
				t.Fatalf("%s\n%s", why, d.Text().String())
			}
		}
		for p := range d.Diagnostics() {
			seen[p.Code]++
		}
	}
	for _, code := range []string{"call-without-result", "result-without-call", "repeated-failure"} {
		if seen[code] < 5 {
			t.Errorf("%s: %d findings", code, seen[code])
		}
	}
}

// TestSessionPieces checks that a transcript in pieces has the findings of the whole.
func TestSessionPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 5))
	found := func(list []string, d *Document, offset int) []string {
		for p := range d.Diagnostics() {
			list = append(list, fmt.Sprint(p.Code, p.Place(p.Span).Start+offset, p.Message))
		}
		slices.Sort(list)
		return list
	}
	all := 0
	for range 200 {
		var pieces []string
		for range 1 + r.IntN(4) {
			piece := ""
			for range 1 + r.IntN(12) {
				piece += sessionLines[r.IntN(len(sessionLines))](strconv.Itoa(r.IntN(6)), "f") + "\n"
			}
			pieces = append(pieces, piece)
		}
		var s Sessions
		offset := 0
		for _, piece := range pieces {
			s.Add(Options{}.ScanPiece(text.New(piece), document.Native()).Sessions(offset))
			offset += len(piece)
		}
		s.Find()
		var got []string
		offset = 0
		for _, piece := range pieces {
			if d := s.In(piece, offset, Options{}); d != nil {
				got = found(got, d, offset)
			}
			offset += len(piece)
		}
		want := found(nil, Options{}.Open(text.New(strings.Join(pieces, "")), document.JSON), 0)
		if all += len(want); !slices.Equal(got, want) {
			t.Fatalf("%s\n%q, want %q", strings.Join(pieces, "--\n"), got, want)
		}
	}
	if all < 50 {
		t.Errorf("%d findings", all)
	}
}

// TestSessionAnswers compares the answers of a session with those of the definition.
func TestSessionAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 4))
	for range 2000 {
		s := make(session, r.IntN(12))
		for i := range s {
			key := uint64(r.IntN(5))
			s[i] = link{call: r.IntN(2) == 0, key: key, named: key < 2}
		}
		of, strays := s.answers()
		want, wantStrays := make([]int, len(s)), []int(nil)
		for i, l := range s {
			if l.call {
				continue
			}
			stray := true
			for k, c := range s {
				if !c.call || c.key != l.key {
					continue
				}
				stray = false
				if want[k] == 0 && (!l.named || k < i) {
					want[k] = i + 1
					if l.named {
						break
					}
				}
			}
			if stray {
				wantStrays = append(wantStrays, i)
			}
		}
		if !slices.Equal(of, want) || !slices.Equal(strays, wantStrays) {
			t.Fatalf("%+v\n%v %v, want %v %v", s, of, strays, want, wantStrays)
		}
	}
}

// BenchmarkSessionEdit edits a long session of native calls, and determines the findings.
func BenchmarkSessionEdit(b *testing.B) {
	var file strings.Builder
	for i := range nativeCalls {
		id := strconv.Itoa(i)
		fmt.Fprintf(&file, "%s\n%s\n", sessionLines[0](id, "f"), sessionLines[2](id, "f"))
	}
	d := Options{}.Open(text.New(file.String()), document.JSON)
	at := strings.Index(file.String(), `"content":"a"`) + len(`"content":"`)
	for b.Loop() {
		d = d.Edit(at, at+1, "g")
		for range d.Diagnostics() {
			b.Fatal("a finding")
		}
	}
}
