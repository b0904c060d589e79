package main

import (
	"math"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An inspectedCall is a call, or a leaked one, in displayed form.
type inspectedCall struct {
	call   call
	leaked *leakedCall // nil for a call
	reply  bool        // whether an agent wrote it, so that it can be retried
	apart  bool        // whether the previous call is of another session
	number int         // of its message among those of the file, 0 if it is not known
}

// message returns the number of the message that contains the call.
func (c *inspectedCall) message() (number int, role string) {
	if c.leaked != nil {
		return c.leaked.Message, c.leaked.Role
	}
	return c.call.Message, c.call.Role
}

// refused reports whether the call did not run.
func (c *call) refused() bool { return c.outcome >= diagnostics.Refused }

// whyNot returns the reason for the outcome unless the other parts of the description have it.
func (c *call) whyNot() string {
	if c.Why == c.Reason || c.Why == c.ToolReason || len(c.Lost) > 0 || c.ToolVerdict == diagnostics.ToolUnknown.String() {
		return ""
	}
	return c.Why
}

// describeAll describes the calls of a result by position, including leaked ones.
func describeAll(r *diagnostics.Result, tools *toolspec.Set, index *lineIndex) []inspectedCall {
	changed := make([][]lost, len(r.Calls))
	for i, f := range r.Lost() {
		at := index.position(f.Span.Start)
		changed[i] = append(changed[i], lost{Code: f.Code, Message: f.Message, Note: f.Note, Line: at.Line, Column: at.Column})
	}
	leaks := r.File.Leaked
	list := make([]inspectedCall, 0, len(r.Calls)+len(leaks))
	leak := func(before int) {
		for len(leaks) > 0 && leaks[0].Span.Start < before {
			list = append(list, inspectedCall{leaked: describeLeak(r.File, &leaks[0], index)})
			leaks = leaks[1:]
		}
	}
	for i := range r.Calls {
		c := &r.Calls[i]
		if leak(c.Span.Start); !c.Listed() {
			continue
		}
		d := inspectedCall{call: describeCall(c, tools, index), reply: !c.Segment.IsDocument()}
		d.call.Message, _ = r.File.Number(c.Span.Start, c.Segment.Role, c.Segment.Number, func() int { return d.call.Line })
		if d.number = d.call.Message; d.number == 0 && c.Segment.Scope == document.Message {
			d.number = 1 // the file is one message
		}
		d.call.Role, d.call.Lost = c.Segment.Role.String(), changed[i]
		if i > 0 {
			before := r.Calls[i-1].Segment
			d.apart = c.Segment.Number > 0 && c.Segment.Number < before.Number
		}
		list = append(list, d)
	}
	leak(len(r.File.Text))
	return list
}

func describeLeak(file *document.File, l *document.LeakedCall, index *lineIndex) *leakedCall {
	at, end := index.position(l.Span.Start), index.position(l.Span.End)
	d := &leakedCall{
		Start: at.Offset, End: end.Offset, Line: at.Line, Column: at.Column,
		Format: l.Format, Tool: l.Tool, Role: document.Agent.String(),
	}
	d.Message, _ = file.Number(l.Span.Start, document.Agent, l.Number, func() int { return at.Line })
	return d
}

func describeCall(found *diagnostics.Call, tools *toolspec.Set, index *lineIndex) call {
	line := func(offset int) int { return index.position(offset).Line }
	block := found.Received()
	at, end := index.position(found.Span.Start), index.position(found.Span.End)
	described := call{
		Start:       at.Offset,
		End:         end.Offset,
		Line:        at.Line,
		Column:      at.Column,
		Verdict:     found.Verdict().String(),
		Reason:      found.Reason(line),
		Seen:        found.Seen(),
		ToolVerdict: found.ToolVerdict().String(),
		ToolReason:  found.ToolReason(),
		Server:      block.ServerName(),
		Tool:        block.ToolName(),
		Values:      map[string]any{},
		outcome:     found.Outcome(),
		detailed:    found.Detailed(),
	}
	described.outcomeOfCall = outcomeOf(found, line)
	if value, ok := block.Decode(); ok && found.Verdict() != xmlcall.Refused {
		var known []toolspec.Argument
		if tool := tools.Of(block); tool != nil {
			known = tool.Arguments
		}
		tree := describeArgument(value)
		inferred := value.Infer()
		for i := range tree.Children {
			child := &tree.Children[i]
			child.describeType(argumentOf(known, child.Name), inferred[child.Name])
		}
		described.Arguments = &tree
		described.Values = writable(inferred).(map[string]any)
	}
	return described
}

// outcomeOf describes what happens to a call. line returns the line of an offset of the file.
func outcomeOf(c *diagnostics.Call, line func(offset int) int) outcomeOfCall {
	return outcomeOfCall{c.Outcome().String(), string(c.By()), c.Why(line)}
}

func describeArgument(v *xmlcall.Value) argument {
	a := argument{Name: v.Name, Text: v.Text}
	for _, child := range v.Children {
		a.Children = append(a.Children, describeArgument(child))
	}
	return a
}

func argumentOf(known []toolspec.Argument, name string) *toolspec.Argument {
	for i := range known {
		if known[i].Name == name {
			return &known[i]
		}
	}
	return nil
}

// describeType determines the type as which the tool reads the argument: by its
// definition, or otherwise by the inference of ADR-0019.
func (a *argument) describeType(known *toolspec.Argument, inferred any) {
	if known != nil && known.Kind != toolspec.Any {
		a.Type = known.Kind.String()
	} else {
		a.Type = typeOf(inferred)
	}
	for i := range a.Children {
		child := &a.Children[i]
		var below *toolspec.Argument
		if known != nil {
			below = known.Child(child.Name)
		}
		var value any
		switch v := inferred.(type) {
		case map[string]any:
			value = v[child.Name]
		case []any:
			if i < len(v) {
				value = v[i]
			}
		}
		child.describeType(below, value)
	}
}

// typeOf names the type of an inferred value.
func typeOf(v any) string {
	if kind := toolspec.KindOf(v); kind != toolspec.Any {
		return kind.String()
	}
	return ""
}

// writable returns v with the numbers that JSON cannot represent as strings.
func writable(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, value := range v {
			out[name] = writable(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = writable(value)
		}
		return out
	case float64:
		switch {
		case math.IsNaN(v):
			return "NaN"
		case math.IsInf(v, 1):
			return "Infinity"
		case math.IsInf(v, -1):
			return "-Infinity"
		}
	}
	return v
}
