package diagnostics

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestConformance checks the findings against the labels of the cases, and the fixes
// against the intent of the author.
func TestConformance(t *testing.T) {
	var n struct{ cases, labels, folded, replaced, fixed, verdicts int }
	areas := map[string]int{} // labels found
	for _, c := range cases.Load(t, "assistant", "document") {
		n.cases++
		kind := document.Reply
		if c.Kind == "document" {
			kind = document.Document
		}
		res := run(c.Text, kind)
		n.verdicts += checkVerdicts(t, c, res)

		left := slices.Clone(res.Diagnostics)
		for _, label := range mergedLabels(c, res.Diagnostics) {
			if folded[c.ID] && label.Code == "missing-argument" {
				n.folded++
				continue
			}
			n.labels++
			areas[c.Area]++
			i := slices.IndexFunc(left, func(f Diagnostic) bool {
				return f.Code == label.Code && f.Span == (xmlcall.Span{Start: label.Start, End: label.End})
			})
			if i < 0 && secondTag(label, res.Diagnostics) {
				n.replaced++
				continue
			}
			if i < 0 {
				t.Errorf("%s: %s at %d-%d %q is not reported", c.ID, label.Code, label.Start, label.End, rules.Clip(c.Text[label.Start:label.End]))
				continue
			}
			if label.Replace != nil {
				n.replaced++
				want := c.Text[:label.Start] + *label.Replace + c.Text[label.End:]
				edit := Edit{Span: left[i].Span, Text: *label.Replace}
				if !slices.ContainsFunc(left[i].Fixes, func(f Fix) bool {
					return Apply(c.Text, f.Edits) == want || inOneFix(label.Code) && slices.Contains(f.Edits, edit)
				}) {
					t.Errorf("%s: %s at %d-%d: no fix makes %q; there are %+v", c.ID, label.Code, label.Start, label.End, *label.Replace, left[i].Fixes)
				}
			}
			left = slices.Delete(left, i, i+1)
		}
		for _, f := range left {
			if f.Severity <= Warning {
				t.Errorf("%s: %s at %v %q is reported and should not be", c.ID, f.Code, f.Span, rules.Clip(c.Text[f.Span.Start:f.Span.End]))
			}
		}
		if checkIntended(t, c, kind, res) {
			n.fixed++
		}
	}
	if n.folded != len(folded) {
		t.Errorf("%d labels are folded into another, want %d", n.folded, len(folded))
	}
	t.Logf("%d cases: %d labels found, %d of them with the fix that is asked for; %d blocks with the runtime's verdict; fix-all reaches the intended values of %d cases",
		n.cases, n.labels, n.replaced, n.verdicts, n.fixed)
	for _, area := range slices.Sorted(maps.Keys(areas)) {
		t.Logf("%s: %d labels", area, areas[area])
	}
}

// folded are the cases that label the argument as missing in addition to the cause:
// CDATA or text in place of a list, JSON for arguments, an argument in the wrong place.
// That is one cause and one finding, which has the other label, and the fixes of both.
var folded = map[string]bool{
	"d-arr-01": true, "d-arr-02": true, "d-arr-03": true, "d-arr-04": true, "d-arr-05": true, "d-arr-06": true,
	"d-arr-07": true, "d-arr-08": true, "d-doc-03": true, "d-json-04": true, "d-env-08": true,
}

// mergedLabels returns the labels of a case. Adjacent labels with one code are merged
// if one finding covers them: "&&" is labelled by the character.
func mergedLabels(c *cases.Case, findings []Diagnostic) []cases.Label {
	var labels []cases.Label
	for _, label := range c.Labels {
		if k := len(labels) - 1; k >= 0 && labels[k].Code == label.Code && labels[k].End == label.Start && (labels[k].Replace == nil) == (label.Replace == nil) {
			both := labels[k]
			both.End = label.End
			if label.Replace != nil {
				text := *both.Replace + *label.Replace
				both.Replace = &text
			}
			// Of three adjacent ones, the first two may not have a finding of their
			// own.
			if slices.ContainsFunc(findings, func(f Diagnostic) bool {
				return f.Code == both.Code && f.Span.Start == both.Start && f.Span.End >= both.End
			}) {
				labels[k] = both
				continue
			}
		}
		labels = append(labels, label)
	}
	return labels
}

// inOneFix reports whether several edits of a label are one fix: the halves of a
// surrogate pair, the tags of an element with the wrong name.
func inOneFix(code string) bool {
	return code == "surrogate-character-reference" || code == "array-shape"
}

// secondTag reports whether a label is about the end tag of an element that is
// reported, and fixed, at its start tag.
func secondTag(label cases.Label, findings []Diagnostic) bool {
	if !inOneFix(label.Code) || label.Replace == nil {
		return false
	}
	edit := Edit{Span: xmlcall.Span{Start: label.Start, End: label.End}, Text: *label.Replace}
	return slices.ContainsFunc(findings, func(f Diagnostic) bool {
		return f.Code == label.Code && slices.ContainsFunc(f.Fixes, func(fix Fix) bool { return slices.Contains(fix.Edits, edit) })
	})
}

func checkVerdicts(t *testing.T, c *cases.Case, res *opened) (n int) {
	t.Helper()
	for _, want := range c.Oracle.Blocks {
		if c.Kind == "document" && !slices.ContainsFunc(c.Regions, func(r cases.Region) bool { return r.Type == "call" && r.Start == want.Start }) {
			continue
		}
		i := slices.IndexFunc(res.Calls, func(call Call) bool { return call.Span == xmlcall.Span{Start: want.Start, End: want.End} })
		if i < 0 {
			t.Errorf("%s: no call at %d-%d", c.ID, want.Start, want.End)
			continue
		}
		n++
		v := res.Calls[i].Block().Verdict()
		if seg := res.Calls[i].Segment; len(seg.Placeholders) > 0 { // which the runtime read as text
			v = xmlcall.ParseAt(seg.Text, res.Calls[i].within.Start).Verdict()
		}
		if (v.Outcome != xmlcall.Refused) != want.Accept || v.Fallback != want.Fallback {
			t.Errorf("%s: call at %d: %v, want accept %v fallback %v", c.ID, want.Start, v, want.Accept, want.Fallback)
		}
	}
	return n
}

// checkIntended applies all safe fixes of a case in which every finding has one, and
// compares the decoded values with the intended ones. If the intended character
// requires a suggested fix ("&euro;"), the safe one must instead keep what the runtime
// reads.
func checkIntended(t *testing.T, c *cases.Case, kind document.Kind, res *opened) bool {
	t.Helper()
	if c.Intended == nil || len(res.Diagnostics) == 0 {
		return false
	}
	suggested := false
	for i, f := range res.Diagnostics {
		if res.SafeFix(i) == nil {
			return false
		}
		suggested = suggested || f.Code == "unknown-entity" || f.Code == "unterminated-entity"
	}
	fixed := FixAll(c.Text, kind, nil)
	after := run(fixed, kind)
	if suggested {
		before, _ := res.Calls[0].Block().Decode()
		now, _ := after.Calls[0].Block().Decode()
		if !slices.ContainsFunc(res.Diagnostics, func(f Diagnostic) bool { return f.Code == "corrupted-cdata" }) && !reflect.DeepEqual(before, now) {
			t.Errorf("%s: the safe fixes change what the runtime reads: %+v, was %+v", c.ID, now, before)
		}
		fixed = Apply(c.Text, labelEdits(c))
		after = run(fixed, kind)
	}
	var intended map[string]any
	if err := json.Unmarshal(c.Intended, &intended); err != nil {
		t.Errorf("%s: intended: %v", c.ID, err)
		return false
	}
	if len(after.Calls) != 1 || after.Calls[0].Block().Verdict().Outcome != xmlcall.Runs {
		t.Errorf("%s: after fix-all the call does not run: %q", c.ID, fixed)
		return false
	}
	block := after.Calls[0].Block()
	var gets map[string]any // as JSON
	if text, err := json.Marshal(toolspec.Builtins().Of(block).Read(block).Arguments); err != nil || json.Unmarshal(text, &gets) != nil {
		t.Errorf("%s: %v", c.ID, err)
	}
	for name, want := range intended {
		if got := gets[name]; !reflect.DeepEqual(got, want) && (got != nil || want != "") {
			t.Errorf("%s: after fix-all %s is %#v, want %#v\n%s", c.ID, name, got, want, fixed)
		}
	}
	return true
}

func labelEdits(c *cases.Case) (edits []Edit) {
	for _, l := range c.Labels {
		if l.Replace != nil {
			edits = append(edits, Edit{Span: xmlcall.Span{Start: l.Start, End: l.End}, Text: *l.Replace})
		}
	}
	return edits
}
