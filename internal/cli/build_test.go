package cli

import (
	"runtime/debug"
	"strings"
	"testing"
)

// TestBuild checks that linker values override what Go knows, and that unknown values are omitted.
func TestBuild(t *testing.T) {
	known := &debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.time", Value: "2026-11-22T04:41:18Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	for _, test := range []struct {
		name                  string
		info                  *debug.BuildInfo
		release, commit, date string
		line, brief           string // line without the platform
	}{
		{"Go", known, "", "", "", "forge-lsp v1.2.3, commit 0123456789ab (modified), 2026-11-22, go1.26.0, ", "v1.2.3 (0123456789ab, 2026-11-22)"},
		{"the linker", known, "v1.2.4", "fedcba9876543210", "2027-01-02T03:04:05Z", "forge-lsp v1.2.4, commit fedcba987654, 2027-01-02, go1.26.0, ", "v1.2.4 (fedcba987654, 2027-01-02)"},
		{"a release alone", known, "v1.2.4", "", "", "forge-lsp v1.2.4, commit 0123456789ab (modified), 2026-11-22, go1.26.0, ", "v1.2.4 (0123456789ab, 2026-11-22)"},
		{"no date", known, "", "fedcba9876543210", "", "forge-lsp v1.2.3, commit fedcba987654, go1.26.0, ", "v1.2.3 (fedcba987654)"},
		{"nothing", &debug.BuildInfo{GoVersion: "go1.26.0"}, "", "", "", "forge-lsp (devel), go1.26.0, ", "(devel)"},
	} {
		b := buildOf(test.info, Build{Version: test.release, commit: test.commit, Date: test.date})
		if line := b.String(); !strings.HasPrefix(line, test.line) {
			t.Errorf("%s: %q, want %q …", test.name, line, test.line)
		}
		if brief := b.Brief(); brief != test.brief {
			t.Errorf("%s: %q, want %q", test.name, brief, test.brief)
		}
	}
}
