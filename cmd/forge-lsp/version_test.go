package main

import (
	"encoding/json"
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
	binary := build(t, strings.ReplaceAll(string(flags[1]), "${version}", "9.8.7"))
	var result struct {
		ServerInfo struct{ Name, Version string } `json:"serverInfo"`
	}
	if err := json.Unmarshal(startCommand(t, binary, "serve").Initialize(`"processId":null,"rootUri":null,"capabilities":{}`).Result, &result); err != nil {
		t.Fatal(err)
	}
	if result.ServerInfo.Version != "v9.8.7" || result.ServerInfo.Name == "" {
		t.Errorf("the server is %+v", result.ServerInfo)
	}
}
