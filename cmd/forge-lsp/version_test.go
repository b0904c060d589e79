package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReleaseVersion links the command as a release is linked, with the flags
// that the extension's package is made with, and asks the server what it is.
func TestReleaseVersion(t *testing.T) {
	script, err := os.ReadFile("../../editors/vscode/scripts/package.mjs")
	if err != nil {
		t.Fatal(err)
	}
	flags := regexp.MustCompile("'-ldflags', `([^`]*)`").FindSubmatch(script)
	if flags == nil {
		t.Fatal("the script that makes packages sets no -ldflags")
	}
	e := startBuild(t, []string{"-ldflags", strings.ReplaceAll(string(flags[1]), "${version}", "9.8.7")}, "serve")
	var result struct {
		ServerInfo struct{ Name, Version string } `json:"serverInfo"`
	}
	e.call("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}}, &result)
	if result.ServerInfo.Version != "v9.8.7" || result.ServerInfo.Name == "" {
		t.Errorf("the server is %+v", result.ServerInfo)
	}
}
