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
		if d.Kind == live.FieldInherited {
			fmt.Println("inherited:", r.Text[d.Span.Start:d.Span.End])
		}
	}
	// Output:
	// list_files secret.txt runs
	// inherited: <arguments><path>secret.txt</path></arguments>
}

// A reply in which nothing runs, and why.
func ExampleRead_nothing() {
	r := live.Read("<thinking>I could call <tool>…</tool> now.", xmlcall.Options{})
	fmt.Println(r.Runs(), r.Verdict.Reason)
	// Output:
	// false no tool call found in response
}

// Which call runs can depend on how the reply was cut: here the second <tool> arrives
// together with the end of the first call, which is lost.
func ExampleReadAtOnce() {
	reply := "<tool><tool_name>list_tags</tool_name></tool> I used `<tool>`."
	fmt.Println(live.Read(reply, xmlcall.Options{}).Runs(), live.ReadAtOnce(reply, xmlcall.Options{}).Runs())
	// Output:
	// true false
}

func ExampleReply_Original() {
	r := live.Read("Sure.<thinking>hm</thinking>\n<tool> <tool_name>x</tool_name></tool>", xmlcall.Options{})
	name := r.Block.Element(1).Span()
	fmt.Println(name, r.Original(name))
	// Output:
	// {6 30} {36 60}
}
