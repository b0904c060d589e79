package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/schema"
)

// TestSARIF validates a report of all examples against the schema of OASIS.
func TestSARIF(t *testing.T) {
	schema := sarifSchema(t)
	for name, args := range map[string][]string{
		"findings": {"check", "--format", "sarif", "../../examples"},
		"none":     {"check", "--format", "sarif", "--select", "invalid-utf8", "../../examples/prompt.md"},
	} {
		_, out, errs := runCommand(t, "", args...)
		if errs != "" {
			t.Fatal(errs)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if i := strings.Index(strings.ReplaceAll(out, `"results":[]`, ""), `:[]`); i >= 0 || strings.Contains(out, ":-1") {
			t.Errorf("%s: there are empty lists or numbers in\n%s", name, out)
		}
	}
}

// sarifSchema returns the schema, of https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// A sarifLog is the part of a report that its readers use.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct{ ID string }
			}
		}
		Results []struct {
			RuleID              string
			RuleIndex           int
			Level               string
			PartialFingerprints map[string]string
			Locations           []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI, URIBaseID string }
					Region           sarifPlace
				}
			}
			Fixes []struct {
				ArtifactChanges []struct {
					Replacements []struct {
						DeletedRegion   sarifPlace
						InsertedContent struct{ Text string }
					}
				}
			}
		}
	}
}

type sarifPlace struct{ StartLine, StartColumn, EndLine, EndColumn int }

// TestSARIFResults checks that a report has the findings.
func TestSARIFResults(t *testing.T) {
	const text = "<tool>\n<tool_name>execute_command</tool_name>\n<arguments><command>é𝒳 & a & b</command></arguments>\n</tool>\n"
	code, out, _ := runCommand(t, text, "check", "--select", "unescaped-ampersand", "--format", "sarif", "--stdin-filename", "a b/ä.reply", "-")
	if code != cli.ExitOK {
		t.Errorf("exit code %d", code)
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != 2 {
		t.Fatalf("%d results:\n%s", len(run.Results), out)
	}
	for i, r := range run.Results {
		at := r.Locations[0].PhysicalLocation
		if r.RuleID != "unescaped-ampersand" || run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.Level != "warning" {
			t.Errorf("result %d is of %s, rule %d, level %s", i, r.RuleID, r.RuleIndex, r.Level)
		}
		if at.ArtifactLocation.URI != "a%20b/%C3%A4.reply" || at.ArtifactLocation.URIBaseID != "%SRCROOT%" {
			t.Errorf("result %d is in %+v", i, at.ArtifactLocation)
		}
		column := 25 + 4*i // after a tag, and in UTF-16 units
		if want := (sarifPlace{3, column, 3, column + 1}); at.Region != want {
			t.Errorf("result %d is at %+v, want %+v", i, at.Region, want)
		}
		fix := r.Fixes[1] // for both
		if got := fix.ArtifactChanges[0].Replacements[i]; got.DeletedRegion != at.Region || got.InsertedContent.Text != "&amp;" {
			t.Errorf("result %d has fix %+v", i, fix)
		}
	}
	one := strings.Replace(text, " & b", "", 1)
	if _, out, _ := runCommand(t, one, "check", "--format", "sarif", "--as", "reply", "-"); !strings.Contains(out, `"safe":true`) {
		t.Errorf("a safe fix is not marked:\n%s", out)
	}
	if a, b := run.Results[0].PartialFingerprints["forgeCall/v2"], run.Results[1].PartialFingerprints["forgeCall/v2"]; a == "" || a == b {
		t.Errorf("fingerprints %q and %q", a, b)
	}
}

// TestJSON validates what check and inspect print about all examples.
func TestJSON(t *testing.T) {
	for _, args := range [][]string{{"check", "--statistics"}, {"inspect"}} {
		_, out, errs := runCommand(t, "", append(args, "--format", "json", "../../examples")...)
		if errs != "" {
			t.Fatal(errs)
		}
		schema.Validate(t, args[0], out)
	}
}
