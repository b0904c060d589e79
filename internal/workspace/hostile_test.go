//go:build slow

package workspace

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/hostile"
)

// mostAllocated is the limit on the number of bytes allocated for a file, including
// those for other files in the workspace.
const mostAllocated = 256 << 20

// TestHostile uses a document next to each kind of file with each trick, and lists and
// reads the files there. All of it must end, need little memory, name the file, and not
// reveal anything outside; another folder must have its tools in the meantime.
func TestHostile(t *testing.T) {
	other := disk.Folder(t, ".git/HEAD", "", "a.md", "", ".forge/tools.json", `{"name": "others"}`)
	for _, a := range hostile.Attacks() {
		t.Run(a.String(), func(t *testing.T) {
			dir := disk.Folder(t)
			hostile.Write(t, dir, a)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var said []string
			ends(t, func() { said = attacked(t, dir, filepath.Join(other, "a.md")) })
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > mostAllocated {
				t.Errorf("%d bytes are allocated", n)
			}
			all := strings.Join(said, "\n")
			if name := filepath.ToSlash(a.Kind.File); a.Trick.Named(a.Kind) && !strings.Contains(filepath.ToSlash(all), name) {
				t.Errorf("%s is not named by %.1000q", name, said)
			}
			if len(all) > 100_000 {
				t.Errorf("%d bytes are reported", len(all))
			}
		})
	}
}

// attacked returns everything that is reported about a workspace.
func attacked(t *testing.T, dir, elsewhere string) (said []string) {
	w := New(Flags{}, nil)
	open := []string{filepath.Join(dir, filepath.FromSlash(hostile.Document)), elsewhere}
	s := w.Update(Change{Client: &Client{Folders: []string{dir, filepath.Dir(elsewhere)}}, Open: open})
	for _, path := range open {
		w.Kind(path, document.Document)
		w.Options(path)
	}
	now := w.Update(Change{Open: open, Look: true})
	s.Reports = append(s.Reports, now.Reports...)
	for _, m := range now.Mistakes {
		said = append(said, m.String())
	}
	for _, r := range s.Reports {
		said = append(append(said, r.Message), r.Details...)
	}
	tools := w.Options(open[0]).Tools
	if w.Options(elsewhere).Tools.Find("", "others") == nil {
		t.Error("the tools of another folder are not known")
	}
	if tools != nil && tools.Find("", hostile.Outside) != nil {
		t.Error("a tool is known that is defined outside of the workspace")
	}
	if w.Options(open[0]).Rules[hostile.DocumentRule] != 0 {
		t.Error("a configuration applies that is outside of the workspace")
	}
	listed := false
	for _, src := range Sources([]string{dir}, false) {
		_, err := src.Read(nil)
		if err != nil && !errors.Is(err, ErrSkipped) {
			said = append(said, err.Error())
		}
		listed = listed || strings.HasSuffix(src.Path, hostile.Document)
	}
	if !listed {
		t.Error("the document is not found")
	}
	return said
}
