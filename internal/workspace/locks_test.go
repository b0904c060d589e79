package workspace

import (
	"os"
	"path/filepath"
	"runtime/pprof"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestNobodyWaits blocks reading the configuration and the tools of one folder. The
// settings of another folder must be available in the meantime, and an update of it
// must finish.
func TestNobodyWaits(t *testing.T) {
	for _, what := range []string{"configuration", "tools"} {
		t.Run(what, func(t *testing.T) {
			slow := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", "rules.empty-call = 'off'", ".forge/tools.json", `{"name": "slow"}`)
			quick := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", "rules.empty-call = 'hint'", ".forge/tools.json", `{"name": "quick"}`)
			slowPath, quickPath := filepath.Join(slow, "a.md"), filepath.Join(quick, "a.md")
			reading, goOn := make(chan bool), make(chan bool)
			var once sync.Once
			w := New(Flags{}, func(read string, files []string) {
				if read == what && within(slow, absolute(files[0])) {
					once.Do(func() { close(reading) })
					<-goOn
				}
			})
			var waiting sync.WaitGroup
			waiting.Go(func() { w.Options(slowPath) })
			<-reading
			ends(t, func() {
				if w.Options(quickPath).Tools.Find("", "quick") == nil {
					t.Error("the tools of another folder are not known")
				}
				change := Change{Open: []string{quickPath}, Look: true}
				if s := w.Update(change); len(s.Reports) > 0 {
					t.Errorf("reports %q", s.Reports)
				}
				disk.WriteFile(t, filepath.Join(quick, "forge-lsp.toml"), "rules.empty-call = 'error' # longer")
				if s := w.Update(change); !s.Changed {
					t.Error("a change is not seen")
				}
				if string(w.For(quickPath).Rules["empty-call"].Value) != "error" {
					t.Error("a change does not apply")
				}
			})
			close(goOn)
			waiting.Wait()
			if w.Options(slowPath).Tools.Find("", "slow") == nil {
				t.Error("the tools of the slow folder are not known")
			}
		})
	}
}

// TestAnswersAreNotStale changes the configuration while a result is being computed,
// which must not be kept.
func TestAnswersAreNotStale(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", "rules.empty-call = 'off'")
	path := filepath.Join(dir, "a.md")
	var once sync.Once
	var w *Workspace
	w = New(Flags{}, func(string, []string) {
		once.Do(func() {
			w.Update(Change{Client: &Client{Folders: []string{dir}, Settings: []byte(`{"rules": {"empty-call": "error"}}`)}})
		})
	})
	w.For(path)
	if got := string(w.For(path).Rules["empty-call"].Value); got != "error" {
		t.Errorf("the level is %s", got)
	}
}

// ends calls f. If f takes so long that it would not end, the test fails.
func ends(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Minute):
		_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 2)
		t.Fatal("it does not end")
	}
}
