package live

import (
	"testing"
)

func TestKindNames(t *testing.T) {
	for k := ThinkingRemoved; k <= CallLost; k++ {
		if k.String() == "" || k.String() == "unknown" {
			t.Errorf("deviation kind %d has no name", k)
		}
	}
	if Kind(99).String() != "unknown" {
		t.Error("an unknown kind has a name")
	}
}
