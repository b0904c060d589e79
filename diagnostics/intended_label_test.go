package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestLabels checks which texts before an example label it as obsolete, which as
// current, and in which the same words are not a label.
func TestLabels(t *testing.T) {
	for want, texts := range map[saying][]string{
		bad: {
			"Before:", "Before", "**Before**", "**Before:**", "### Before\n", "BEFORE:", "_Before_", "> Before:", "- Before:", "1. Before", "1) Before:",
			"Before (JSON):", "Before: JSON arguments", "Before — JSON", "Before | JSON", "Step 1: before",
			"Before the change:", "Before this fix:", "Before our migration:", "Before v2:", "Before version 2:", "Before ADR-0019:", "The call before the change:",
			"Here is the change. Before:", "It got shorter.\nBefore:", "The change:\nbefore:", "Text.\n\nBefore:",
			"Old format:", "The old format:", "Old format", "## Old format\n", "Old:", "old", "# old", "// old", "<!-- Before -->", "<!-- old format -->", "-- old",
			"Old JSON format:", "The old tool call format:", "Old style:", "Old-style:", "The old way:", "An example of the old format:", "Example: old format",
			"This is the old format:", "Here is the call in the old format:", "This was the old syntax:", "For the old format:", "The old format, which the runtime refuses:",
			"Old format (ADR-0002):", "The old format, (ADR-0002) which the runtime refuses:", "The old format, as it was in v1:", "The old format, that is refused:", "`old`", "old: |", "The old one:", "Old prompt:",
			"Deprecated:", "Deprecated", "**Deprecated**", "> **Deprecated**", "## Deprecated\n", "Deprecated syntax:", "Deprecated since v2:", "This format is deprecated:",
			"The JSON payload below is deprecated:", "JSON payload (deprecated)", "## JSON payload (legacy, ADR-0002)\n", "### write (deprecated)\n", "Deprecated tools",
			"Legacy:", "Legacy", "## Legacy JSON format\n", "The legacy call format:", "Legacy (JSON):", "Legacy format - refused:", "Legacy examples",
			"Obsolete:", "Outdated example:", "Previously:", "Formerly:", "No longer supported:", "This is no longer accepted:",
			"Do not use the old format:", "Don't use the legacy format:", "Never use the deprecated syntax:", "Avoid the old format:",
			"Good to know.\n\nBefore:", "New is better.\nOld:",
			"What is new\n\nBefore:", "## New\nBefore:", "- New\n- Before:", "New:\nbefore:", "> Not this\n> old:", "x!\nBefore:", "Really? Old:", "In v2. Old:",
			"Old 2:", "Use no longer:",
			// As before:
			"Bad:", "After (wrong):", "❌ Before", "Incorrect:",
		},
		good: {
			"After:", "**After**", "## After\n", "After (elements):", "After: elements", "After the change:", "After v2:", "New format:", "The new format:", "New:", "Now:",
			"Current format:", "The current syntax:", "Recommended:", "Preferred:", "Use this instead:", "Updated:", "Use the new format:", "# new", "Old is gone.\nNew:",
			"Bad calls are refused.\n\nAfter:", "Before (correct):", "Correct:",
		},
		nothing: {
			"Not before the change:", "Not in 2. Old:", "Now call:", "The old format, see below:", "New before it, old after the change:", "12 before v2:", "Before the:", "Old x", "a.x Old x:",
			"", "Call it:", "Read this before you call it:", "Before you call it:", "Before the call:", "Before calling a tool:", "Before each edit, read the file:", "Before editing:",
			"Before a call:", "Read the file before:", "As it was said before, calls are XML:", "Before you start", "## Before you start\n", "Before that, read:", "Before any of this:",
			"As I said\nbefore:", "You must have read the file\nbefore:",
			"After the call:", "After reading:", "After you read it, write it:", "After that:", "After a reply:",
			"Unlike the old format, arguments are elements:", "It replaces the old text:", "The old value and the new value:", "Old files are removed:", "The old path:", "oldPrompt := `",
			"const legacyFormat = `", "old_format:", "Old and new:", "Old → new:", "Before and after:", "## Old vs new\n", "From the old to the new format:", "An old man called:",
			"Migrating from the old format:", "How to convert the legacy format:", "Legacy support:", "## Legacy systems\n", "This replaces the deprecated call:", "Not deprecated:",
			"This is not the old format:", "This tool is not deprecated:", "Deprecated: use the new format:", "**Deprecated**: use this instead:", "Use this instead of the old format:",
			"The deprecated argument was removed:", "We deprecated it:", "New files are written with write_file:", "Create a new file:", "The newly added tool:", "A new note:",
			"Bolder:", "holder:", "beforehand:", "thereafter:", "The file is old:", "How old is it:", "A week before:", "The day before:", "Now call it:", "Now call the tool:", "Now the file is read:", "How the old format is:",
			"an example with so many words that it cannot be what a label is, be it of the old format:",
			strings.Repeat("word ", 500) + "x:",
		},
	} {
		for _, text := range texts {
			if got := judgeLead(text); got != want {
				t.Errorf("%q: %d, want %d", text, got, want)
			}
		}
	}
}

// TestLabelledExamples checks that findings in an example labelled as obsolete are
// hints and are not fixed, and in one labelled as current are not.
func TestLabelledExamples(t *testing.T) {
	fence := "```xml\n" + badCall + "```\n"
	for _, test := range []struct{ text, want string }{ // for each call: i for intended, n for not
		{"Before:\n\n" + fence + "\nAfter:\n\n" + fence, "in"},
		{"**Before**\n" + fence + "**After**\n" + fence, "in"},
		{"## Old format\n\n" + fence + "\n## New format\n\n" + fence, "in"},
		{"## Old format\n\nIt looked so:\n\n" + fence + "\n" + fence, "ii"},
		{"## Legacy\n\nThe new format:\n\n" + fence, "n"},
		{"## Before and after\n\n" + fence, "n"},
		{"## Before you start\n\n" + fence, "n"},
		{"> **Deprecated**\n>\n> ```xml\n> " + badCall + "> ```\n", "i"},
		{"- Old format:\n\n  ```xml\n  " + badCall + "  ```\n- New format:\n\n  ```xml\n  " + badCall + "  ```\n", "in"},
		{"```xml\n<!-- before -->\n" + badCall + "<!-- after -->\n" + badCall + "```\n", "in"},
		{"```\n# old\n" + badCall + "\n# new\n" + badCall + "```\n", "in"},
		{"```xml\n" + strings.Replace(badCall, "<arguments>", "<arguments><!-- deprecated -->", 1) + "```\n", "i"},
		{"Before you call it:\n\n" + fence, "n"},
		{"Old format:\n" + badCall, "i"},
		{"Unlike the old format, this runs:\n\n" + fence, "n"},
		{"var legacyFormat = `\n" + badCall + "`\n", "n"},
	} {
		res := run(test.text, document.Document)
		got := make([]byte, len(res.Calls))
		for _, f := range res.Diagnostics {
			got[f.Call] = 'n'
			if f.Intended {
				got[f.Call] = 'i'
			}
		}
		if string(got) != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
		fixed := FixAll(test.text, document.Document, nil)
		if n := strings.Count(fixed, "a &amp; b"); n != strings.Count(test.want, "n") {
			t.Errorf("%q: fix-all changes %d calls", test.text, n)
		}
	}
}

// TestStartsMarked checks which lines start with a mark of Markdown, or of a comment.
func TestStartsMarked(t *testing.T) {
	for line, want := range map[string]bool{
		"": false, "a": false, "1": false, "a.": false, "1.": true, "1. a": true, "9.": true, "12. a": false, "#": true, "- a": true, "* a": true,
		"+": true, "> a": true, "/": true, "<b": true, "|": true, "`": true, "a#": false, ".": false, " #": false,
	} {
		if got := startsMarked(line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// TestLastEnd checks where the last sentence of a text starts.
func TestLastEnd(t *testing.T) {
	for text, want := range map[string]string{
		"a. b": "b", "a! b": "b", "a? b": "b", "a.\nb": "b", "a. b. c": "c", "a. b.": "b.", "a, b": "", "a.b": "", "2. b": "", "a 2. b": "", "a 2! b": "", "a": "", "": "", ". b": "",
	} {
		got := ""
		if i := lastEnd(text); i >= 0 {
			got = strings.TrimSpace(text[i:])
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
