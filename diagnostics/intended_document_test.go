package diagnostics

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// Calls that do not run as written.
const (
	bareAmpersand = "<tool>\n<server_name>local</server_name>\n<tool_name>search_files</tool_name>\n<arguments>\n  <path>src</path>\n  <pattern>a&&b</pattern>\n</arguments>\n</tool>"
	formerPayload = `<tool>{"server_name": "local", "tool_name": "task_completion", "arguments": {"result": "Done"}}</tool>`
	otherName     = "<tool>\n<server_name>local</server_name>\n<tool_name>write_to_file</tool_name>\n<arguments>\n  <path>a</path>\n  <content>b</content>\n</arguments>\n</tool>"
	inventedTool  = "<tool>\n<server_name>local</server_name>\n<tool_name>zzq_weather</tool_name>\n<arguments>\n  <city>Ghent</city>\n  <days>3</days>\n</arguments>\n</tool>"
)

func inFence(call string) string { return "```xml\n" + call + "\n```\n" }

// TestIntendedDocuments checks which calls of documents for people are intended bad examples,
// and that FixAll leaves them alone.
func TestIntendedDocuments(t *testing.T) {
	commented := strings.Replace(bareAmpersand, "</pattern>", "</pattern>  <!-- Unescaped & -->", 1)
	intendedOnes := map[string]string{
		"a sentence about an issue":  "# Parsing\n\nThe issue occurs when agents generate content like:\n" + inFence(bareAmpersand),
		"an error that happens":      "# Parsing\n\nThis error happens if the model writes:\n\n" + inFence(bareAmpersand),
		"a call that is rejected":    "# Parsing\n\nA call like this is rejected:\n\n" + inFence(otherName),
		"what fails":                 "# Parsing\n\nThe following call fails:\n\n" + inFence(otherName),
		"what fails, and why":        "# Parsing\n\nCalls such as this one fail to parse:\n\n" + inFence(bareAmpersand),
		"a sentence after it":        "# Parsing\n\nAgents write:\n\n" + inFence(bareAmpersand) + "\nThis causes `xml.Unmarshal()` to fail with errors like:\n",
		"a failure after it":         "# Parsing\n\nOnce seen:\n\n" + inFence(otherName) + "\nThe call is refused, since there is no such tool.\n",
		"a comment in it":            "# Parsing\n\nOnce seen:\n\n" + inFence(commented),
		"a comment before it":        "# Parsing\n\n```xml\n<!-- this fails -->\n" + bareAmpersand + "\n```\n",
		"a comment after it":         "# Parsing\n\n```xml\n" + bareAmpersand + "\n<!-- not escaped -->\n```\n",
		"a comment with the reason":  "# Parsing\n\n```xml\n<!-- fails because of the ampersand -->\n" + bareAmpersand + "\n```\n",
		"a problem":                  "# A\n\n## Problem\n\nAgents write:\n\n" + inFence(bareAmpersand),
		"a problem statement":        "# A\n\n### Problem Statement\n\n**Current Format Issues:**\n" + inFence(formerPayload),
		"a numbered problem":         "# A\n\n## 2. Problem: names\n\n" + inFence(otherName),
		"below a problem":            "# A\n\n## Problem\n\n### Details\n\n" + inFence(otherName),
		"a previous format":          "# A\n\n## Previous format\n\n" + inFence(formerPayload),
		"previous considerations":    "# A\n\n**Previous Considerations:**\n" + inFence(formerPayload),
		"an option":                  "# A\n\n### Option 4: XML Wrapper with JSON Payload (Chosen)\n\n**Description:** JSON for the data:\n" + inFence(formerPayload),
		"an option of a record":      "# A\n\n- Status: accepted\n\n## Option B\n\n" + inFence(otherName),
		"an option among options":    "# A\n\n## Considered Options\n\n### Option 1\n\n" + inFence(otherName),
		"an alternative":             "# A\n\n## Alternatives\n\n" + inFence(otherName),
		"rejected alternatives":      "# A\n\n## Alternatives considered\n\n### JSON\n\n" + inFence(formerPayload),
		"an alternative as a label":  "# A\n\n**Alternative 2:**\n\n" + inFence(formerPayload),
		"a superseded record":        "# 2. Format\n\n**Status:** Superseded by [ADR-0019](0019.md)\n\n## Decision\n\n" + inFence(otherName),
		"a status as a section":      "# 2. Format\n\n## Status\n\nDeprecated\n\n## Decision\n\n" + inFence(otherName),
		"a status in a list":         "# 2. Format\n\n* Status: rejected\n* Date: 2025-10-28\n\n## Decision\n\n" + inFence(otherName),
		"a status as front matter":   "---\ntitle: Format\nstatus: superseded\n---\n\n# Format\n\n" + inFence(otherName),
		"a status in a table":        "# Format\n\n| Status | Superseded |\n|---|---|\n\n## Decision\n\n" + inFence(otherName),
		"a title":                    "# [Superseded] Format\n\n## Decision\n\n" + inFence(otherName),
		"a tool that is described":   "# A\n\n## zzq_weather\n\n- `city` (string): where\n- `days` (integer): how many\n\n### Example\n\n" + inFence(inventedTool),
		"a tool with its parameters": "# A\n\n## A tool\n\n| name | |\n|---|---|\n| `city` | where |\n| `days` | how many |\n\nThen:\n\n" + inFence(inventedTool),
	}
	current := map[string]string{
		"a reference":                   "# Tools\n\n## Problem solving\n\nCall:\n\n" + inFence(otherName),
		"a solution":                    "# A\n\n## Problem\n\nText.\n\n### Solution\n\n" + inFence(otherName),
		"the next section":              "# A\n\n## Problem\n\nText.\n\n## Usage\n\n" + inFence(otherName),
		"a condition":                   "# A\n\nIf the command fails, call:\n\n" + inFence(otherName),
		"a condition after it":          "# A\n\nCall:\n\n" + inFence(otherName) + "\nThis fails if the file is missing.\n",
		"a failure that is handled":     "# A\n\nWhen this call fails, retry with:\n\n" + inFence(otherName),
		"a negation":                    "# A\n\nThis call never fails:\n\n" + inFence(otherName),
		"an event":                      "# A\n\nCompression occurs when the context is full. Call:\n\n" + inFence(otherName),
		"a failure far above":           "# A\n\nThis fails.\n\nText.\n\nCall:\n\n" + inFence(otherName),
		"an option of a tutorial":       "# Install\n\n## Option 1: with a tool\n\n" + inFence(otherName),
		"an option of a menu":           "# A\n\n## Options\n\n" + inFence(otherName),
		"an alternative syntax":         "# A\n\n## Alternative syntax\n\n" + inFence(otherName),
		"an accepted record":            "# 24. Format\n\n**Status:** Accepted (supersedes ADR-0019)\n\n## Decision\n\n" + inFence(otherName),
		"a record that names another":   "# 24. Format\n\n**Status:** Accepted\n\nADR-0019 is superseded.\n\n## Decision\n\n" + inFence(otherName),
		"a status of something else":    "# A\n\n## Usage\n\nStatus: rejected\n\n" + inFence(otherName),
		"a comment on an option":        "# A\n\n```xml\n<!-- missing values are optional -->\n" + otherName + "\n```\n",
		"a comment on a value":          "# A\n\n" + inFence(strings.Replace(otherName, "</content>", "</content> <!-- the error message to show -->", 1)),
		"a changelog":                   "# Changelog\n\n## 1.2\n\n- Fixed: calls failed.\n\n" + inFence(otherName),
		"a tool that is not described":  "# A\n\n## Assistant\n\nWith a call:\n\n" + inFence(inventedTool),
		"a tool with one argument less": "# A\n\n- `city`: where\n\n" + inFence(inventedTool),
		"a tool of another section":     "# A\n\n## B\n\n- `city`: where\n- `days`: how many\n\n## C\n\n" + inFence(inventedTool),
		"a tool with a near name":       "# A\n\n- `path`: where\n- `content`: what\n\n" + inFence(otherName),
	}
	if n := len(intendedOnes) + len(current); n < 40 {
		t.Errorf("%d documents", n)
	}
	for want, documents := range map[bool]map[string]string{true: intendedOnes, false: current} {
		for name, text := range documents {
			for purpose, want := range map[document.Purpose]bool{document.Page: want, document.AnyPurpose: false} {
				options := Options{Purpose: purpose}
				res := options.run(text, document.Document)
				if len(res.Diagnostics) == 0 {
					t.Errorf("%s: no findings", name)
				}
				for _, f := range res.Diagnostics {
					if f.Intended != want || want && f.Severity != Hint {
						t.Errorf("%s, %d: %s is a %v, intended %t\n%s", name, purpose, f.Code, f.Severity, f.Intended, text)
					}
				}
				if fixed := options.fixAll(text, document.Document, nil); want && fixed != text {
					t.Errorf("%s is fixed:\n%s", name, fixed)
				}
			}
		}
	}
}

// TestIntendedPlaces checks where documents for people, folders of records, and tests make a
// difference.
func TestIntendedPlaces(t *testing.T) {
	record := "# Loop\n\nThe agent writes:\n\n" + inFence(formerPayload)
	program := "package a\n\nconst call = `" + otherName + "`\n"
	reply := "The issue occurs when agents generate content like:\n" + bareAmpersand
	transcript := "**User:** Go on.\n\n**Assistant:** " + reply + "\n"
	for _, test := range []struct {
		name, text string
		kind       document.Kind
		purpose    document.Purpose
		want       bool
	}{
		{"a record in its folder", record, document.Document, document.Archived, true},
		{"a record elsewhere", record, document.Document, document.Page, false},
		{"another call in the folder", strings.Replace(record, formerPayload, otherName, 1), document.Document, document.Archived, false},
		{"a test", program, document.Go, document.Test, true},
		{"data of a test", otherName, document.Document, document.Test, true},
		{"a program", program, document.Go, document.AnyPurpose, false},
		{"a program in a folder of records", program, document.Go, document.Archived, false},
		{"a reply", reply, document.Reply, document.Page, false},
		{"a reply of a test", reply, document.Reply, document.Test, false},
		{"a transcript", transcript, document.Prose, document.Page, false},
		{"a transcript of a test", transcript, document.Prose, document.Test, false},
	} {
		res := Options{Purpose: test.purpose}.run(test.text, test.kind)
		if len(res.Diagnostics) == 0 {
			t.Errorf("%s: no findings", test.name)
		}
		for _, f := range res.Diagnostics {
			if f.Intended != test.want {
				t.Errorf("%s: %s, intended %t", test.name, f.Code, f.Intended)
			}
		}
	}
	bad := Options{Purpose: document.Page}.run("# A\n\n## Problem\n\n"+inFence(otherName), document.Document)
	if c := &bad.Calls[0]; c.Outcome() != Refused {
		t.Errorf("the outcome of an intended example is %v", c.Outcome())
	}
}

// TestIntendedEdits checks that edits of documents for people give what reading them gives: what
// tells about a call may be far above it, or below.
func TestIntendedEdits(t *testing.T) {
	defer func(size int) { minItem = size }(minItem)
	minItem = 16
	parts := []string{
		"# Format\n\n", "**Status:** Superseded by ADR-2\n\n", "**Status:** Accepted\n\n", "## Status\n\nRejected\n\n", "## Context\n\n", "## Problem\n\n", "### Solution\n\n",
		"### Details\n\n", "## Option 2\n\n", "## Considered Options\n\n", "- `city`: where\n- `days`: how many\n\n", "### Example\n\n", "Text.\n\n",
		"The issue occurs when agents write:\n\n", "This causes it to fail.\n\n", "The call is refused.\n\n", "<!-- not escaped -->\n", "Calls like this fail:\n",
		inFence(bareAmpersand) + "\n", inFence(otherName), inFence(inventedTool) + "\n", inFence(formerPayload), bareAmpersand + "\n\n",
	}
	r := rand.New(rand.NewPCG(7, 2))
	options := Options{Purpose: document.Page}
	for range 150 {
		content := ""
		for range 12 {
			content += parts[r.IntN(len(parts))]
		}
		d := options.Open(text.New(content), document.Document)
		for range 8 {
			at := r.IntN(len(content) + 1)
			if n := strings.IndexByte(content[at:], '\n'); n >= 0 && r.IntN(4) > 0 {
				at += n + 1
			}
			end, put := at, parts[r.IntN(len(parts))]
			if r.IntN(2) == 0 {
				end, put = min(len(content), at+r.IntN(40)), ""
			}
			content = content[:at] + put + content[end:]
			d = d.Edit(at, end, put)
			var got, want []string
			for p := range d.Diagnostics() {
				got = append(got, fmt.Sprint(p.Place(p.Span), p.Code, p.Intended))
			}
			for p := range options.Open(text.New(content), document.Document).Diagnostics() {
				want = append(want, fmt.Sprint(p.Place(p.Span), p.Code, p.Intended))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("edit of %d to %d to %q:\ngot  %v\nwant %v\n%s", at, end, put, got, want, content)
			}
		}
	}
}
