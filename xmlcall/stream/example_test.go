package stream_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/stream"
)

func ExampleDecoder() {
	d := &stream.Decoder{Handle: func(e stream.Event) error {
		switch e.Kind {
		case stream.Prose:
			_, err := os.Stdout.Write(e.Prose)
			return err
		case stream.ToolName:
			fmt.Printf("[%s …]\n", e.Name)
		case stream.CallComplete:
			arguments, _ := e.Block.Decode()
			fmt.Printf("[%d-%d: %s %s]\n", e.Offset, e.End, e.Block.ToolName(), arguments.Children[0].Text)
		case stream.CallRefused, stream.CallUnfinished:
			fmt.Printf("[%d-%d: %s]\n", e.Offset, e.End, e.Verdict.Reason)
		}
		return nil
	}}
	for _, chunk := range []string{
		"Let me look.\n<to", "ol><tool_name>read_file</tool_", "name><arguments><pa",
		"th>a.go</path></arguments></tool>\n<tool><tool_name>x</tool>",
	} {
		if _, err := io.WriteString(d, chunk); err != nil {
			fmt.Println(err)
		}
	}
	if err := d.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Let me look.
	// [read_file …]
	// [13-98: read_file a.go]
	//
	// [99-124: XML syntax error on line 1: element <tool_name> closed by </tool>]
}

func ExampleEvents() {
	r := strings.NewReader("One <tool><tool_name>list_tags</tool_name></tool> and <tool>")
	for e, err := range stream.Events(r, xmlcall.Options{}) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(e.Offset, e.End, e.Kind)
	}
	// Output:
	// 0 4 prose
	// 4 10 call begins
	// 21 30 tool name
	// 4 49 call complete
	// 49 54 prose
	// 54 60 call begins
	// 54 60 call unfinished
}
