//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// hardNames are those of files that a format has to write in its own way.
var hardNames = []string{"a:b.reply", "task.eval:1.reply", "a b%20,c#d?e.reply", "f\x1b[31mg\a.reply", "日本 é/x:y.reply"}

// TestFormatsOfHardNames checks that each format is valid by its own reader, and names the files.
func TestFormatsOfHardNames(t *testing.T) {
	schema := sarifSchema(t)
	t.Chdir(t.TempDir())
	files := map[string]string{}
	for _, name := range hardNames {
		files["d/"+name] = repairedCall + "<tool><tool_name>read_file</tool_name><arguments><path>a < b</path></arguments></tool>\n"
	}
	disk.Write(t, ".", files)
	report := func(format string) string {
		code, out, errs := runCommand(t, "", "check", "--format", format, "d")
		if code != cli.ExitFindings || errs != "" {
			t.Errorf("%s: exit code %d\n%s", format, code, errs)
		}
		return out
	}
	decode := func(format string, v any) {
		if err := json.Unmarshal([]byte(report(format)), v); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
	}
	same := func(format string, got []string) {
		t.Helper()
		var want []string
		for _, name := range hardNames {
			want = append(want, "d/"+name)
		}
		slices.Sort(got)
		slices.Sort(want)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s names %q\nwant %q", format, got, want)
		}
	}

	var shown struct{ Files []struct{ Path string } }
	decode("json", &shown)
	var names []string
	for _, f := range shown.Files {
		names = append(names, f.Path)
	}
	same("json", names)

	var issues []struct{ Location struct{ Path string } }
	decode("gitlab", &issues)
	names = nil
	for _, issue := range issues {
		names = append(names, issue.Location.Path)
	}
	same("gitlab", names)

	names = nil
	suites := xml.NewDecoder(strings.NewReader(report("junit")))
	for {
		token, err := suites.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("junit: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "testcase" {
			for _, a := range e.Attr {
				if a.Name.Local == "file" {
					names = append(names, a.Value)
				}
			}
		}
	}
	if len(names) < len(hardNames) { // XML cannot have every character
		t.Errorf("junit names %q", names)
	}

	for format, at := range map[string]func(name string) string{
		"text": func(name string) string { return foreign.Line(name) + ":3:" }, "concise": func(name string) string { return foreign.Line(name) + ":3:" },
		"agent": func(name string) string { return "==> " + foreign.Line(name) + ":" },
		"github": func(name string) string {
			return " file=" + strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C").Replace(foreign.Line(name)) + ","
		},
	} {
		out := report(format)
		for _, name := range hardNames {
			if !strings.Contains(out, at("d/"+name)) {
				t.Errorf("%s does not name %q:\n%s", format, name, out)
			}
		}
	}
	sarifOfHardNames(t, schema, report("sarif"), same)
}

// sarifOfHardNames checks that a report in SARIF is valid and short, and that its URIs are relative.
func sarifOfHardNames(t *testing.T, schema *jsonschema.Schema, out string, same func(format string, names []string)) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	var log sarifLog
	if err := json.NewDecoder(bufio.NewReader(strings.NewReader(out))).Decode(&log); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range log.Runs[0].Results {
		uri, err := url.Parse(r.Locations[0].PhysicalLocation.ArtifactLocation.URI)
		if err != nil {
			t.Fatal(err)
		}
		if uri.IsAbs() || uri.Host != "" || uri.RawQuery != "" || uri.Fragment != "" || strings.HasPrefix(uri.Path, "/") {
			t.Errorf("%s is not a relative path", uri)
		}
		names = append(names, uri.Path)
	}
	same("sarif", names)
	if most := 2 << 10 * len(log.Runs[0].Results); len(out) > most {
		t.Errorf("%d results have %d bytes, want at most %d", len(log.Runs[0].Results), len(out), most)
	}
}
