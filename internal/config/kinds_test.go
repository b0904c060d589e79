package config

import (
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"
)

// TestKindsOfFiles checks that only regular files are read, and that errors name other
// types.
func TestKindsOfFiles(t *testing.T) {
	for _, test := range []struct {
		mode fs.FileMode
		want string
	}{
		{0o644, "<nil>"},
		{fs.ModeNamedPipe, `this is a named pipe, not a file`},
		{fs.ModeSocket, `this is a socket, not a file`},
		{fs.ModeDevice, `this is a device, not a file`},
		{fs.ModeDevice | fs.ModeCharDevice, `this is a device, not a file`},
		{fs.ModeIrregular, `this is something else, not a file`},
	} {
		_, err := Read(fstest.MapFS{"f": {Mode: test.mode}}, "f")
		if got := fmt.Sprint(err); got != test.want {
			t.Errorf("%v: %s, want %s", test.mode, got, test.want)
		}
	}
}

// TestNoFolder checks that without a workspace folder paths are ignored, and a setting
// with a path is equivalent to one without.
func TestNoFolder(t *testing.T) {
	for settings, want := range map[string]string{
		`{"tools": []}`:         "",
		`{"tools": "none"}`:     "",
		`{"config": "none"}`:    "",
		`{"config": ""}`:        "",
		`{"tools": ["t.json"]}`: "setting forge.tools: " + errNoFolder.Error(),
		`{"config": "f"}`:       `setting forge.config: config "f": ` + errNoFolder.Error(),
	} {
		s, problems := ReadSettings(nil, []byte(settings))
		if got := shown(problems); got != want {
			t.Errorf("%s: %s, want %s", settings, got, want)
		}
		r := Defaults()
		s.Config.Resolve(r, "", asNamed)
		if tools := r.Tools.Value; settings == `{"tools": []}` && (tools == nil || len(*tools) > 0) {
			t.Errorf("%s: %+v", settings, tools)
		}
	}
}

// TestMistakes checks that after text that is not TOML reading resumes at the next line
// that looks like the header of a table, unless the mistake is there.
func TestMistakes(t *testing.T) {
	const next = "\n3:1: unknown rule \"qqq\""
	for text, want := range map[string]string{
		"[":            "1:2: this is not TOML: invalid character at start of key: U+000A" + next,
		"[[x]":         "1:4: this is not TOML: expected ']]' to close array table name" + next,
		"]":            "1:1: this is not TOML: invalid character at start of key: U+005D ']'" + next,
		" \t[y":        "1:5: this is not TOML: expected ']' to close table name" + next,
		"x":            "1:2: this is not TOML: expected '=' after key" + next,
		"x = = 1":      "1:5: this is not TOML: unexpected character U+003D '=' at start of value" + next,
		"x = \"\\q\"":  "1:6: this is not TOML: invalid escape character U+0071 'q'" + next,
		"x = 1 # \x00": "1:9: this is not TOML: control characters are not allowed in comments" + next,
		"x = {a = 1":   "2:1: this is not TOML: expected ',' or '}' after inline table key-value",
		"x = [1":       "2:1: this is not TOML: expected ',' or ']' after array value",
		"x = '''":      "3:11: this is not TOML: multiline literal string not terminated by '''",
	} {
		_, problems := parse("f", []byte(text+"\n[rules]\nqqq = 'off'"))
		if got := shown(problems); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}
