package glob

import (
	"strings"
	"testing"
	"time"
)

// TestHostile checks that patterns which take backtracking matchers long are matched in bounded time.
func TestHostile(t *testing.T) {
	for _, pattern := range []string{
		strings.Repeat("{a,a}", MaxLength/5), strings.Repeat("*a", MaxLength/2-1) + "b", strings.Repeat("**/a/", MaxLength/5-1) + "b",
		strings.Repeat("**/*a*/", MaxLength/7-1) + "b", strings.Repeat("{", 250) + strings.Repeat(",a}", 250),
	} {
		g, err := Compile(pattern, Alternatives)
		if err != nil {
			t.Fatalf("%.20s: %v", pattern, err)
		}
		for _, path := range []string{strings.Repeat("a", 4000), strings.Repeat("a/", 2000)} {
			if start := time.Now(); g.Match(path) || time.Since(start) > 5*time.Second {
				t.Errorf("%.20s: %v", pattern, time.Since(start))
			}
		}
	}
}
