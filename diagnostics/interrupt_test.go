package diagnostics

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestInterruptible stops work on a text, immediately and on all cores, and checks that
// results without an interruption are unchanged.
func TestInterruptible(t *testing.T) {
	call := "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>a</path><content>a & b\n</content></arguments></tool>\n"
	content := text.New(strings.Repeat(call, 3<<20/len(call)))
	done, cancel := context.WithCancel(t.Context())
	cancel()

	var whole *Document
	if err := Interruptible(t.Context(), func(i *Interrupt) { whole = Options{}.With(i).Open(content, document.Document) }); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(*Interrupt){
		"open":    func(i *Interrupt) { Options{}.With(i).Open(content, document.Document) },
		"edit":    func(i *Interrupt) { whole.With(i).Edit(5, 5, "x") },
		"fix all": func(i *Interrupt) { whole.With(i).FixAll(nil) },
		"run":     func(i *Interrupt) { Options{}.With(i).run(call, document.Document) },
	} {
		started := func(i *Interrupt) {
			f(i)
			t.Errorf("%s is not ended", name)
		}
		if err := Interruptible(done, started); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}

	// Results from before can be used afterwards.
	if got, want := whole.Edit(5, 5, "x").Count(), (Options{}.Open(content.Splice(5, 5, "x"), document.Document)).Count(); got != want {
		t.Errorf("after an edit: %v, want %v", got, want)
	}
	few := Options{}.Open(text.New(strings.Repeat(call, 3)), document.Document)
	var edits []Edit
	if err := Interruptible(t.Context(), func(i *Interrupt) { edits = few.With(i).FixAll(nil) }); err != nil || len(edits) == 0 || len(edits) != len(few.FixAll(nil)) {
		t.Errorf("%d edits, %v", len(edits), err)
	}
	defer func() {
		if recover() != "other" {
			t.Error("another panic is lost")
		}
	}()
	_ = Interruptible(t.Context(), func(*Interrupt) { panic("other") })
}
