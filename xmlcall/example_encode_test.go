package xmlcall_test

import (
	"errors"
	"fmt"

	"github.com/entrhq/forge-lsp/xmlcall"
)

func ExampleAppendCall() {
	text, err := xmlcall.AppendCall(nil, xmlcall.Call{
		Tool: "apply_diff",
		Arguments: map[string]any{
			"path": "a.go",
			"edits": []any{
				map[string]any{"search": "a && b", "replace": "if a < b && c > d && !e {"},
			},
		},
	})
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

// The arguments of a tool as a struct, written and read by the same tags.
func ExampleCall_Encode() {
	type writeFile struct {
		Path    string `xml:"path"`
		Content string `xml:"content"`
	}
	text, err := xmlcall.Call{Tool: "write_file", Arguments: writeFile{"a.txt", "x & y\r\n</tool>"}}.Encode()
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

func ExampleEncodeError() {
	_, err := xmlcall.Call{Tool: "tag", Arguments: map[string]any{"tags": []string{"plain", "bell\a"}}}.Encode()
	fmt.Println(err)
	if e, ok := errors.AsType[*xmlcall.EncodeError](err); ok {
		fmt.Println(e.Path, e.Offset)
	}
	// Output:
	// cannot write tags[1], byte 4: U+0007, a character that XML cannot carry
	// tags[1] 4
}

func ExampleWithMethod() {
	c := xmlcall.Call{Tool: "run", Arguments: map[string]any{"command": "a && b"}}
	for _, m := range []xmlcall.Method{xmlcall.Escapes, xmlcall.Sections} {
		b := xmlcall.ParseAt(must(c.Encode(xmlcall.WithMethod(m))), 0)
		fmt.Println(b.Slice(b.Elements[len(b.Elements)-1].Span()))
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

func ExampleParseLegacy() {
	c, err := xmlcall.ParseLegacy(`{"tool_name": "read_file", "arguments": {"paths": ["a.go"], "version": "1.10", "line": 7}}`)
	fmt.Println(must(c.Call().Encode()), err)

	_, err = xmlcall.ParseLegacy(`{"tool_name": "read_file", "arguments": {"path": }}`)
	fmt.Println(err)
	// Output:
	// <tool>
	// <server_name>local</server_name>
	// <tool_name>read_file</tool_name>
	// <arguments>
	//   <paths>
	//     <path>a.go</path>
	//   </paths>
	//   <version><![CDATA[1.10]]></version>
	//   <line>7</line>
	// </arguments>
	// </tool> <nil>
	// JSON, byte 49: invalid character '}' looking for beginning of value
}

func ExampleBlock_LegacyJSON() {
	b := xmlcall.ParseAt(`<tool><tool_name>read_file</tool_name><arguments>
<paths><path>a.go</path></paths><version><![CDATA[1.10]]></version><line>7</line></arguments></tool>`, 0)
	fmt.Println(must(b.LegacyJSON()))
	// Output:
	// {"server_name":"local","tool_name":"read_file","arguments":{"paths":["a.go"],"version":"1.10","line":7}}
}
