package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A call is a call of write_file in one encoding.
type call struct {
	name, text string
	content    string // the content that the tool should receive
}

// plain is the number of calls of callsOf without a bare ampersand: the three
// encodings.
const plain = 3

const code = `func Min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
const ok = (a, b) => a && b;
// The loop ends one element too late; see the issue for the whole story.
	for i := 0; i < len(items); i++ {
		total += items[i].Price * float64(items[i].Count)
	}
größer als 10 – naïve Näherung
`

// contentOf returns code of a size in bytes, as people have it written.
func contentOf(size int) string {
	return strings.Repeat(code, size/len(code)+1)[:size-size%2]
}

// callsOf returns calls with a content: in each encoding, and in escapes with bare ampersands.
func callsOf(content string) ([]call, error) {
	content = strings.ToValidUTF8(content, "")
	object, err := jsonOf(content)
	if err != nil {
		return nil, err
	}
	calls := []call{{"JSON", "<tool>\n" + object + "\n</tool>", content}}
	for _, m := range []struct {
		name   string
		method encode.Method
	}{{"escapes", encode.Escapes}, {"CDATA", encode.Sections}} {
		text, err := encode.Call{Tool: "write_file", Arguments: arguments{"a.go", content}}.Encode(encode.Options{Method: m.method, MaxSize: 1 << 30})
		if err != nil {
			return nil, err
		}
		calls = append(calls, call{m.name, text, content})
	}
	escaped := encode.Escape(content)
	for _, spoiled := range []call{
		{"at the start", "&" + escaped, "&" + content},
		{"at the end", escaped + "&", content + "&"},
		{"in each line", strings.ReplaceAll(escaped, "\n", " & b\n"), strings.ReplaceAll(content, "\n", " & b\n")},
	} {
		spoiled.text = strings.Replace(calls[1].text, escaped, spoiled.text, 1)
		calls = append(calls, spoiled)
	}
	return calls, nil
}

type arguments struct {
	Path    string `json:"path"    xml:"path"`
	Content string `json:"content" xml:"content"`
}

// jsonOf returns a call in JSON, as models write it: no "<" is escaped.
func jsonOf(content string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]any{"server_name": "local", "tool_name": "write_file", "arguments": arguments{"a.go", content}}); err != nil {
		return "", fmt.Errorf("cannot write JSON: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}
