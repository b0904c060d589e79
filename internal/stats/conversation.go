package stats

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/text"
)

// A conversation is a session, or a record of one, whose turns are being collected.
type conversation struct {
	*Reader
	text   string
	lines  text.Text      // the same
	offset int            // of the text in the file
	line   int            // from 1; 0 if the text is the whole file
	alone  bool           // it is a session, in a file of others
	native bool           // whether those of native calls are
	file   *document.File // nil if it has no calls
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

func (c *conversation) add(m *transcript.OutlineMessage) {
	c.alone = c.alone || m.Alone && c.line > 0
	next := turn{meta: meta{model: clip(m.Model, maxName), day: m.Day}, role: m.Role, start: m.Start, end: m.End}
	switch m.Role {
	case transcript.System:
		if text := m.Text(); text != "" {
			next.prompt = hashOf(text)
		}
	case transcript.Tool, transcript.User:
		head, answered := m.Head()
		next.result = resultOf(head, answered, m.Failed())
	}
	if c.native {
		for _, r := range m.Results() {
			result := event{id: clip(r.Call, maxName), result: resultOf(r.Text, true, r.Failed)}
			next.results = append(next.results, result)
		}
	}
	c.turns = append(c.turns, next)
}

// read reads the calls of a line, whose turns an outline has just found.
func (c *conversation) read(outline *transcript.Outline) {
	var labels *document.Labels // nil for a session that is a whole line
	if !c.alone {
		labels = (&document.Labels{}).Add(c.Labels)
	}
	c.file = document.ReadIn(c.text, document.JSON, document.Context{Layout: transcript.Lines, Outline: outline, Labels: labels, ReadOptions: c.Options.ReadOptions()})
}

// messages adds the turns of a text with labels for authors, or of a reply.
func (c *conversation) messages() {
	file := c.file
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
			next.result = resultOf(text[:min(len(text), transcript.MaxResult)], next.role == document.Tool, false)
		}
		c.turns = append(c.turns, next)
	}
}

// An event is what happens next in a session: a row, or an answer.
type event struct {
	row    *Row   // nil for an answer
	meta   meta   // up to the event, of what is read together
	id     string // of the native call that an answer names; "" for an answer to the last call
	result string // of an answer
}

// deliver hands out the turns and calls, in order. known is what the transcript specified before.
func (c *conversation) deliver(known *meta, take func(event)) {
	slices.SortStableFunc(c.turns, func(a, b turn) int { return a.start - b.start })
	for i := range c.turns { // a request may have its system prompt after its messages
		known.prompt = cmp.Or(known.prompt, c.turns[i].prompt)
	}
	c.lines = text.New(c.text)
	var in *turn    // the one that is handed out
	var called bool // whether it has a call
	left, number := c.turns, 0
	results := func() {
		for _, result := range in.results {
			take(result)
		}
	}
	end := func() {
		if in == nil || in.role != document.Agent {
			return
		}
		if results(); called { // some formats have them beside the calls
			return
		}
		reply := c.newRow(Reply, in.start)
		reply.Role, reply.Meant, reply.Message = in.role.String(), true, number
		if c.line > 0 && !c.alone {
			reply.Message = c.line
		}
		take(event{row: reply, meta: *known})
	}
	until := func(offset int) {
		for ; len(left) > 0 && left[0].start <= offset; left = left[1:] {
			end()
			in, called = &left[0], false
			*known = in.over(*known)
			if in.role != document.Unknown {
				number++
			}
			if in.role == document.Tool || in.role == document.User {
				take(event{result: in.result})
			}
			if in.role != document.Agent {
				results()
			}
		}
	}
	if c.file != nil {
		c.calls(func(call *Row) {
			until(int(call.Offset) - c.offset)
			called = called || call.Kind == Call
			take(event{row: call, meta: *known})
		})
	}
	until(math.MaxInt)
	end()
}
