package lsp

import "testing"

// TestTokenOf checks how a value that names progress is sent back.
func TestTokenOf(t *testing.T) {
	for raw, want := range map[string]string{
		"7": "7", "10": "10", "-123": "-123", "12.0": "12", "1e2": "100", "2147483647": "2147483647", "2147483648": "", `"a"`: `"a"`, "1.5": "", "null": "", "{}": "", "true": "", "": "",
	} {
		if got := string(tokenOf([]byte(raw))); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}
