package workspace

import (
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
)

// A Workspace determines the settings for each path. Its methods are safe for
// concurrent use. While a file is read, only callers that need it wait.
type Workspace struct {
	flags Flags
	// read is called for each configuration file and each list of definitions that is
	// read; it may be nil.
	read func(what string, files []string)

	updating sync.Mutex // held by Update, of which one runs at a time; held while files are read

	mu  sync.Mutex // guards now; never held while a file is accessed
	now *results
}

// New returns a workspace. read, which may be nil, is called with each
// configuration file that is read ("configuration") and each list of files that
// define tools ("tools").
func New(flags Flags, read func(what string, files []string)) *Workspace {
	if read == nil {
		read = func(string, []string) {}
	}
	w := &Workspace{flags: flags, read: read}
	w.now = w.begin(nil, scopesOf(Client{}))
	return w
}

// begin returns empty results.
func (w *Workspace) begin(roots []string, scopes []*scope) *results {
	r := &results{
		flags: w.flags, read: w.read, roots: roots, scopes: scopes,
		rootAt: map[string]string{}, own: map[string]*scope{},
		folders:        map[inFolder]*folder{},
		configurations: map[string]*lazy[*Configuration]{},
		sets:           map[string]*lazySet{},
		settings:       map[string]*Settings{},
	}
	for _, root := range roots {
		r.rootAt[pathKey(root)] = root
	}
	for _, s := range scopes[1:] {
		r.own[pathKey(s.root)] = s
	}
	return r
}

// current returns the current results.
func (w *Workspace) current() *results {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// For returns the settings for a file, given its absolute path. "" means a text that is
// not a file: it has the configuration of the first open folder, and Forge's own tools
// unless others are configured.
func (w *Workspace) For(path string) *Settings { return w.current().of(path) }

// In returns the settings for a text that is not a file but belongs to a folder, given
// by its absolute path, as standard input belongs to the working directory. Globs do
// not match it.
func (w *Workspace) In(folder string) *Settings {
	r := w.current()
	a := r.resolve(folder, "", r.scopes[0])
	a.search = true
	return a
}

// Kind returns how a file is read, given its path as for [Workspace.For] and its kind by
// name, and false if it is not read: a configuration or a definition of tools, unless the
// configuration specifies how to read it.
func (w *Workspace) Kind(path string, named document.Kind) (kind document.Kind, read bool) {
	a := w.For(path)
	kind, read = a.ReadAs(named)
	return kind, read && (a.Kind.Value != "" || !a.IsDefinition())
}

// Options returns the options of the rules for a file, given its path as for
// [Workspace.For]. It reads the definitions of tools if they have not been read.
func (w *Workspace) Options(path string) diagnostics.Options {
	return w.For(path).Options()
}
