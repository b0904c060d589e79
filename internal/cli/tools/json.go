package tools

import (
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/toolspec"
)

// The types of this file are the output of tools --format json; see jsonVersion.

// listedTools is the output of tools.
type listedTools struct {
	Version int          `json:"version"`
	Tools   []listedTool `json:"tools"`
}

type listedTool struct {
	Name   string `json:"name"`
	Server string `json:"server"`
	// Custom reports whether the tool is called through run_custom_tool.
	Custom      bool   `json:"custom"`
	Description string `json:"description"`
	// Open reports whether the tool accepts arguments of any other name.
	Open      bool             `json:"open"`
	Arguments []listedArgument `json:"arguments"`
	// File and Line are the place where the tool is defined, "" and 0 for a built-in
	// one.
	File string `json:"file"`
	Line int    `json:"line"`
}

type listedArgument struct {
	Name        string   `json:"name"`
	Kind        string   `json:"kind"`
	Required    bool     `json:"required"`
	Description string   `json:"description,omitempty"`
	Values      []string `json:"values,omitempty"`
	// Item describes the items of a list. Its name is that of the elements in the
	// list's own, or beside each other if Repeated.
	Item     *listedArgument  `json:"item,omitempty"`
	Repeated bool             `json:"repeated,omitempty"`
	Members  []listedArgument `json:"members,omitempty"`
}

// checkedTools is the output of tools --check.
type checkedTools struct {
	Version  int                `json:"version"`
	Files    []string           `json:"files"`
	Tools    int                `json:"tools"`
	Problems []shownToolProblem `json:"problems"`
}

func describeTools(tools []*toolspec.Tool) listedTools {
	out := listedTools{Version: report.JSONVersion, Tools: []listedTool{}}
	for _, t := range tools {
		left := maxListed
		listed := listedTool{
			Name: t.Name, Server: t.Server, Custom: t.Custom, Description: t.Description, Open: t.Open,
			Arguments: describeArguments(t.Arguments, maxListedDepth, &left), File: t.Source.File, Line: t.Source.Line,
		}
		if listed.File == "" {
			listed.Line = 0
		}
		out.Tools = append(out.Tools, listed)
	}
	return out
}

// A recursive schema has arguments of any depth: they are listed to maxListedDepth, and no deeper where a tool has
// maxListed of them.
const (
	maxListedDepth = 6
	maxListed      = 2000
)

// describeArguments describes arguments, and those inside them to a depth. left is how many more are described with what
// is in them.
func describeArguments(arguments []toolspec.Argument, depth int, left *int) []listedArgument {
	out := []listedArgument{}
	*left -= len(arguments)
	for _, a := range arguments {
		listed := listedArgument{
			Name: a.Name, Kind: a.Kind.String(), Required: a.Required, Description: a.Description,
			Values: a.Enum, Repeated: a.Repeated,
		}
		if depth > 1 && *left > 0 {
			listed.Members = describeArguments(a.Members, depth-1, left)
			if a.Item != nil {
				listed.Item = &describeArguments([]toolspec.Argument{*a.Item}, depth-1, left)[0]
			}
		}
		out = append(out, listed)
	}
	return out
}

type shownToolProblem struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"` // UTF-16 code units
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}
