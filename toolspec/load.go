package toolspec

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/tree"
)

// Limits on files that define tools, which may be untrusted, as are those on the values in one. Each limit is far beyond
// what a person or an MCP server writes. Exceeding one is an error at the place where that happens.
const (
	// MaxFile is the size of a file in bytes; that of a YAML file is
	// [MaxSource].
	MaxFile = 4 << 20
	// MaxSource is the size of a YAML file in bytes: for each byte it needs
	// many times the work and the memory of JSON.
	MaxSource = 1 << 20
	// maxErrors is the maximum number of errors reported for a file.
	maxErrors = 100
)

// Load reads the tools that a file defines. The name identifies the source of the tools and, by its extension, the file
// type: YAML (.yaml, .yml) or JSON (.json); any other file is JSON if it starts with a bracket and YAML otherwise. The kind
// of definition is determined from the data:
//
//   - a list of tools, or one tool: an object with a name, optionally a description and
//     a server, the schema of its arguments under inputSchema (MCP), input_schema
//     (Anthropic), parameters (OpenAI, Gemini), parametersJsonSchema (Gemini) or schema,
//     and optionally an example, an object with the arguments of a call. OpenAI's
//     {"type": "function", "function": {…}} and Bedrock's {"toolSpec": {…}} are unwrapped.
//   - an object with such a list as tools, functions or functionDeclarations: a request, the result of MCP's
//     tools/list, the whole JSON-RPC response with that result. A server beside the
//     list applies to all its tools.
//   - the tool.yaml of a custom tool of Forge: an object with an entrypoint, or
//     whose parameters are a list; see [Tool.Custom].
//
// Each document of a YAML file is read separately.
//
// An invalid tool does not affect the others. Errors are ordered by place. Reading takes time proportional to the size of
// the data, and does not panic. Data that is larger than [MaxFile] or [MaxSource], nested too deep, or has too many values
// is an error. If there are many errors, the first are returned, with the number of the others.
func Load(file string, data []byte) ([]*Tool, []*Error) {
	return (&loader{file: file, data: data}).load()
}

// load reads all tools of the file.
func (l *loader) load() ([]*Tool, []*Error) {
	file, data := l.file, l.data
	read, limit := tree.YAML, MaxSource
	if isJSON(file, data) {
		read, limit = tree.JSON, MaxFile
	}
	if len(data) > limit {
		return nil, []*Error{{File: file, Line: 1, Column: 1, Reason: "the file is " + thousands.Separate(len(data)) + " bytes; the limit is " + thousands.Separate(limit) + ": remove what does not define a tool, or split it"}}
	}
	documents, errs, whole := read(data)
	for _, root := range documents {
		l.definitions(root, "")
	}
	for _, err := range errs {
		l.errs = append(l.errs, errorOf(err))
	}
	switch {
	case !whole:
		l.loseAll()
	case len(documents)+len(errs) == 0:
		l.errs = append(l.errs, &Error{Line: 1, Column: 1, Reason: "no tool is defined here: the file is empty"})
	}
	for _, err := range l.errs {
		err.File, err.Reason = file, foreign.Cut(err.Reason, 1000) // it may quote the whole file
	}
	slices.SortStableFunc(l.errs, compareErrors)
	if len(l.errs) > 0 {
		l.errs[0].Lost = l.lostNames()
	}
	return l.tools, atMost(l.errs)
}

// atMost returns the first errors of a file, and how many others there are: each is
// shown to a person.
func atMost(errs []*Error) []*Error {
	more := len(errs) - maxErrors
	if more <= 0 {
		return errs
	}
	last := *errs[maxErrors]
	last.Pointer, last.Reason = "", fmt.Sprintf("%d more mistakes follow in this file", more)
	return append(errs[:maxErrors:maxErrors], &last)
}

func compareErrors(a, b *Error) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Reason, b.Reason))
}

// isJSON reports whether a file is JSON and not YAML.
func isJSON(file string, data []byte) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".json":
		return true
	case ".yaml", ".yml":
		return false
	}
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
	return len(data) > 0 && (data[0] == '{' || data[0] == '[')
}

type loader struct {
	file  string
	data  []byte
	tools []*Tool
	errs  []*Error

	builtin bool     // whether these are the runtime's own tools
	lost    []string // see Error.Lost
}

func (l *loader) fail(at *tree.Node, format string, args ...any) {
	l.errs = append(l.errs, errorAt(at, format, args...))
}

// lists are the names of members that hold a list of tools.
var lists = []string{"tools", "functions", "functionDeclarations", "function_declarations"}

// wrappers are the names of members that hold a definition, or an object with a list of them.
var wrappers = []string{"result", "function", "toolSpec"}

// definitions reads a value that contains tools. server is that of the value around it.
func (l *loader) definitions(n *tree.Node, server string) {
	switch n.Kind {
	case tree.Array:
		for _, item := range n.Nodes {
			l.definitions(item, server)
		}
		return
	case tree.Scalar:
		l.fail(n, "expected a tool: an object with a name")
		return
	}
	server = cmp.Or(n.Get("server").Text(), server)
	found := false
	for _, name := range lists {
		list := n.Get(name)
		if found = found || list != nil; list != nil && list.Kind != tree.Array {
			l.fail(list, "%s is a list of tools", name)
		} else if list != nil {
			l.definitions(list, server)
		}
	}
	wrapper := slices.IndexFunc(wrappers, func(name string) bool {
		inner := n.Get(name)
		return inner != nil && inner.Kind == tree.Object
	})
	switch kind := n.Get("type").Text(); {
	case found:
	case n.Get("name") != nil:
		l.tool(n, server)
	case wrapper >= 0:
		l.definitions(n.Get(wrappers[wrapper]), server)
	case n.Parent == nil:
		l.fail(n, `no tool is defined here: expected an object with "tools" or "name"`)
	case kind == "" || kind == "function" || kind == "custom":
		l.fail(n, `the tool has no name: give it a "name"`)
	}
	// Otherwise it is a tool that the model's provider runs, such as a search. Models never write calls to it.
}

func (l *loader) tool(n *tree.Node, server string) {
	if n.Broken {
		l.lose(n)
		return // which has been reported
	}
	read := l.toolOf
	if isCustom(l.file, n) {
		read = l.customOf
	}
	t, err := read(n)
	if err != nil {
		l.errs = append(l.errs, err)
		l.lose(n)
		return
	}
	t.Server = cmp.Or(t.Server, server)
	l.tools = append(l.tools, t)
}

// lose records that the tool of a definition is not known. A custom tool is not called by its name.
func (l *loader) lose(n *tree.Node) {
	if name := n.Get("name").Text(); name != "" && !isCustom(l.file, n) {
		l.lost = append(l.lost, name)
	}
}

// maxLost bounds the number of names that are collected from a file that cannot be
// read.
const maxLost = 10_000

// likeName matches what looks like a tool's name in a file of YAML or JSON that is not
// well-formed. Arguments can also have a name: treating one of those as a tool does no
// harm.
var likeName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^|[\s{,\-])["']?name["']?[ \t]*:[ \t]*["']?([\w.:/-]+)`)
})

// loseAll records the tools of a file that is not well-formed: the usual state of a
// file that is being edited.
func (l *loader) loseAll() {
	if strings.EqualFold(path.Base(strings.ReplaceAll(l.file, `\`, "/")), customFile) {
		return
	}
	for _, m := range likeName().FindAllSubmatch(l.data, maxLost) {
		l.lost = append(l.lost, string(m[1]))
	}
}

// lostNames returns the names of tools that were recorded and are not defined elsewhere
// in the file.
func (l *loader) lostNames() []string {
	defined := map[string]bool{}
	for _, t := range l.tools {
		defined[t.Name] = true
	}
	lost := slices.DeleteFunc(l.lost, func(name string) bool { return defined[name] })
	slices.Sort(lost)
	return slices.Compact(lost)
}
