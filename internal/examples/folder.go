package examples

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// An Example is a file of a folder.
type Example struct {
	// File is its name, Rule, Tool and Verdict are about the call in it.
	File    string `json:"file"`
	Rule    string `json:"rule,omitempty"`
	Tool    string `json:"tool,omitempty"`
	Verdict string `json:"verdict"`
	// Outcome, By, Reader, Seen, ToolVerdict and Lost are the parts of Verdict, for a call that did
	// not leak.
	Outcome     string `json:"outcome,omitempty"`
	By          string `json:"by,omitempty"`
	Reader      string `json:"reader,omitempty"`
	Seen        bool   `json:"seen,omitempty"`
	ToolVerdict string `json:"tool_verdict,omitempty"`
	Lost        bool   `json:"lost,omitempty"`
	// Rules are the codes of all rules that report something about the call.
	Rules []string `json:"rules,omitempty"`
	Bytes int      `json:"bytes"`
	// Calls is the number of calls with the rule and the tool.
	Calls int64 `json:"calls"`
	// Source and Line (1-based) are the place of the original, if it is requested.
	Source string `json:"source,omitempty"`
	Line   int    `json:"line,omitempty"`

	content string
}

// NewExample returns the example for a finished call.
func NewExample(c *Call) Example {
	e := Example{
		Rule: c.Rule, Tool: c.Tool, Verdict: c.Outcome(), Rules: c.Codes, content: c.File(),
	}
	if c.Format == "" {
		e.Outcome, e.By = c.Result.String(), string(c.By)
		e.Reader, e.ToolVerdict = c.Reader.String(), c.ToolVerdict.String()
		e.Lost, e.Seen = c.Result == diagnostics.Altered, c.Result != diagnostics.Ignored
	}
	e.Bytes = len(e.content)
	e.File = fileName(e.Rule) + "-" + fileName(e.Tool) + "-" + hashOf(e.content) + c.Extension()
	return e
}

// fileName returns a word as a part of the name of a file on any system.
func fileName(word string) string {
	const most = 40
	if word == "" {
		return "none"
	}
	return strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c
		}
		return '-'
	}, word[:min(len(word), most)])
}

func hashOf(content string) string {
	const size = 4 // bytes
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:size])
}

// The files beside the examples.
const (
	indexName  = "index.json"
	readmeName = "README.md"
	format     = "forge-lsp examples"
	heading    = "# Calls that do not run as written\n"
)

// index is the list of a folder's examples.
type index struct {
	Format   string    `json:"format"`
	Version  int       `json:"version"`
	LeftOut  int       `json:"left_out"`
	Examples []Example `json:"examples"`
}

// Files returns the content of a folder of examples, by file name: each example, and an index as
// README.md and as index.json. leftOut is the number of chosen calls from which no example could
// be made.
func Files(list []Example, leftOut int) map[string]string {
	files := map[string]string{readmeName: readme(list, leftOut)}
	for i := range list {
		files[list[i].File] = list[i].content
	}
	text, err := json.MarshalIndent(&index{format, 1, leftOut, append([]Example{}, list...)}, "", "  ")
	if err != nil {
		panic(err) // its content cannot cause an error
	}
	files[indexName] = string(text) + "\n"
	return files
}

// IsOwn reports whether a file of a folder was written by [Files] and is unchanged.
func IsOwn(name, content string) bool {
	switch name {
	case readmeName:
		return strings.HasPrefix(content, heading)
	case indexName:
		var i index
		return json.Unmarshal([]byte(content), &i) == nil && i.Format == format
	}
	return strings.HasSuffix(strings.TrimSuffix(name, path.Ext(name)), "-"+hashOf(content))
}

func readme(list []Example, leftOut int) string {
	var b strings.Builder
	b.WriteString(heading + "\n")
	b.WriteString("Each file has one call, reduced to what its verdict and its rule depend on. Words are replaced, the same\n" +
		"one by the same one. `forge-lsp check` reports about each file what the table shows, with the same\n" +
		"definitions of tools.\n\n")
	b.WriteString("| rule | tool | verdict | calls | bytes | file |\n|---|---|---|---:|---:|---|\n")
	for i := range list {
		e := &list[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | [%s](%s) |\n", code(e.Rule), code(e.Tool), e.Verdict, thousands.Separate(e.Calls), thousands.Separate(e.Bytes), e.File, e.File)
	}
	b.WriteString("\n\"calls\" is the number of calls with this rule and tool.\n")
	if leftOut > 0 {
		fmt.Fprintf(&b, "%s of the chosen calls have no example: they depend on what an example leaves out.\n", thousands.Separate(leftOut))
	}
	return b.String()
}

func code(word string) string {
	return cmp.Or(markdown.Cell(word), "–")
}
