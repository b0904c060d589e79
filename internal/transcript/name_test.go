package transcript

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestNameOfTool compares the names of tools with those that an expression finds, in random JSON.
func TestNameOfTool(t *testing.T) {
	want := regexp.MustCompile(`"(?:name|toolName|tool_name|tool)\\*"\s*:\s*\\*"([A-Za-z_][\w.:/-]{0,127})\\*"`)
	pieces := strings.Fields(`" " " \" \" : : : , { } name":" tool\":\" "name":"Read "tool_name name toolName tool_name tool type Read mcp__a.b/c-d 9x _x é`)
	r := rand.New(rand.NewPCG(3, 6))
	found := 0
	for range 300_000 {
		var b strings.Builder
		for range r.IntN(16) {
			b.WriteString(pieces[r.IntN(len(pieces))])
			if r.IntN(8) == 0 {
				b.WriteString([]string{" ", "\n", strings.Repeat("x", 126)}[r.IntN(3)])
			}
		}
		name := ""
		if m := want.FindStringSubmatch(b.String()); m != nil {
			name = m[1]
			found++
		}
		if got := nameOfTool(b.String()); got != name {
			t.Fatalf("%q: %q, want %q", b.String(), got, name)
		}
	}
	if found < 100 {
		t.Errorf("%d names", found)
	}
}
