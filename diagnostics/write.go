package diagnostics

import (
	"reflect"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

// Write returns the call of a block by itself, written with a method: each element on a line of
// its own, without comments. The result is proven by reading it: the call runs, and its tool
// receives the same values. ok is false for a call that does not run as written, or for which
// there is no proof: text beside elements is not written, and without a definition of its tool a
// value may be read as another type.
func (o Options) Write(block *xmlcall.Block, method encode.Method) (text string, ok bool) {
	call, ok := callOf(block)
	if !ok {
		return "", false
	}
	after := o.encoded(call, encode.Options{Method: method})
	if after == nil || !call.Arguments.Equal(argumentsOf(after)) || !receivesSame(block, after, o.Toolset().Of(block)) {
		return "", false
	}
	return after.Text, true
}

// WriteJSON returns the call of a block as the JSON payload of ADR-0002, on one line. What the
// tool receives as a string is a string in the JSON, whatever it looks like. The result is proven
// by writing the payload as elements again: the tool receives the same values. ok is false as for
// [Options.Write].
func (o Options) WriteJSON(block *xmlcall.Block) (payload string, ok bool) {
	call, ok := callOf(block)
	if !ok {
		return "", false
	}
	tool := o.Toolset().Of(block)
	items := map[string]string{} // what lists call their items
	if tool != nil {
		giveTypes(call.Arguments, tool.Argument, items)
	}
	written := encode.Options{ItemName: func(list string) string {
		if name, ok := items[list]; ok {
			return name
		}
		return plural.Item(list)
	}}
	payload = call.JSON(written)
	again, err := legacy.Parse(payload, written)
	if err != nil {
		return "", false
	}
	after := o.encoded(again, written)
	if after == nil || !receivesSame(block, after, tool) {
		return "", false
	}
	return payload, true
}

// callOf returns the call of a block that runs as it is written.
func callOf(block *xmlcall.Block) (call *legacy.Payload, ok bool) {
	if block == nil || block.Verdict().Outcome != xmlcall.Runs {
		return nil, false
	}
	call, err := legacy.Of(block)
	return call, err == nil
}

// encoded returns the block of a call as elements; nil if it does not run.
func (o *Options) encoded(call *legacy.Payload, as encode.Options) *xmlcall.Block {
	as.MaxSize = o.MaxSize
	text, err := call.Elements().Encode(as)
	if err != nil {
		return nil
	}
	block := xmlcall.NewParser(text, xmlcall.Options{MaxSize: o.MaxSize}).At(0)
	if block.Span.Len() != len(text) || block.Verdict().Outcome != xmlcall.Runs {
		return nil
	}
	return block
}

// argumentsOf returns the arguments of a call that runs; those of one without any are empty.
func argumentsOf(block *xmlcall.Block) *xmlcall.Value {
	if arguments, ok := block.Decode(); ok {
		return arguments
	}
	return &xmlcall.Value{Name: "arguments"}
}

// receivesSame reports whether the tool of a call receives the same of another block; where the
// tool is not known, whether the values are the same and of the same types.
func receivesSame(was, is *xmlcall.Block, tool *toolspec.Tool) bool {
	if was.ToolName() != is.ToolName() || was.ServerName() != is.ServerName() {
		return false
	}
	before, now := tool.Read(was), tool.Read(is)
	return len(before.Issues) == len(now.Issues) && reflect.DeepEqual(before.Arguments, now.Arguments)
}

// giveTypes makes the children of a value such that they are written as JSON with the types that the tool reads. known
// returns what it reads in them, nil where it ignores one; items gets what lists call their items.
func giveTypes(v *xmlcall.Value, known func(name string) *toolspec.Argument, items map[string]string) {
	for _, child := range v.Children {
		a := known(child.Name)
		if a == nil {
			continue
		}
		if a.Kind == toolspec.List && a.Item != nil {
			items[a.Name] = a.Item.Name
			if a.Repeated {
				a = a.Item
			}
		}
		null := a.Nullable && strings.TrimSpace(child.Text) == "null"
		child.Literal = child.Literal || a.Kind == toolspec.String && !null
		giveTypes(child, a.Child, items)
	}
}

// asElements returns the block of a call in JSON, written as elements; nil if it is not one.
func (c *Call) asElements(written *call.Call) *xmlcall.Block {
	if made, ok := rules.CallInJSON(written); ok {
		return c.options.encoded(made, encode.Options{})
	}
	return nil
}
