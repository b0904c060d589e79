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
		listed := listedTool{
			Name: t.Name, Server: t.Server, Custom: t.Custom, Description: t.Description, Open: t.Open,
			Arguments: describeArguments(t.Arguments, depthOf(t.Arguments)), File: t.Source.File, Line: t.Source.Line,
		}
		if listed.File == "" {
			listed.Line = 0
		}
		out.Tools = append(out.Tools, listed)
	}
	return out
}

// maxListed bounds the number of arguments of a tool that are listed, including nested
// ones: in a recursive schema each represents many more.
const maxListed = 2000

// depthOf returns the depth to which arguments can be listed within maxListed.
func depthOf(arguments []toolspec.Argument) int {
	depth, before := 1, 0
	for {
		n := countArguments(arguments, depth, maxListed)
		if n >= maxListed {
			return max(1, depth-1)
		}
		if n == before {
			return depth
		}
		depth, before = depth+1, n
	}
}

// countArguments counts arguments down to a depth, and no further than limit.
func countArguments(arguments []toolspec.Argument, depth, limit int) int {
	n := 0
	for i := range arguments {
		if n++; n >= limit {
			return n
		}
		if depth == 1 {
			continue
		}
		n += countArguments(arguments[i].Members, depth-1, limit-n)
		if item := arguments[i].Item; item != nil && n < limit {
			n += countArguments([]toolspec.Argument{*item}, depth-1, limit-n)
		}
	}
	return n
}

// describeArguments describes arguments, and those inside them to a depth.
func describeArguments(arguments []toolspec.Argument, depth int) []listedArgument {
	out := []listedArgument{}
	for _, a := range arguments {
		listed := listedArgument{
			Name: a.Name, Kind: a.Kind.String(), Required: a.Required, Description: a.Description,
			Values: a.Enum, Repeated: a.Repeated,
		}
		if depth > 1 {
			listed.Members = describeArguments(a.Members, depth-1)
			if a.Item != nil {
				listed.Item = &describeArguments([]toolspec.Argument{*a.Item}, depth-1)[0]
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
