package toolspec

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestVendors checks that the definitions of Gemini and Bedrock are those of the same tool in JSON
// Schema.
func TestVendors(t *testing.T) {
	for name, text := range map[string]string{
		"Gemini": `{"tools":[{"googleSearch":{}},{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT","properties":{
			"type":{"type":"STRING","nullable":true,"enum":["STRING"],"default":{"type":"STRING"}},"min":{"type":"ARRAY","items":{"type":"INTEGER"},"minItems":"1"},
			"enum":{"type":"NUMBER","maximum":5}},"required":["type"]}}]}]}`,
		"Gemini, JSON Schema": `[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object","properties":{
			"type":{"type":["string","null"],"enum":["STRING"]},"min":{"type":"array","items":{"type":"integer"},"minItems":1},"enum":{"type":"number","maximum":5}},"required":["type"]}}]}]`,
		"Bedrock": `{"tools":[{"toolSpec":{"name":"f","inputSchema":{"json":{"type":"object","properties":{
			"type":{"type":["string","null"],"enum":["STRING"]},"min":{"type":"array","items":{"type":"integer"},"minItems":1},"enum":{"type":"number","maximum":5}},"required":["type"]}}}}]}`,
	} {
		tools, _ := Load("tools.json", []byte(text))
		if len(tools) != 1 || tools[0].Name != "f" || len(tools[0].Arguments) != 3 {
			t.Errorf("%s: %d tools", name, len(tools))
			continue
		}
		for arguments, want := range map[string][]string{
			`{"type": "STRING", "min": [1], "enum": 5}`:    nil,
			`{"type": "string", "min": [], "enum": 6}`:     {"enum", "min", "type"},
			`{"type": "STRING", "min": ["1"], "enum": ""}`: {"enum", "0"},
			`{"other": 1}`: {"type", "other"},
		} {
			d := json.NewDecoder(strings.NewReader(arguments))
			d.UseNumber()
			given := map[string]any{}
			if err := d.Decode(&given); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, issue := range tools[0].NativeIssues(given) {
				got = append(got, issue.Name)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: %q, want %q", name, arguments, got, want)
			}
		}
	}
	hostile := `[{"name":"f","parameters":{"type":"OBJECT","maxProperties":"1e999999999","properties":{"a":{"type":"OTHER"}}}}]`
	if tools, errs := Load("tools.json", []byte(hostile)); len(tools) != 0 || len(errs) != 1 {
		t.Errorf("%d tools, %v", len(tools), errs)
	}
}
