package encode_test

import (
	"errors"
	"fmt"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

func ExampleAppend() {
	text, err := encode.Append(nil, encode.Call{
		Tool: "apply_diff",
		Arguments: map[string]any{
			"path": "a.go",
			"edits": []any{
				map[string]any{"search": "a && b", "replace": "if a < b && c > d && !e {"},
			},
		},
	}, encode.Options{})
	fmt.Println(string(text), err)
	// Output:
	// <tool>
	// <server_name>local</server_name>
	// <tool_name>apply_diff</tool_name>
	// <arguments>
	//   <edits>
	//     <edit>
	//       <replace><![CDATA[if a < b && c > d && !e {]]></replace>
	//       <search>a &amp;&amp; b</search>
	//     </edit>
	//   </edits>
	//   <path>a.go</path>
	// </arguments>
	// </tool> <nil>
}

// The arguments of a tool as a struct that is written and read with the same tags.
func ExampleCall_Encode() {
	type writeFile struct {
		Path    string `xml:"path"`
		Content string `xml:"content"`
	}
	text, err := encode.Call{Tool: "write_file", Arguments: writeFile{"a.txt", "x & y\r\n</tool>"}}.Encode(encode.Options{})
	fmt.Println(text, err)

	var back writeFile
	err = xmlcall.Unmarshal(text, &back, xmlcall.Options{})
	fmt.Printf("%+q %v\n", back, err)
	// Output:
	// <tool>
	// <server_name>local</server_name>
	// <tool_name>write_file</tool_name>
	// <arguments>
	//   <path>a.txt</path>
	//   <content>x &amp; y&#13;
	// &lt;/tool&gt;</content>
	// </arguments>
	// </tool> <nil>
	// {"a.txt" "x & y\r\n</tool>"} <nil>
}

func ExampleError() {
	_, err := encode.Call{Tool: "tag", Arguments: map[string]any{"tags": []string{"plain", "bell\a"}}}.Encode(encode.Options{})
	fmt.Println(err)
	if e, ok := errors.AsType[*encode.Error](err); ok {
		offset, _ := e.Offset()
		fmt.Println(e.Path, offset)
	}
	// Output:
	// cannot write tags[1], byte 4: U+0007, a character that XML cannot carry
	// tags[1] 4
}

func ExampleOptions() {
	c := encode.Call{Tool: "run", Arguments: map[string]any{"command": "a && b"}}
	for _, m := range []encode.Method{encode.Escapes, encode.Sections} {
		b := xmlcall.ParseAt(must(c.Encode(encode.Options{Method: m})), 0)
		arguments := b.Arguments()
		for _, e := range b.Children(arguments) {
			fmt.Println(b.Slice(e.Span()))
		}
	}
	// Output:
	// <command>a &amp;&amp; b</command>
	// <command><![CDATA[a && b]]></command>
}

func must(s string, err error) string {
	if err != nil {
		panic(err)
	}
	return s
}
