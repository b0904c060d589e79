package diagnostics

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestFixesOfStrings checks that a finding in a string of a program has exactly the fixes that
// the string can hold, each with its edits, or only with its title if only findings are kept.
func TestFixesOfStrings(t *testing.T) {
	value := "<![CDATA[a]]> &#96; b & c"
	call := "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>p</path><content>" + value + "</content></arguments></tool>"
	for _, test := range []struct {
		start, end string
		want       []string
	}{
		{`package p; var x = "`, `"`, []string{
			"mixed-encoding: Escape all of `<content>`", "mixed-encoding: Wrap all of `<content>` in CDATA",
			"unescaped-ampersand: Escape as `&amp;`", "unescaped-ampersand: Wrap `<content>` in CDATA",
		}},
		{"package p; var x = `", "`", []string{"unescaped-ampersand: Escape as `&amp;`"}},
	} {
		source := test.start + call + test.end + "\n"
		r := run(source, document.Go)
		for _, d := range []*Document{r.Document, Options{}.Open(text.New(source), document.Go), Options{}.Scan(text.New(source), document.Go)} {
			var got []string
			for p := range d.Diagnostics() {
				for _, fix := range p.Fixes {
					got = append(got, p.Code+": "+fix.Title)
					if len(fix.Edits) == 0 && !d.brief {
						t.Errorf("%q: %q has no edits", source, fix.Title)
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%q: %s", source, diff)
			}
		}
	}
}
