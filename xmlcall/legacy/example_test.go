package legacy_test

import (
	"fmt"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

func must(s string, err error) string {
	if err != nil {
		panic(err)
	}
	return s
}

func ExampleParse() {
	c, err := legacy.Parse(`{"tool_name": "read_file", "arguments": {"paths": ["a.go"], "version": "1.10", "line": 7}}`, encode.Options{})
	fmt.Println(must(c.Elements().Encode(encode.Options{})), err)

	_, err = legacy.Parse(`{"tool_name": "read_file", "arguments": {"path": }}`, encode.Options{})
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

func ExampleOf() {
	b := xmlcall.ParseAt(`<tool><tool_name>read_file</tool_name><arguments>
<paths><path>a.go</path></paths><version><![CDATA[1.10]]></version><line>7</line></arguments></tool>`, 0)
	c, err := legacy.Of(b)
	if err != nil {
		return // refused
	}
	fmt.Println(c.JSON(encode.Options{}))
	// Output:
	// {"server_name":"local","tool_name":"read_file","arguments":{"paths":["a.go"],"version":"1.10","line":7}}
}
