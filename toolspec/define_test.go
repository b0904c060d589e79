package toolspec

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

const undefined = `<tool>
<server_name>cloud</server_name>
<tool_name>deploy</tool_name>
<arguments>
  <service>web</service>
  <on>true</on>
  <hosts><host>a</host><host>b</host></hosts>
  <tag>x</tag>
  <tag>y</tag>
  <limits><cpu>1.5</cpu><memory>512</memory></limits>
  <data><row>1</row><row>2</row></data>
</arguments>
</tool>`

// TestDefine checks that a definition is appended in the style of the others in the
// file.
func TestDefine(t *testing.T) {
	const item = `- name: deploy
  server: cloud
  description: What the tool does.
  inputSchema:
    type: object
    properties:
      service:
        type: string
      "on":
        type: boolean
      hosts:
        type: array
        items:
          type: string
      tag:
        type: array
        xml: {wrapped: false}
        items:
          type: string
          xml: {name: tag}
      limits:
        type: object
        properties:
          cpu:
            type: number
          memory:
            type: integer
      data:
        type: array
        items:
          type: integer
          xml: {name: row}
`
	deeper := "  " + strings.TrimSuffix(strings.ReplaceAll(item, "\n", "\n  "), "  ")
	for before, want := range map[string]string{
		"":                             "tools:\n" + deeper,
		"# Tools\n":                    "# Tools\ntools:\n" + deeper,
		"tools:\n- name: a\n":          "tools:\n- name: a\n" + item,
		"tools: # ours\n\n  - name: a": "tools: # ours\n\n  - name: a\n" + deeper,
		"- name: a\n":                  "- name: a\n" + item,
		"name: a\n":                    "name: a\n---\ntools:\n" + deeper,
		"tools: [{name: a}]\n":         "tools: [{name: a}]\n---\ntools:\n" + deeper,
		"tools:\r\n  - name: a\r\n":    "tools:\r\n  - name: a\r\n" + strings.ReplaceAll(deeper, "\n", "\r\n"),
	} {
		text, ok := Define("tools.yaml", []byte(before), xmlcall.ParseAt(undefined, 0))
		if got := before + text; !ok || got != want {
			t.Errorf("%q: %v\ngot  %s\nwant %s", before, ok, got, want)
		}
	}
	for _, before := range []string{"{{{", "tools:\n  - name: a\nx: |\n  text\n\t"} {
		if text, ok := Define("tools.yaml", []byte(before), xmlcall.ParseAt(undefined, 0)); ok {
			t.Errorf("%q can have %q", before, text)
		}
	}
}

// TestDefineTakesCall checks that the tool defined from any call accepts the call.
func TestDefineTakesCall(t *testing.T) {
	names := []string{"a", "items", "item", "null", "é", "x.y", "path", "edits", "edit"}
	values := []string{"", "1", "true", "é &amp; x", "1.5", "<![CDATA[1]]>", "null", "\n"}
	defined := 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 15))
		var write func(depth int) string
		write = func(depth int) string {
			if depth == 0 || r.IntN(3) == 0 {
				return values[r.IntN(len(values))]
			}
			var b strings.Builder
			for range r.IntN(4) {
				name := names[r.IntN(len(names))]
				b.WriteString("<" + name + ">" + write(depth-1) + "</" + name + ">")
			}
			return b.String()
		}
		call := "<tool><tool_name>new " + names[r.IntN(len(names))] + "</tool_name><arguments>" + write(3) + "</arguments></tool>"
		block := xmlcall.ParseAt(call, 0)
		text, ok := Define("tools.yaml", nil, block)
		if !ok {
			continue
		}
		defined++
		tools, errs := Load("tools.yaml", []byte(text))
		if len(errs) > 0 || len(tools) != 1 || tools[0].Name != block.ToolName() {
			t.Fatalf("%s\n%s\n%v", call, text, errs)
		}
		for _, i := range tools[0].Read(block).Issues {
			if tools[0].Refuses(i) {
				t.Fatalf("%s\n%s\n%v", call, text, i)
			}
		}
	}
	if defined < 600 {
		t.Errorf("only %d of 1000 calls", defined)
	}
}
