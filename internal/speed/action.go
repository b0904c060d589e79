package main

import (
	"encoding/json"
	"fmt"
	"time"
)

// A finding is the part of a diagnostic that is needed to request its actions.
type finding struct {
	Range    json.RawMessage `json:"range"`
	Severity int             `json:"severity"`
	Code     string          `json:"code"`
	raw      json.RawMessage
}

// findings returns the diagnostics that were read last: the first with an error, the
// one in the middle and the last.
func (e *editor) findings() ([]finding, error) {
	raw, err := e.diagnostics()
	if err != nil {
		return nil, err
	}
	var each []json.RawMessage
	if err := json.Unmarshal(raw, &each); err != nil {
		return nil, err
	}
	var faulty []finding
	for _, item := range each {
		f := finding{raw: item}
		if err := json.Unmarshal(item, &f); err != nil {
			return nil, err
		}
		if f.Severity == 1 {
			faulty = append(faulty, f)
		}
	}
	if len(faulty) == 0 {
		return nil, fmt.Errorf("no errors in %.200s", raw)
	}
	return []finding{faulty[0], faulty[len(faulty)/2], faulty[len(faulty)-1]}, nil
}

// actions measures the code actions at findings: the first after opening the document,
// then the same request again, then after a letter was typed, as editors do for their
// light bulb.
func (s *settings) actions(f form, resolves bool) error {
	how := "resolves"
	if !resolves {
		how = "cannot resolve"
	}
	figures := map[string]*figure{}
	for _, what := range []string{"first", "again", "after a letter", "automatic after a letter"} {
		if fig := s.wants(fmt.Sprintf("action, %s/%v/%s", what, f, how)); fig != nil {
			figures[what] = fig
		}
	}
	if len(figures) == 0 {
		return nil
	}
	doc := generate(f)
	own := s.forge(push)
	own.resolves = resolves
	server, _, err := own.connect()
	if err != nil {
		return err
	}
	defer server.end()
	for range max(1, 30/f.megabytes) {
		for k := range 3 { // each finding as the first
			if _, err := server.openDocument(doc); err != nil {
				return err
			}
			list, err := server.findings()
			if err != nil {
				return err
			}
			if err := server.ask(figures, list[k], doc); err != nil {
				return err
			}
			if err := server.close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// ask requests the actions for a finding in all of the ways.
func (e *editor) ask(figures map[string]*figure, f finding, doc *document) error {
	at, _ := doc.near(inProse, 50)
	typed, deleted := stroke{text: "x"}.edits(doc.position(at))
	for _, one := range []struct {
		what, trigger string
		before        *edit
	}{{"first", "1", nil}, {"again", "1", nil}, {"after a letter", "1", &typed}, {"automatic after a letter", "2", &deleted}} {
		if one.before != nil {
			if _, err := e.edit(*one.before); err != nil {
				return err
			}
		}
		before := e.cpu()
		took, size, err := e.actionsAt(f, one.trigger)
		if err != nil {
			return err
		}
		if fig := figures[one.what]; fig != nil {
			fig.server, fig.busy = append(fig.server, took), append(fig.busy, e.cpu()-before)
			fig.note = fmt.Sprintf("answer %.1f KB, %s ms cpu", float64(size)/1024, ms(fig.busy.p50()))
		}
	}
	return nil
}

// actionsAt requests the actions for a finding, as invoked (trigger 1) or for a light
// bulb (2). It returns the duration and the size of the answer in bytes.
func (e *editor) actionsAt(f finding, trigger string) (took time.Duration, size int, err error) {
	message, id := e.request("textDocument/codeAction", fmt.Sprintf(
		`{"textDocument":{"uri":%q},"range":%s,"context":{"diagnostics":[%s],"triggerKind":%s}}`, e.uri, f.Range, f.raw, trigger))
	begun := time.Now()
	if err := e.send(message); err != nil {
		return 0, 0, err
	}
	answer, err := e.answer("textDocument/codeAction", id)
	return answer.at.Sub(begun), len(answer.body), err
}
