package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestFixAllProgress checks that fixing all of a large text is reported as work under the
// token of the request, and that of a short one is not.
func TestFixAllProgress(t *testing.T) {
	const able = `{"window":{"workDoneProgress":true}}`
	large := inCall("a & b") + strings.Repeat("Some prose.\n", largeFix/12)
	fixAll := func(c *testClient, text, members string) []string {
		t.Helper()
		c.open("file:///a.md", 1, text)
		asked := c.Send("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+wire.RangeJSON(0, 0, 0, 0)+
			`,"context":{"diagnostics":[],"only":["source.fixAll"]}`+members+`}`)
		var actions []action
		decodeInto(t, c.Answer(asked), &actions)
		if len(actions) != 1 {
			t.Fatalf("%d actions", len(actions))
		}
		var reported []string
		for _, m := range c.sent("$/progress") {
			var p struct {
				Token any
				Value struct{ Kind string }
			}
			if err := json.Unmarshal(m.Params, &p); err != nil {
				t.Fatal(err)
			}
			reported = append(reported, fmt.Sprint(p.Token, " ", p.Value.Kind))
		}
		return reported
	}
	if got := fixAll(start(t, Options{}, able), large, `,"workDoneToken":"mine"`); !slices.Equal(got, []string{"mine begin", "mine end"}) {
		t.Errorf("with a token: %q", got)
	}
	if got := fixAll(start(t, Options{}, able), inCall("a & b"), `,"workDoneToken":"mine"`); len(got) != 0 {
		t.Errorf("of a short text: %q", got)
	}
	if got := fixAll(start(t, Options{}, `{}`), large, ""); len(got) != 0 {
		t.Errorf("for a client that shows no progress: %q", got)
	}
}
