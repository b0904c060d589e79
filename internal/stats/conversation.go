package stats

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// A conversation is a session, or a record of one, whose turns are being collected.
type conversation struct {
	*Reader
	text   string
	offset int // of the text in the file
	line   int // from 1; 0 if the text is the whole file
	alone  bool
	asked  bool           // whether tool results are needed
	native bool           // whether those of native calls are
	calls  iter.Seq[*Row] // see Reader.calls; may be nil
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

func (c *conversation) add(e *transcript.Entry) {
	c.alone = c.alone || e.Alone && c.line > 0
	next := turn{meta: meta{model: clip(e.Model, maxName), day: e.Day}, role: e.Role, start: e.Start, end: e.End}
	switch e.Role {
	case transcript.System:
		if text := e.Text(); text != "" {
			next.prompt = hashOf(text)
		}
	case transcript.Tool, transcript.User:
		if !c.asked {
			break
		}
		head, answered := e.Head(maxAnswer)
		next.result = resultOf(head, answered, e.Failed())
	}
	if c.native {
		e.Results(func(r transcript.Result) bool {
			result := event{answer: true, id: clip(r.Call, maxName), result: resultOf(r.Text, true, r.Failed)}
			next.results = append(next.results, result)
			return true
		})
	}
	c.turns = append(c.turns, next)
}

// inspect returns the calls of a line, whose turns an outline has just found.
func (c *conversation) inspect(outline *transcript.Outline) iter.Seq[*Row] {
	var labels *document.Labels // nil for a session that is a whole line
	if !c.alone {
		labels = (&document.Labels{}).Add(c.Labels)
	}
	file := document.ReadIn(c.text, document.JSON, document.Context{Layout: transcript.Lines, Outline: outline, Labels: labels, ReadOptions: c.Options.ReadOptions()})
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
	for i := range c.turns { // a request may have its system prompt after its messages
		p.meta.prompt = meta{prompt: c.turns[i].prompt}.over(p.meta).prompt
	}
	var in *turn // the one that is being added
	var ran bool // whether it has a call
	left, number := c.turns, 0
	lines := lineCounter{text: c.text, line: max(c.line, 1)}
	end := func() (goesOn bool) {
		if in == nil || in.role != document.Agent {
			return true
		}
		p.answerTo(in.results) // of a format that has them beside the calls
		if ran {
			return true
		}
		e := event{meta: p.meta}
		if c.Rows {
			f := c.row(Reply, in.start, Place{Offset: c.offset}, lines.at(in.start))
			f.Role, f.Meant, f.Message = in.role.String(), true, number
			if c.line > 0 && !c.alone {
				f.Message = c.line
			}
			e.fact = &f
		}
		p.add(e)
		return more()
	}
	to := func(offset int) (goesOn bool) {
		for ; len(left) > 0 && left[0].start <= offset; left = left[1:] {
			if !end() {
				return false
			}
			in, ran = &left[0], false
			p.meta = in.over(p.meta)
			if in.role != document.Unknown {
				number++
			}
			if in.role == document.Tool || in.role == document.User {
				p.answer(in.result)
			}
			if in.role != document.Agent {
				p.answerTo(in.results)
			}
		}
		return true
	}
	if c.calls != nil {
		for call := range c.calls {
			if !to(int(call.Offset) - c.offset) {
				return
			}
			ran = ran || call.Kind == Call
			if p.add(event{fact: call, meta: p.meta}); !more() {
				return
			}
		}
	}
	if to(math.MaxInt) {
		end()
	}
}
