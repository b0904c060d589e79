package diagnostics

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/document"
	forgetext "github.com/entrhq/forge-lsp/text"
)

// TestRecords checks that the call in each layout of a record is listed with its outcome, whether the records are
// lines, items of a list, or a document of many lines; and that nothing is said of what only is data.
func TestRecords(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/seen/records.txtar")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".calls"); ok {
			want[name] = string(f.Data)
		}
	}
	layouts := 0
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".json")
		if !ok {
			continue
		}
		layouts++
		record := strings.TrimSpace(string(f.Data))
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, f.Data, "", "  "); err != nil {
			t.Fatal(name, err)
		}
		for form, text := range map[string]string{
			"lines":  record + "\n{\"n\":1}\n" + record + "\n",
			"list":   "[\n" + record + ",\n" + record + "\n]\n",
			"pretty": pretty.String(),
		} {
			calls := want[name]
			if form != "pretty" {
				calls += calls
			}
			d := Options{}.Open(forgetext.New(text), document.JSON)
			var got strings.Builder
			for c := range d.Calls() {
				got.WriteString(c.Outcome().String() + " " + c.Received().ToolName() + "\n")
			}
			for _, c := range d.Natives() {
				got.WriteString(c.Outcome.String() + " " + c.Tool + " (native)\n")
			}
			if strings.HasPrefix(name, "silent/") {
				got.Reset() // native calls are not wrong
				for c := range d.Calls() {
					got.WriteString(c.Outcome().String() + " " + c.Received().ToolName() + "\n")
				}
				for f := range d.Diagnostics() {
					got.WriteString(f.Code + ": " + f.Message + "\n")
				}
			}
			if got.String() != calls {
				t.Errorf("%s, %s: %q, want %q", name, form, got.String(), calls)
			}
		}
	}
	if layouts < 50 {
		t.Errorf("%d layouts", layouts)
	}
}
