package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestReleaseVersion links the command with the flags of releases, and requests its version
// in each way.
func TestReleaseVersion(t *testing.T) {
	flags := map[string]string{
		"../../.goreleaser.yaml":                   `(?m)^ +- (-s -w .*)$`,
		"../../editors/vscode/scripts/package.mjs": "'-ldflags', `([^`]*)`",
	}
	values := strings.NewReplacer(
		"{{ .Version }}", "9.8.7", "{{ .FullCommit }}", "0123456789abcdef0123", "{{ .CommitDate }}", "2026-11-22T04:41:18Z",
		"${version}", "9.8.7", "${commit}", "0123456789abcdef0123", "${date}", "2026-11-22T04:41:18Z")
	linked := ""
	for name, pattern := range flags {
		script, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		match := regexp.MustCompile(pattern).FindSubmatch(script)
		if match == nil {
			t.Fatalf("%s sets no -ldflags", name)
		}
		if set := values.Replace(string(match[1])); linked == "" {
			linked = set
		} else if set != linked {
			t.Fatalf("packages are linked with %q and with %q", linked, set)
		}
	}
	binary := build(t, linked)
	output := func(args ...string) []byte {
		out, err := exec.Command(binary, args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}

	if line := string(output("--version")); !strings.HasPrefix(line, "forge-lsp v9.8.7, commit 0123456789ab, 2026-11-22, go1.") {
		t.Errorf("--version prints %q", line)
	}
	const brief = "v9.8.7 (0123456789ab, 2026-11-22)"
	var result struct {
		ServerInfo struct{ Name, Version string } `json:"serverInfo"`
	}
	if err := json.Unmarshal(startCommand(t, binary, "serve").Initialize(`"processId":null,"rootUri":null,"capabilities":{}`).Result, &result); err != nil {
		t.Fatal(err)
	}
	if result.ServerInfo.Version != brief || result.ServerInfo.Name == "" {
		t.Errorf("the server is %+v", result.ServerInfo)
	}
	var report struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Version, SemanticVersion, FullName, ReleaseDateUTC string }
			}
		}
	}
	if err := json.Unmarshal(output("check", "--format", "sarif", "--exit-zero", "../../examples/prompt.md"), &report); err != nil {
		t.Fatal(err)
	}
	if d := report.Runs[0].Tool.Driver; d.Version != "v9.8.7" || d.SemanticVersion != "9.8.7" || d.FullName != "forge-lsp "+brief || d.ReleaseDateUTC != "2026-11-22" {
		t.Errorf("SARIF: %+v", d)
	}
}

// build compiles the command with linker flags, and returns the binary's path.
func build(t *testing.T, ldflags string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "forge-lsp")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", binary, "-ldflags", ldflags, ".")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}
