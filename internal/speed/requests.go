package main

import (
	"fmt"
	"time"
)

// A question is a request that an editor sends while a user types.
type question struct {
	name, method string
	place        place
	// members are the members of the parameters besides the document, as JSON.
	members func(at position) string
}

// pointing are the members of a request about a position.
func pointing(at position) string {
	return fmt.Sprintf(`"position":{"line":%d,"character":%d}`, at.Line, at.Character)
}

// visible are the members of a request about what a window shows, 60 lines.
func visible(at position) string {
	return fmt.Sprintf(`"range":{"start":{"line":%d,"character":0},"end":{"line":%d,"character":0}}`, max(0, at.Line-30), at.Line+30)
}

var questions = []question{
	{"completion in a value", "textDocument/completion", inValue, func(at position) string {
		return pointing(at) + `,"context":{"triggerKind":1}`
	}},
	{"completion in prose", "textDocument/completion", inProse, func(at position) string {
		return pointing(at) + `,"context":{"triggerKind":1}`
	}},
	{"hover", "textDocument/hover", inValue, pointing},
	{"signature help", "textDocument/signatureHelp", inValue, pointing},
	{"code action", "textDocument/codeAction", inValue, func(at position) string {
		return fmt.Sprintf(`"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"context":{"diagnostics":[]}`,
			at.Line, at.Character, at.Line, at.Character)
	}},
	{"inlay hints of 60 lines", "textDocument/inlayHint", inValue, visible},
	{"tokens of 60 lines", "textDocument/semanticTokens/range", inValue, visible},
	{"highlight", "textDocument/documentHighlight", inValue, pointing},
	{"outline", "textDocument/documentSymbol", inProse, nil},
}

// requests measures the requests of a client about a position or a window right after a
// letter was typed there, and the outline. The echo answers each with null.
func (s *settings) requests(f form) error {
	var doc *document
	var server, echo *editor
	for _, q := range questions {
		fig := s.wants(fmt.Sprintf("%s, %v", q.name, f))
		if fig == nil {
			continue
		}
		if doc == nil {
			doc = generate(f)
			var err error
			if server, echo, err = s.both(doc, push); err != nil {
				return err
			}
			defer server.end()
			defer echo.end()
		}
		at, ok := doc.near(q.place, 50)
		if !ok {
			return fmt.Errorf("%v: there is no place for %s", f, q.name)
		}
		if err := s.asks(fig, q, server, echo, doc.position(at)); err != nil {
			return err
		}
	}
	return nil
}

// asks measures one request at a position.
func (s *settings) asks(fig *figure, q question, server, echo *editor, at position) error {
	typed, deleted := stroke{text: "x"}.edits(at)
	rounds := 4 * s.rounds
	if q.members == nil {
		rounds = max(3, s.rounds/10)
	}
	for round := range rounds + 3 {
		ed := typed
		if round%2 == 1 {
			ed = deleted
		}
		for _, e := range []*editor{server, echo} {
			took, busy, size, err := e.askAfter(ed, q, at)
			switch {
			case err != nil:
				return err
			case round < 3: // first-time work
			case e == server:
				fig.server, fig.busy = append(fig.server, took), append(fig.busy, busy)
				fig.note = fmt.Sprintf("p99 %s, answer %.1f KB, %s ms cpu", ms(fig.server.p99()), float64(size)/1024, ms(fig.busy.p50()))
			default:
				fig.echo = append(fig.echo, took)
			}
		}
	}
	if rounds%2 == 0 { // three more make an odd number: a letter is left
		for _, e := range []*editor{server, echo} {
			if _, err := e.edit(deleted); err != nil {
				return err
			}
		}
	}
	return nil
}

// askAfter sends an edit and then a request, and returns the time from the diagnostics
// of the edit to the answer, how long the server works, and the size of the answer in bytes.
func (e *editor) askAfter(ed edit, q question, at position) (took, busy time.Duration, size int, err error) {
	if _, err := e.edit(ed); err != nil {
		return 0, 0, 0, err
	}
	before := e.cpu()
	params := fmt.Sprintf(`{"textDocument":{"uri":%q}`, e.uri)
	if q.members != nil {
		params += "," + q.members(at)
	}
	message, id := e.request(q.method, params+"}")
	begun := time.Now()
	if err := e.send(message); err != nil {
		return 0, 0, 0, err
	}
	answer, err := e.answer(q.method, id)
	return answer.at.Sub(begun), e.cpu() - before, len(answer.body), err
}
