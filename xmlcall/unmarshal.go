package xmlcall

import (
	"encoding/xml"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
)

// ErrNoCall is the error of [Unmarshal] for a text without a complete call.
var ErrNoCall = errors.New("the text holds no complete tool call")

// A RefusedError is the error for a call that the runtime refuses.
type RefusedError struct {
	// Verdict is the block's verdict; its offset is one in the text that the block was
	// parsed from.
	Verdict Verdict
	// Line is the 1-based line of Verdict.At, counted from the block's first line; 0 if
	// the refusal is not about a place.
	Line int
}

// Error returns the runtime's reason.
func (e *RefusedError) Error() string { return "the call is refused: " + e.Verdict.Reason }

// Err returns a *[RefusedError] for a block that the runtime refuses, otherwise nil.
func (b *Block) Err() error {
	if b.Verdict().Outcome != Refused {
		return nil
	}
	e := &RefusedError{Verdict: b.Verdict()}
	if at, ok := e.Verdict.At(); ok {
		e.Line = b.line(at)
	}
	return e
}

// line returns the 1-based line of an offset, counted from the block's first line.
func (b *Block) line(offset int) int {
	return 1 + strings.Count(b.Text[b.Span.Start:min(max(offset, b.Span.Start), b.Span.End)], "\n")
}

// Unmarshal decodes the arguments of the first call in reply into v, as
// [Block.Unmarshal] does. The first call is that of the runtime's library view: from
// the first <tool> to the next </tool>; [ErrNoCall] if there is none. That view refuses
// a whole reply of more than Options.MaxSize bytes, however small the call. To find out
// which tool is called, use [Blocks] and [Block.ToolName].
func Unmarshal(reply string, v any, o Options) error {
	if limit := o.limit(); len(reply) > limit {
		return &RefusedError{Verdict: Verdict{Outcome: Refused, Reason: forge.TooLarge(limit)}}
	}
	i, ok := Find(reply, 0)
	if !ok {
		return ErrNoCall
	}
	b := NewParser(reply, o).At(i)
	if b.Delimiters != Closed {
		return ErrNoCall
	}
	return b.Unmarshal(v)
}

// Unmarshal decodes the arguments of the call into v, a pointer to anything
// that encoding/xml decodes an element into, mostly a struct with `xml:` tags
// as the tools of Forge have them:
//
//	type ApplyDiff struct {
//		Path  string `xml:"path"`
//		Edits []struct {
//			Search  string `xml:"search"`
//			Replace string `xml:"replace"`
//		} `xml:"edits>edit"`
//	}
//
// A *map[string]any gets what [Value.Infer] returns.
//
// It is the counterpart of the runtime's UnmarshalXMLWithFallback (ADR-0024), with two
// differences. A bare '&' is repaired in place, and no '&' in a CDATA section or a
// comment is changed; the runtime rewrites those too and so corrupts them. And the
// value that v points to is replaced as a whole, once: fields that the call does not
// name are zero, and on an error v is unchanged. (The runtime decodes twice into the
// same target, which can leave items of both attempts in a list.)
//
// If there are several arguments elements, the last one is used. A call without
// arguments gives the zero value. The error is a *[RefusedError] for a call that the
// runtime refuses; otherwise it wraps that of encoding/xml: for an invalid number, or a
// v that is not a pointer. v does not retain the block's text.
func (b *Block) Unmarshal(v any) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return fmt.Errorf("xmlcall: Unmarshal needs a pointer, not %T", v)
	}
	if err := b.Err(); err != nil {
		return err
	}
	arguments := b.Arguments()
	if m, ok := v.(*map[string]any); ok {
		*m = b.Value(arguments).Infer()
		return nil
	}
	fresh := reflect.New(target.Type().Elem())
	// A decoder rather than xml.Unmarshal, which would need a copy as []byte.
	d := xml.NewDecoder(strings.NewReader(b.argumentsSource(arguments)))
	if err := d.Decode(fresh.Interface()); err != nil {
		return fmt.Errorf("arguments of %s: %w", b.ToolName(), err)
	}
	target.Elem().Set(fresh.Elem())
	return nil
}

// argumentsSource returns the arguments as a document that the strict parser reads: the
// content as it was written, with the ampersands repaired that the runtime needs its
// fallback for.
func (b *Block) argumentsSource(arguments ElementID) string {
	e := b.Element(arguments) // empty if there are none
	var w strings.Builder
	w.Grow(e.Span().Len() + 32)
	w.WriteString("<arguments>")
	for i := e.First() + 1; i < e.Last(); i++ {
		t := b.Tokens[i]
		source := b.Slice(t.Span())
		if t.Kind() == Text || t.Kind() == StartTag {
			source = Repair(source)
		}
		w.WriteString(source)
	}
	w.WriteString("</arguments>")
	return w.String()
}
