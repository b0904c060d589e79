package toolspec

import (
	_ "embed"
	"fmt"
	"sync"
)

// builtinsJSON are the tools that the Forge runtime brings, with what it
// really decodes and requires, which is not always what the tools' own schemas
// say.
//
//go:embed builtins.json
var builtinsJSON []byte

var builtins = sync.OnceValue(func() *Set {
	tools, err := parseBuiltins(builtinsJSON)
	if err != nil {
		panic(err) // the tests have read it
	}
	return NewSet(tools...)
})

func parseBuiltins(data []byte) ([]*Tool, error) {
	root, err := parseJSON(data)
	if err != nil {
		return nil, err
	}
	var tools []*Tool
	for _, n := range root.nodes {
		t, err := toolOf(n, Source{})
		if err != nil {
			return nil, err
		}
		switch t.Name {
		case "read_file":
			t.check = checkLines
		case "add_note", "update_note":
			t.check = checkNote
		case "run_custom_tool":
			t.coerces = true
		}
		tools = append(tools, t)
	}
	return tools, nil
}

// Builtins returns the tools of the Forge runtime.
func Builtins() *Set { return builtins() }

// Builtin returns the tool of the Forge runtime with the given name, nil if
// there is none.
func Builtin(name string) *Tool { return builtins().Find("", name) }

// A violation is a value that a tool refuses for a reason that its schema
// cannot express.
type violation struct {
	argument string
	reason   string
}

// checkLines holds a range of lines against what read_file accepts.
func checkLines(arguments map[string]any) []violation {
	start, _ := arguments["start_line"].(int64)
	end, ok := arguments["end_line"].(int64)
	switch {
	case !ok || end == 0:
		return nil
	case start < 1:
		return []violation{{"end_line", "the tool refuses an end_line without a start_line of at least 1"}}
	case end < start:
		return []violation{{"end_line", fmt.Sprintf("the tool refuses an end_line (%d) before start_line (%d)", end, start)}}
	}
	return nil
}

// maxNote is how many bytes a note may have.
const maxNote = 800

// checkNote holds the content of a note against the limit, which counts bytes.
func checkNote(arguments map[string]any) []violation {
	if content, _ := arguments["content"].(string); len(content) > maxNote {
		return []violation{{"content", fmt.Sprintf("the tool refuses a note of more than %d bytes; this one has %d", maxNote, len(content))}}
	}
	return nil
}
