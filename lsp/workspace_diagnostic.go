package lsp

import (
	"context"
	"strconv"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

type workspaceDiagnosticParams struct {
	PreviousResultIDs []struct {
		URI   string `json:"uri"`
		Value string `json:"value"`
	} `json:"previousResultIds"`
	PartialResultToken protocol.LSPAny `json:"partialResultToken"`
	WorkDoneToken      protocol.LSPAny `json:"workDoneToken"`
}

// workspaceDiagnostic answers workspace/diagnostic with the changes since the results that
// the client has. If there are none, the answer is held until there may be, so that the
// client need not poll; but a client that does not report changes of files is answered
// immediately.
func (s *server) workspaceDiagnostic(ctx context.Context, raw jsonrpc2.RawMessage) (any, error) {
	params, err := decode[workspaceDiagnosticParams](raw)
	if err != nil {
		return nil, err
	}
	jsonrpc2.Async(ctx)
	return s.surveyReport(ctx, params)
}

// surveyReport answers a request.
func (s *server) surveyReport(ctx context.Context, p *workspaceDiagnosticParams) (any, error) {
	v := s.surveys
	for {
		s.changes.wait(ctx)
		v.mu.Lock()
		changed, all := v.changed, v.all
		v.mu.Unlock()
		r := s.newReport(ctx, p)
		if err := s.survey(ctx, p.WorkDoneToken, r.add); err != nil {
			return nil, err
		}
		if r.finish(); r.err != nil {
			return nil, r.err
		}
		v.mu.Lock()
		hold := !r.news && s.client.pull && (!all || v.begun && s.client.watches)
		v.begun = v.begun || all
		v.mu.Unlock()
		if !hold || s.state.Load() != running {
			return jsonrpc2.RawMessage(r.list()), nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// A surveyAnswer is the answer to a request for the diagnostics of the workspace: in parts
// if the client supports that.
type surveyAnswer struct {
	s       *server
	ctx     context.Context
	partial protocol.LSPAny // the token for partial results, or nil
	// left are the results of the client, by URI, for files without findings so far.
	left map[uri.URI]knownResult
	// same are the reports on unchanged files: they are sent only together with others.
	same  []byte
	items []byte // reports, with a comma after each
	news  bool
	err   error
}

type knownResult struct{ spelling, id string }

// maxPart is the number of bytes of reports sent at once.
const maxPart = 64 << 10

func (s *server) newReport(ctx context.Context, p *workspaceDiagnosticParams) *surveyAnswer {
	r := &surveyAnswer{s: s, ctx: ctx, left: map[uri.URI]knownResult{}, partial: tokenOf(p.PartialResultToken)}
	for _, known := range p.PreviousResultIDs {
		if key := canonical(known.URI); s.documents.get(key) == nil { // else the client asks for it
			r.left[key] = knownResult{known.URI, known.Value}
		}
	}
	return r
}

// add adds the findings in a file.
func (r *surveyAnswer) add(f surveyed) {
	known, has := r.left[f.key]
	delete(r.left, f.key)
	r.s.surveys.found(f.key)
	if !has {
		known.spelling = string(f.key)
	}
	if has && known.id == f.id {
		r.same = appendReport(r.same, "unchanged", known.spelling, f.id, nil)
		return
	}
	r.news = true
	r.items = appendReport(r.items, "full", known.spelling, f.id, f.items)
	if len(r.items) >= maxPart {
		r.flush()
	}
}

// finish adds the facts about all files together: those without findings any more, and
// unchanged ones.
func (r *surveyAnswer) finish() {
	v := r.s.surveys
	for key, known := range r.left {
		if r.s.documents.get(key) != nil {
			continue // since then
		}
		v.mu.Lock()
		again := v.reported[key] == known.id
		v.reported[key] = known.id
		v.mu.Unlock()
		if !again { // a client may keep its results
			r.news = true
			r.items = appendReport(r.items, "full", known.spelling, "", []byte("[]"))
		}
	}
	if r.news {
		r.items = append(r.items, r.same...)
	}
	if r.partial != nil {
		r.flush()
	}
}

// flush sends the reports so far as a part, if the client supports parts.
func (r *surveyAnswer) flush() {
	if r.partial == nil || len(r.items) == 0 || r.err != nil {
		return
	}
	if r.err = r.s.stream.Room(r.ctx); r.err != nil {
		return
	}
	r.s.notify(protocol.MethodProgress, &progressParams{r.partial, protocol.LSPAny(r.list())})
	r.items = nil
}

// list returns the reports as an object.
func (r *surveyAnswer) list() []byte {
	list := append([]byte(`{"items":[`), r.items...)
	if len(r.items) > 0 {
		list = list[:len(list)-1]
	}
	return append(list, `]}`...)
}

// appendReport appends the report on a document, with a comma after it. id may be "".
func appendReport(buf []byte, kind, document, id string, items []byte) []byte {
	name, err := protocol.Marshal(document)
	if err != nil {
		panic(err) // it is a text
	}
	buf = append(append(buf, `{"kind":"`+kind+`","version":null,"uri":`...), name...)
	if id != "" {
		buf = strconv.AppendQuote(append(buf, `,"resultId":`...), id)
	}
	if items != nil {
		buf = append(append(buf, `,"items":`...), items...)
	}
	return append(buf, `},`...)
}
