package diagnostics

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var callCount = flag.Int("calls", 270, "how many calls TestEnvelope draws")

// parts are the parts of a call, in any number and order, with something between them.
var (
	parts = []string{
		"<server_name>local</server_name>", "<server_name/>", "<server_name>mcp</server_name>", "<server>x</server>",
		"<tool_name>read_file</tool_name>", "<tool_name> read_file\n</tool_name>", "<tool_name>frob</tool_name>", "<Tool_Name>x</Tool_Name>",
		"<arguments></arguments>", "<arguments/>", "<arguments>\n  <path>b</path>\n</arguments>", "<arguments><x>1</x>\n</arguments>",
		"<path>a\n b</path>", "<end_line a='1'>5</end_line>", "<what><b>x</b></what>", "<f:start_line>2</f:start_line>", "<thinking>t</thinking>",
	}
	between = []string{"", "\n", "\n", "\n  ", " ", "\n\n", "text", "<!-- c -->"}
)

// TestEnvelope fixes calls of random parts. No value may be lost, changed or
// duplicated, and the runtime must read no less of the call than before.
func TestEnvelope(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	changed := 0
	for n := range *callCount {
		var w strings.Builder
		w.WriteString("<tool>")
		for range r.IntN(6) {
			w.WriteString(between[r.IntN(len(between))] + parts[r.IntN(len(parts))])
		}
		text := w.String() + between[r.IntN(4)] + "</tool>"
		if n%4 == 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		fixed := FixAll(text, document.Reply, nil)
		if fixed == text {
			continue
		}
		changed++
		before, after := analyzeReply(text).Calls[0].Block(), analyzeReply(fixed).Calls[0].Block()
		if diff := cmp.Diff(leaves(before), leaves(after)); diff != "" {
			t.Fatalf("values (-before +after):\n%s\n%s\n%s", diff, text, fixed)
		}
		if strings.Count(text, "\r") > 0 && strings.Count(fixed, "\n") != strings.Count(fixed, "\r\n") {
			t.Fatalf("line ends: %q\n%q", text, fixed)
		}
		if n := count(after, "arguments"); n > max(1, count(before, "arguments")) {
			t.Fatalf("%d arguments:\n%s\n%s", n, text, fixed)
		}
		if after.Verdict().Outcome > before.Verdict().Outcome {
			t.Fatalf("%v, was %v:\n%s\n%s", after.Verdict().Outcome, before.Verdict().Outcome, text, fixed)
		}
		was, _ := before.Decode()
		is, _ := after.Decode()
		if was != nil && (is == nil || len(is.Children) < len(was.Children)) {
			t.Fatalf("the tool gets less:\n%s\n%s", text, fixed)
		}
	}
	t.Logf("%d calls mended", changed)
}

// leaves lists the elements of a block without child elements, by name and text, except
// those that may be inserted.
func leaves(b *xmlcall.Block) []string {
	var list []string
	for i, e := range b.Elements() {
		if e.HasChildren() || e.Local() == "server_name" || e.Local() == "arguments" {
			continue
		}
		text := b.Element(i).Text()
		if e.Local() == "tool_name" {
			text = strings.TrimSpace(text)
		}
		list = append(list, e.Name()+"="+text)
	}
	slices.Sort(list)
	return list
}

func count(b *xmlcall.Block, local string) (n int) {
	for _, e := range b.Children(0) {
		if e.Local() == local {
			n++
		}
	}
	return n
}
