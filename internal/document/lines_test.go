package document

import "testing"

func TestValueOfRole(t *testing.T) {
	for line, want := range map[string]string{
		"role: assistant": "assistant", `"role": "user",`: "user", "role : 'tool'": "tool", "role:": "",
		"role assistant": "", "roles: user": "", "role": "", "the role: user": "", "": "",
	} {
		if got := valueOfRole(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestRuled(t *testing.T) {
	for line, want := range map[string]string{
		"--- assistant ---": "assistant", "=== User ===": "User", "-- tool: --": "tool", "--- user": "user",
		"- user -": "", "---user---": "", "---": "", "--": "",
	} {
		if got := ruled(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
