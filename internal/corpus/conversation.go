package corpus

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
)

// A conversation is a session, or a record of one, whose turns are being collected.
type conversation struct {
	*Reader
	text   string
	offset int // of the text in the file
	line   int // from 1; 0 if the text is the whole file
	alone  bool
	asked  bool         // whether tool results are needed
	native bool         // whether those of native calls are
	calls  func() *Fact // the next one, see Reader.calls; may be nil
	turns  []turn
}

// A turn is a message with the facts about it.
type turn struct {
	meta
	role       document.Role
	start, end int
	result     string  // of a tool
	results    []event // of native calls
}

// meta is what a transcript specifies about its replies, "" and 0 if it does not: the
// last model and day, and the first system prompt.
type meta struct {
	model  string
	day    int32
	prompt string
}

// over returns the facts on top of the earlier ones.
func (t meta) over(before meta) meta {
	if before.prompt != "" {
		t.prompt = before.prompt
	}
	if t.model == "" {
		t.model = before.model
	}
	if t.day == 0 {
		t.day = before.day
	}
	return t
}

func (c *conversation) add(e *json.Entry) {
	c.alone = c.alone || e.Alone && c.line > 0
	next := turn{meta: meta{model: clip(e.Model, maxName), day: e.Day}, role: e.Role, start: e.Start, end: e.End}
	switch e.Role {
	case json.System:
		if text := e.Text(); text != "" {
			next.prompt = hashOf(text)
		}
	case json.Tool, json.User:
		if !c.asked {
			break
		}
		head, answered := e.Head(maxAnswer)
		next.result = resultOf(head, answered, e.Failed())
	}
	if c.native {
		e.Results(func(r json.Result) bool {
			result := event{answer: true, id: clip(r.Call, maxName), result: resultOf(r.Text, true, r.Failed)}
			next.results = append(next.results, result)
			return true
		})
	}
	c.turns = append(c.turns, next)
}

// inspect returns the calls of a line, whose turns an outline has just found.
func (c *conversation) inspect(outline *json.Outline) (next func() *Fact) {
	var labels *document.Labels // nil for a session that is a whole line
	if !c.alone {
		labels = (&document.Labels{}).Add(c.Labels)
	}
	line := c.text
	if c.Malformed { // whose texts are retained while the text is reused
		line = strings.Clone(line)
	}
	file, _ := document.ReadPart(line, document.JSON, document.PartOptions{Layout: json.Lines, Outline: outline, Labels: labels, ReadOptions: c.Options.ReadOptions()})
	return c.Reader.calls(file, Place{c.offset, c.line - 1}, c.alone)
}

// messages adds the turns of a text with labels for authors, or of a reply.
func (c *conversation) messages(file *document.File) {
	if file.Messages == nil && file.Kind == document.Reply {
		c.turns = append(c.turns, turn{role: document.Agent, end: len(file.Text)})
	}
	for i, m := range file.Messages {
		next := turn{role: file.Roles[i], start: m.Start, end: m.End}
		text := file.Text[m.Start:m.End]
		switch next.role {
		case document.System:
			next.prompt = hashOf(text)
		case document.Tool, document.User:
			_, text, _ = strings.Cut(text, "\n") // its label
			next.result = resultOf(text[:min(len(text), maxAnswer)], next.role == document.Tool, false)
		}
		c.turns = append(c.turns, next)
	}
}

func (c *conversation) finish(p *Part) {
	if c.alone {
		p.conversation(c)
	} else {
		c.deliver(p, func() bool { return true })
	}
	c.calls, c.turns, c.alone = nil, c.turns[:0], false
}

func byStart(a, b turn) int { return a.start - b.start }

// deliver adds the turns and calls to a part, in order. It calls more after each event: the part
// can then be taken and emptied. It stops if that returns false.
func (c *conversation) deliver(p *Part, more func() bool) {
	if !slices.IsSortedFunc(c.turns, byStart) {
		slices.SortStableFunc(c.turns, byStart)
	}
	next, number := c.calls, 0
	if next == nil {
		next = func() *Fact { return nil }
	}
	call := next()
	lines := lineCounter{text: c.text, line: max(c.line, 1)}
	for i := range c.turns { // a request may have its system prompt after its messages
		p.meta.prompt = meta{prompt: c.turns[i].prompt}.over(p.meta).prompt
	}
	until := func(end int) (ran, ok bool) {
		for call != nil && (end < 0 || int(call.Offset)-c.offset < end) {
			ran = ran || call.Kind == Call
			p.add(event{fact: call, meta: p.meta})
			if !more() {
				return ran, false
			}
			call = next()
		}
		return ran, true
	}
	for i := range c.turns {
		t := &c.turns[i]
		if _, ok := until(t.start); !ok {
			return
		}
		p.meta = t.over(p.meta)
		if t.role != document.Unknown {
			number++
		}
		end := -1
		if i+1 < len(c.turns) {
			end = c.turns[i+1].start
		}
		if t.role == document.Tool || t.role == document.User {
			p.answer(t.result)
		}
		if t.role != document.Agent {
			p.answerTo(t.results)
		}
		ran, ok := until(end)
		if !ok {
			return
		}
		if t.role == document.Agent { // in a format that has them beside the calls
			p.answerTo(t.results)
		}
		if t.role == document.Agent && !ran {
			e := event{meta: p.meta}
			if c.Rows {
				f := c.row(Reply, t.start, Place{Offset: c.offset}, lines.at(t.start))
				f.Role, f.Meant, f.Message = t.role.String(), true, number
				if c.line > 0 && !c.alone {
					f.Message = c.line
				}
				e.fact = &f
			}
			if p.add(e); !more() {
				return
			}
		}
	}
	until(-1)
}
