package lsp

import (
	"encoding/json"
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// fixedParts caches the members of diagnostics that do not depend on their place, as
// JSON, each with a comma before it. Findings of one kind mostly have one message. The
// zero value is ready.
type fixedParts struct {
	mu    sync.Mutex
	known map[fixedKey][]byte
}

type fixedKey struct {
	code     string
	severity diagnostics.Severity
	message  string
	note     string
}

// maxFixed bounds the cache.
const maxFixed = 4096

// of returns the members for a finding. The caller must not modify them.
func (p *fixedParts) of(f *diagnostics.Diagnostic) []byte {
	key := fixedKey{f.Code, f.Severity, f.Message, f.Note}
	p.mu.Lock()
	defer p.mu.Unlock()
	part, ok := p.known[key]
	if !ok {
		part = fixedPart(f)
		if p.known == nil || len(p.known) >= maxFixed {
			p.known = make(map[fixedKey][]byte)
		}
		p.known[key] = part
	}
	return part
}

// messageOf returns the message of a finding with its note as the second line, which hovers
// show below the first, and lists that show one line leave out. As related information a
// note would need a place of its own, and some clients show only how many there are.
func messageOf(f *diagnostics.Diagnostic) string {
	if f.Note == "" {
		return foreign.Line(f.Message)
	}
	return foreign.Line(f.Message) + "\n" + foreign.Line(f.Note)
}

// fixedPart encodes them.
func fixedPart(f *diagnostics.Diagnostic) []byte {
	type description struct {
		Href string `json:"href"`
	}
	members := struct {
		Severity        diagnostics.Severity `json:"severity"`
		Code            string               `json:"code,omitempty"`
		CodeDescription *description         `json:"codeDescription,omitempty"`
		Source          string               `json:"source"`
		Message         string               `json:"message"`
	}{Severity: f.Severity, Code: f.Code, Source: Name, Message: messageOf(f)}
	if rule := diagnostics.Lookup(f.Code); rule != nil {
		members.CodeDescription = &description{rule.URL()}
	}
	object, err := json.Marshal(members)
	if err != nil {
		panic(err) // there are only numbers and strings
	}
	object[0] = ',' // for the brace
	return object[:len(object)-1]
}
