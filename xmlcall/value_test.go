package xmlcall

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// TestInference runs ADR-0019's table.
func TestInference(t *testing.T) {
	rows := cases.LoadInferences(t)
	for _, row := range rows {
		b := ParseAt("<tool><tool_name>x</tool_name><arguments>"+row.Arguments+"</arguments></tool>", 0)
		args, ok := b.Decode()
		if !ok {
			t.Fatalf("%s: %v", row.ID, b.Verdict())
		}
		m := args.Infer()
		for name, got := range m {
			if s := describe(got); !matches(s, row.Want, got) {
				t.Errorf("%s: %s = %s, want %s", row.ID, name, s, row.Want)
			}
		}
	}
	t.Logf("type-inference: %d rows", len(rows))
}

func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case bool:
		return fmt.Sprint("bool ", v)
	case int64:
		return fmt.Sprint("int ", v)
	case float64:
		if math.IsInf(v, 0) {
			return fmt.Sprintf("float64 %+v", v)
		}
		return fmt.Sprint("float64 ", v)
	case string:
		return "string " + v
	case []any:
		return fmt.Sprint("array ", v)
	case map[string]any:
		return fmt.Sprint("map ", v)
	}
	return "?"
}

// matches interprets the table's last column, which is written for people.
func matches(got, want string, v any) bool {
	switch want {
	case "string", "float64":
		return strings.HasPrefix(got, want+" ")
	case "string empty":
		return got == "string "
	case `string "true" (with quotes)`:
		return got == `string "true"`
	case "float64 1.23e10":
		return v == 1.23e10
	case "map name,port(int)":
		m, ok := v.(map[string]any)
		return ok && m["name"] == "prod" && m["port"] == int64(8080)
	case "array of maps":
		list, ok := v.([]any)
		if !ok || len(list) != 2 {
			return false
		}
		first, ok := list[0].(map[string]any)
		return ok && first["search"] == "a" && first["replace"] == "b"
	}
	return got == want
}
