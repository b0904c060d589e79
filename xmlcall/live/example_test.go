package live_test

import (
	"fmt"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// The second call has no arguments: it runs with those of the first.
func ExampleRead() {
	r := live.Read(`I'll read it first.
<tool><tool_name>read_file</tool_name><arguments><path>secret.txt</path></arguments></tool>
Then I list the rest.
<tool><tool_name>list_files</tool_name></tool>`, xmlcall.Options{})
	fmt.Println(r.Tool, r.Arguments.Children[0].Text, r.Verdict.Outcome)
	for _, d := range r.Deviations {
		fmt.Printf("%d-%d: %v\n", d.Span.Start, d.Span.End, d.Kind)
	}
	// Output:
	// list_files secret.txt runs
	// 58-104: field inherited
	// 134-140: call merged
}

// A reply in which nothing runs, and why.
func ExampleRead_nothing() {
	r := live.Read("<thinking>I could call <tool>…</tool> now.", xmlcall.Options{})
	fmt.Println(r.Runs(), r.Verdict.Reason)
	for _, d := range r.Deviations {
		fmt.Printf("%v: %s\n", d.Kind, r.Text[d.Span.Start:d.Span.End])
	}
	// Output:
	// false no tool call found in response
	// thinking unclosed: <thinking>I could call <tool>…</tool> now.
	// call in thinking: <tool>
}

// Which call runs can depend on how the reply was cut: here the second <tool> arrives
// together with the end of the first call, which is lost.
func ExampleReadChunks() {
	call := "<tool><tool_name>list_tags</tool_name></tool>"
	fmt.Println(live.ReadChunks([]string{call, " I used `<tool>`."}, xmlcall.Options{}).Runs())
	fmt.Println(live.ReadChunks([]string{call + " I used `<tool>`."}, xmlcall.Options{}).Runs())
	// Output:
	// true
	// false
}

func ExampleReply_Original() {
	r := live.Read("Sure.<thinking>hm</thinking>\n<tool> <tool_name>x</tool_name></tool>", xmlcall.Options{})
	name := r.Block.Element(1).Span()
	fmt.Println(name, r.Original(name))
	// Output:
	// {6 30} {36 60}
}
