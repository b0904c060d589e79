package encode

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// FuzzAppend checks calls that are written against encoding/xml and the parser: the
// strict parser reads them, and they decode to the values that were given.
func FuzzAppend(f *testing.F) {
	for _, s := range []string{"", "a && b", "]]>", "</tool>", "<thinking>x</thinking>", "\r\n", "<<<<<\r", "5", "null", "]]]]>>", "<![CDATA[x]]>", "\ufffd"} {
		f.Add("path", s, s+"&", uint8(0))
		f.Add("tool", s, strings.Repeat(s, 9), uint8(1))
		f.Add("é", s, "<"+s, uint8(2))
	}
	f.Fuzz(func(t *testing.T, name, x, y string, method uint8) {
		args := &xmlcall.Value{Name: "arguments", Children: []*xmlcall.Value{
			{Name: name, Text: x, Literal: true},
			{Name: "edits", Children: []*xmlcall.Value{{Name: "edit", Children: []*xmlcall.Value{{Name: name, Text: y}, {Name: "b", Text: x + y}}}}},
			{Name: "n", Text: y, Literal: true},
		}}
		text, err := Call{Server: y, Tool: x, Arguments: args}.Encode(Options{Method: Method(method % 3)})
		bad, _ := lex.NextBadChar(x+"\n"+y, 0, len(x)+1+len(y))
		if want := bad.Len() > 0 || x == "" || !tree.IsName(name) || len(text) > xmlcall.MaxSize; (err != nil) != want {
			t.Fatalf("%q %q %q: %v", name, x, y, err)
		}
		if err != nil {
			return
		}
		b := checkWritten(t, text)
		if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
			t.Fatalf("encoding/xml: %v\n%q", err, text)
		}
		got, ok := b.Decode()
		if !ok || !got.Equal(args) {
			t.Fatalf("decodes to %+v, want %+v\n%q", got, args, text)
		}
		if y == "" {
			y = "local"
		}
		if b.ToolName() != x || b.ServerName() != y {
			t.Fatalf("%q/%q, want %q/%q", b.ServerName(), b.ToolName(), y, x)
		}
		// Inference keeps what is marked as a string.
		if inferred, ok := got.Infer()["n"].(string); method%3 != uint8(Escapes) && name != "n" && name != "edits" && y != "local" && (!ok || inferred != y) {
			t.Fatalf("inferred %#v, want %q\n%q", inferred, y, text)
		}
	})
}

func FuzzArguments(f *testing.F) {
	f.Add("path", "5", 5.5, int64(3), true)
	f.Fuzz(func(t *testing.T, key, s string, x float64, n int64, flag bool) {
		in := map[string]any{key: s, "m": map[string]any{"b": flag, "f": x, "s": s}, "tags": []any{n, s, nil}}
		if key == "m" || key == "tags" {
			return
		}
		text, err := Call{Tool: "x", Arguments: in}.Encode(Options{})
		if err != nil {
			return
		}
		got, _ := checkWritten(t, text).Decode()
		if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			in["m"].(map[string]any)["f"] = int64(x) // inference produces no other integer type
		} else if x == math.Trunc(x) || x != x {
			return
		}
		if want := in; fmt.Sprintf("%#v", got.Infer()) != fmt.Sprintf("%#v", want) {
			t.Fatalf("%#v, want %#v\n%s", got.Infer(), want, text)
		}
	})
}

// leaf returns value as character data or as a CDATA section, as ADR-0024
// chooses. ok is false where XML cannot carry value at all.
func leaf(value string) (text string, ok bool) {
	if _, reason := tree.BadChar(value); reason != "" {
		return "", false
	}
	return string(Automatic.appendLeaf(nil, value, false)), true
}

// FuzzLeaf checks the encoding of a value against the parser: what is written decodes to the same
// value.
func FuzzLeaf(f *testing.F) {
	for _, s := range []string{"", "a && b", "]]>", "</tool>", "\r\n", strings.Repeat("<", 9), "]]]]>>", "<![CDATA[x]]>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		text, ok := leaf(value)
		if !ok {
			return
		}
		b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><v>"+text+"</v></arguments></tool>", 0)
		args, ok := b.Decode()
		if !ok || b.Verdict().Outcome != xmlcall.Runs {
			t.Fatalf("%q: %q: %v", value, text, b.Verdict())
		}
		if got := args.Children[0].Text; got != value {
			t.Fatalf("%q: %q decodes to %q", value, text, got)
		}
	})
}
