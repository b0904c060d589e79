package toolspec

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestReadGolden compares what tools read of arguments, and the problems with them, with a file: the definition of a tool
// in JSON, and after it arguments in quotes.
func TestReadGolden(t *testing.T) {
	var tool *Tool
	golden.Annotated(t, filepath.Join("testdata", "read.txt"), func(line string) string {
		arguments, err := strconv.Unquote(line)
		if err != nil {
			if line[0] == '{' {
				tool = toolFrom(t, line)
			}
			return ""
		}
		block := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments>"+arguments+"</arguments></tool>", 0)
		in := tool.Read(block)
		var b, read strings.Builder
		encoder := json.NewEncoder(&read)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(in.Arguments); err != nil {
			read.Reset()
			fmt.Fprintf(&read, "%v\n", in.Arguments)
		}
		fmt.Fprintf(&b, "    %s", &read)
		for _, issue := range in.Issues {
			fmt.Fprintf(&b, "    %d, %s at %q: %s %v", issue.Kind, issue.Name, block.Slice(issue.Span), issue.Reason, issue.Want)
			if issue.Same || issue.Empty {
				fmt.Fprintf(&b, " same %t, empty %t", issue.Same, issue.Empty)
			}
			if issue.Shape != 0 || len(issue.Elements) > 0 {
				fmt.Fprintf(&b, " shape %d of %d elements", issue.Shape, len(issue.Elements))
			}
			if issue.Values != nil {
				fmt.Fprintf(&b, " values %q", issue.Values)
			}
			b.WriteString("\n")
		}
		return b.String()
	})
}

// TestReasons compares what is wrong with values, by the keyword of the schema, with a file: a schema and a value on
// each line.
func TestReasons(t *testing.T) {
	golden.Annotated(t, filepath.Join("testdata", "reasons.txt"), func(line string) string {
		var schema json.RawMessage
		d := json.NewDecoder(strings.NewReader(line))
		if err := d.Decode(&schema); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		value := line[d.InputOffset()+1:]
		tool := toolFrom(t, `{"name": "x", "schema": {"$defs": {"node": {"$dynamicAnchor": "node", "maxLength": 0}}, "properties": {"items": `+string(schema)+`}}}`)
		block := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><items>"+value+"</items></arguments></tool>", 0)
		var b strings.Builder
		for _, issue := range tool.Read(block).Issues {
			fmt.Fprintf(&b, "    %d, %s at %q: %s %q\n", issue.Kind, issue.Name, block.Slice(issue.Span), issue.Reason, issue.Want)
		}
		return b.String()
	})
}

// TestUnusableNumbers checks that a schema with numbers against which no value can be checked is
// refused.
func TestUnusableNumbers(t *testing.T) {
	for number, want := range map[string]bool{
		"1": true, "-1.5": true, "1e5": true, "1E+5": true, "1e-5": true, "1e308": true, "1e309": false, "1e-400": true, "1e-99999": false, "1e99999999999999999999": false, "-1e400": false,
		"0." + strings.Repeat("0", 400) + "1": false,
	} {
		tools, errs := Load("a.json", []byte(`{"name": "x", "schema": {"properties": {"n": {"type": "number", "minimum": `+number+`}}}}`))
		if got := len(errs) == 0 && len(tools) == 1; got != want {
			t.Errorf("%s: %d tools, %v", number, len(tools), errs)
		}
	}
}
