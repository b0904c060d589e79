package rules

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestRename checks that the suggested name is valid, as encoding/xml sees it, and has the
// characters that XML allows.
func TestRename(t *testing.T) {
	for name, want := range map[string]string{
		"1st": "_1st", "a:b:c": "a_b_c", "a\x9cb": "a_b", "-größe.2": "_-größe.2", "a😀b": "a_b", "·a": "_·a", "a:": "a_", "😀": "_",
	} {
		b := xmlcall.ParseAt("<tool><"+name+">x</"+name+"></tool>", 0)
		fixes := renameElement(&Pass{Call: &call.Call{Block: b}}, 1)
		if len(fixes) != 1 || len(fixes[0].Edits) != 2 || fixes[0].Edits[0].Text != want {
			t.Errorf("%q: got %v, want %q", name, fixes, want)
			continue
		}
		d := xml.NewDecoder(strings.NewReader("<" + want + "/>"))
		if _, err := d.Token(); err != nil {
			t.Errorf("%q: %v", want, err)
		}
	}
	long := xmlcall.ParseAt("<tool><1"+strings.Repeat("ß", 1<<10)+"/></tool>", 0)
	if fixes := renameElement(&Pass{Call: &call.Call{Block: long}}, 1); fixes != nil {
		t.Errorf("a name of two kilobytes: got %d fixes", len(fixes))
	}
}
