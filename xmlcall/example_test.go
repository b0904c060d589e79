package xmlcall_test

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

const reply = `I'll fix the guard.
<tool>
<tool_name>apply_diff</tool_name>
<arguments>
  <path>a.go</path>
  <edits><edit><search>if a && b {</search><replace><![CDATA[if a || b {]]></replace></edit></edits>
</arguments>
</tool>`

// What the runtime does with each call of a reply, and why.
func ExampleBlocks() {
	for b := range xmlcall.Blocks(reply, xmlcall.Options{}) {
		v := b.Verdict()
		fmt.Println(b.ToolName(), v.Outcome, "-", v.Reason)
		for _, p := range b.Problems {
			fmt.Printf("%d-%d %q\n", p.Span.Start, p.Span.End, b.Slice(p.Span))
		}
	}
	// Output:
	// apply_diff repaired - XML syntax error on line 5: invalid character entity & (no semicolon)
	// 121-122 "&"
	// 122-123 "&"
}

// The arguments as the runtime reads them.
func ExampleBlock_Decode() {
	arguments, ok := xmlcall.ParseAt(reply, strings.Index(reply, "<tool>")).Decode()
	if !ok {
		return // refused, or no arguments
	}
	fmt.Println(arguments.Children[0].Name, arguments.Children[0].Text)
	edit := arguments.Children[1].Children[0]
	fmt.Println(edit.Children[0].Text, "→", edit.Children[1].Text)
	// Output:
	// path a.go
	// if a && b { → if a || b {
}

// The arguments of an unknown tool, typed by ADR-0019's table.
func ExampleValue_Infer() {
	b := xmlcall.ParseAt(`<tool><tool_name>x</tool_name><arguments>
  <limit>5</limit><deep>true</deep><id><![CDATA[007]]></id><tag>a</tag><tag>b</tag>
</arguments></tool>`, 0)
	arguments, _ := b.Decode()
	m := arguments.Infer()
	fmt.Printf("%T %v %T %q %v\n", m["limit"], m["deep"], m["id"], m["id"], m["tag"])
	// Output:
	// int64 true string "007" [a b]
}

// The runtime's repair knows nothing of CDATA sections.
func ExampleRepair() {
	fmt.Println(xmlcall.Repair("a && b &lt; <![CDATA[c & d]]>"))
	// Output: a &amp;&amp; b &lt; <![CDATA[c &amp; d]]>
}

// The tokens of a block spell it: nothing is lost.
func ExampleBlock() {
	b := xmlcall.ParseAt("<tool><!-- now --><tool_name>x</tool_name></tool>", 0)
	for _, t := range b.Tokens {
		fmt.Printf("%q\n", b.Slice(t.Span()))
	}
	for _, e := range b.Elements() {
		fmt.Println(e.Name(), e.Parent(), b.Slice(e.Content()))
	}
	// Output:
	// "<tool>"
	// "<!-- now -->"
	// "<tool_name>"
	// "x"
	// "</tool_name>"
	// "</tool>"
	// tool -1 <!-- now --><tool_name>x</tool_name>
	// tool_name 0 x
}

// One bare ampersand makes the runtime rewrite the whole call, CDATA sections
// included. Unmarshal repairs the ampersand alone.
func ExampleBlock_Unmarshal() {
	b := xmlcall.ParseAt(`<tool><tool_name>write_file</tool_name><arguments>
<path>R&D.txt</path><content><![CDATA[x && y]]></content></arguments></tool>`, 0)
	var args struct {
		Path    string `xml:"path"`
		Content string `xml:"content"`
	}
	err := b.Unmarshal(&args)
	fmt.Println(args.Path, args.Content, err)

	runtime, _ := b.Decode()
	fmt.Println("the runtime:", runtime.Children[1].Text)
	// Output:
	// R&D.txt x && y <nil>
	// the runtime: x &amp;&amp; y
}
