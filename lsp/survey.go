package lsp

import (
	"context"
	"hash/fnv"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A survey is the state of the files in the open folders that are not open themselves.
type survey struct {
	running chan struct{} // has an item while the files are checked

	mu      sync.Mutex
	all     bool // whether to check the files
	folders []string
	changed chan struct{} // closed and replaced when something may have changed
	closed  map[uri.URI]int
	dirs    []string // a path in each folder that has files
	// reported are the results that the client was asked to remove, which it may still
	// mention.
	reported map[uri.URI]string
	begun    bool // whether a request was answered
	checked  map[string]*checkedFile
}

// A checkedFile is what was found in a file.
type checkedFile struct {
	stamp   string
	named   document.Kind
	options diagnostics.Options
	items   []byte // diagnostics, as JSON
}

func newSurvey() *survey {
	return &survey{
		running: make(chan struct{}, 1), changed: make(chan struct{}),
		closed: map[uri.URI]int{}, reported: map[uri.URI]string{}, checked: map[string]*checkedFile{},
	}
}

// Limits on a survey.
const (
	// maxSurveyedDirs bounds the number of folders whose settings are kept and checked
	// while none of their files is open.
	maxSurveyedDirs = 2000
	// manyFiles is the number of files to read from which it is reported as progress.
	manyFiles = 50
)

// touch wakes those who wait for a change.
func (v *survey) touch() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.wake()
}

// wake requires the lock.
func (v *survey) wake() {
	close(v.changed)
	v.changed = make(chan struct{})
}

// close records that a file is no longer open: the client has dropped its diagnostics.
func (v *survey) close(key uri.URI) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.all {
		v.closed[key]++
		v.wake()
	}
}

// found records the findings in a file.
func (v *survey) found(key uri.URI) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.reported, key)
}

// set sets whether the files are checked.
func (v *survey) set(all bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.all == all {
		return
	}
	v.all = all
	if !all {
		v.dirs = nil
		clear(v.checked)
		clear(v.closed)
	}
	v.wake()
}

// setFolders sets the open folders.
func (v *survey) setFolders(folders []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !slices.Equal(v.folders, folders) {
		v.folders = folders
		v.wake()
	}
}

// watched returns the folders in which all files have to be watched.
func (v *survey) watched() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.all {
		return nil
	}
	return v.folders
}

// paths returns a path in each folder with files to check: its settings are kept.
func (v *survey) paths() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.dirs
}

// A surveyed is the report on a file.
type surveyed struct {
	key   uri.URI
	id    string
	items []byte
}

// survey checks the files in the open folders and delivers the findings in each.
func (s *server) survey(ctx context.Context, token protocol.LSPAny, found func(surveyed)) error {
	v := s.surveys
	select {
	case v.running <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-v.running }()
	sources := s.sources(ctx)
	known, stale := map[string]*checkedFile{}, 0
	v.mu.Lock()
	before := maps.Clone(v.checked)
	v.mu.Unlock()
	for _, src := range sources {
		if before[src.File] == nil {
			stale++
		}
	}
	var work *progress
	if stale >= manyFiles {
		work = s.progress(token, "Checking the workspace", true)
	}
	defer work.end()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		path string
		file *checkedFile
	}
	results := make(chan result)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range cap(s.documents.analyzer.slots) {
		workers.Go(func() {
			defer func() {
				var err error
				s.recovered(protocol.MethodWorkspaceDiagnostic, &err)
			}()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(sources) {
					return
				}
				file := s.checkFile(ctx, &sources[i], before[sources[i].File])
				select {
				case results <- result{sources[i].File, file}:
				case <-ctx.Done():
				}
			}
		})
	}
	go func() {
		workers.Wait()
		close(results)
	}()
	done := 0
	for r := range results {
		done++
		work.at(done, len(sources), "files")
		key := uri.File(r.path)
		if r.file == nil || s.documents.get(key) != nil {
			continue
		}
		known[r.path] = r.file
		if len(r.file.items) > len("[]") {
			found(surveyed{key, v.idOf(key, r.file.items), r.file.items})
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.all {
		v.checked = known
	}
	return nil
}

// sources returns the files, and records their folders; nothing if the request is cancelled
// meanwhile.
func (s *server) sources(ctx context.Context) []workspace.Source {
	v := s.surveys
	v.mu.Lock()
	folders, all := v.folders, v.all
	v.mu.Unlock()
	if !all {
		return nil
	}
	var sources []workspace.Source
	var dirs []string
	seen := map[string]bool{}
	listed, err := workspace.List(ctx, folders)
	if err != nil {
		return nil
	}
	for _, src := range listed {
		if src.Err != nil {
			continue // forge-lsp check reports it; it has no place
		}
		sources = append(sources, src)
		if dir := filepath.Dir(src.File); !seen[dir] && len(dirs) < maxSurveyedDirs {
			seen[dir] = true
			dirs = append(dirs, src.File)
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if same := slices.Equal(v.dirs, dirs); v.all && !same {
		v.dirs = dirs
		s.poke()
	}
	return sources
}

// idOf returns an id that is unchanged as long as the diagnostics of a file are the same
// and the client has them.
func (v *survey) idOf(key uri.URI, items []byte) string {
	v.mu.Lock()
	closed := v.closed[key]
	v.mu.Unlock()
	h := fnv.New64a()
	_, _ = h.Write(items)
	return strconv.FormatUint(h.Sum64(), 36) + "-" + strconv.Itoa(closed)
}
