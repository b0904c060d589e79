package xmlcall

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestInference checks the table of ADR-0019.
func TestInference(t *testing.T) {
	type object = map[string]any
	for arguments, want := range map[string]object{
		"<v>true</v>":                       {"v": true},
		"<v>FALSE</v>":                      {"v": false},
		"<v>TrUe</v>":                       {"v": true},
		"<v>null</v>":                       {"v": nil},
		"<v>NULL</v>":                       {"v": nil},
		"<v>123</v>":                        {"v": int64(123)},
		"<v>-7</v>":                         {"v": int64(-7)},
		"<v>+5</v>":                         {"v": int64(5)},
		"<v>007</v>":                        {"v": int64(7)},
		"<v> 5 </v>":                        {"v": int64(5)},
		"<v>9223372036854775808</v>":        {"v": 9223372036854775808.0},
		"<v>3.14</v>":                       {"v": 3.14},
		"<v>1.23e10</v>":                    {"v": 1.23e10},
		"<v>1e3</v>":                        {"v": 1000.0},
		"<v>+Inf</v>":                       {"v": math.Inf(1)},
		"<v>-Inf</v>":                       {"v": math.Inf(-1)},
		"<v>NaN</v>":                        {"v": math.NaN()},
		"<v>0x10</v>":                       {"v": "0x10"},
		"<v>1_000</v>":                      {"v": "1_000"},
		"<v>./src/main.go</v>":              {"v": "./src/main.go"},
		"<v></v>":                           {"v": ""},
		"<v>  padded  </v>":                 {"v": "  padded  "},
		`<v>"true"</v>`:                     {"v": `"true"`},
		"<v><![CDATA[true]]></v>":           {"v": "true"},
		"<v><![CDATA[123]]></v>":            {"v": "123"},
		"<v><![CDATA[<b>x</b>]]></v>":       {"v": "<b>x</b>"},
		"<v>a &lt;b&gt;x&lt;/b&gt;</v>":     {"v": "a <b>x</b>"},
		"<c><n>prod</n><p>8080</p></c>":     {"c": object{"n": "prod", "p": int64(8080)}},
		"<x>a</x><x>b</x>":                  {"x": []any{"a", "b"}},
		"<l><e><s>a</s></e><e><s/></e></l>": {"l": []any{object{"s": "a"}, object{"s": ""}}},
	} {
		b := ParseAt("<tool><tool_name>x</tool_name><arguments>"+arguments+"</arguments></tool>", 0)
		args, ok := b.Decode()
		if !ok {
			t.Fatalf("%s: %v", arguments, b.Verdict())
		}
		if diff := cmp.Diff(want, args.Infer(), cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", arguments, diff)
		}
	}
}
