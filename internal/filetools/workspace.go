// Package filetools determines what the tools of the Forge runtime that read and change files do with a
// call, given the files of a workspace: pkg/tools/coding and pkg/security/workspace of the runtime.
// It changes nothing.
//
// Offsets are bytes, 0-based and half-open; lines are 1-based.
package filetools

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/files"
)

// Limits, in bytes. Calls that need more are not checked.
const (
	maxFile = 16 << 20  // in a file
	maxRead = 256 << 20 // in all files that a Workspace has read
)

// A Workspace is the folder that an agent works in, as it was when each file was first read: all
// calls see the same version of a file, even if it changes meanwhile. It is safe for concurrent use.
type Workspace struct {
	root    string // absolute, without symbolic links
	buffer  func(path string) (text string, ok bool)
	home    string
	ignores func() []string   // see readIgnores
	texts   map[string]string // of all files, by name; nil if they are on the disk

	mu    sync.Mutex
	known map[string]*file // by path without links
	left  int64            // how many more bytes are read
}

// Open returns the workspace of a folder. buffer returns the text of a file that is open in an
// editor, by its absolute path, and may be nil.
func Open(folder string, buffer func(path string) (string, bool)) (*Workspace, error) {
	root, err := filepath.Abs(folder)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, err
	}
	opened, err := files.OpenFolder(root)
	if err != nil {
		return nil, err
	}
	_ = opened.Close()
	home, _ := os.UserHomeDir()
	return (&Workspace{root: root, buffer: buffer, home: home, left: maxRead}).unread(), nil
}

// unread makes a workspace one of which nothing is known.
func (w *Workspace) unread() *Workspace {
	w.known, w.ignores = map[string]*file{}, sync.OnceValue(w.readIgnores)
	return w
}

// Of returns a workspace of files that are not on the disk, by their paths below the root, which is not there either.
func Of(texts map[string]string) *Workspace {
	root := string(filepath.Separator) + "the workspace of an example"
	buffer := func(path string) (text string, ok bool) {
		name, _ := filepath.Rel(root, path)
		text, ok = texts[filepath.ToSlash(name)]
		return text, ok
	}
	return (&Workspace{root: root, buffer: buffer, texts: texts}).unread()
}

// Contains reports whether the folder of another workspace is this one, or below it.
func (w *Workspace) Contains(o *Workspace) bool { return within(w.root, o.root) }

// A Place is a place in a file of the workspace.
type Place struct {
	// Path is absolute; Name is below the root, with slashes.
	Path, Name string
	// Line is the first line, and Text are the lines, at most [MaxQuoted], without the last line end.
	Line int
	Text string
	// Message is what it explains.
	Message string
}

// MaxQuoted is how many lines of a file are quoted.
const MaxQuoted = 20

// File returns the absolute path of the file that a call is about.
func (r *Result) File() string { return filepath.Join(r.of.root, filepath.FromSlash(r.Path)) }

// Place returns the lines of a stretch of the text of a finding. Line is that of the file before the call.
func (r *Result) Place(f *Finding, start, end int, message string) Place {
	from := strings.LastIndexByte(f.Text[:start], '\n') + 1
	count := min(MaxQuoted, 1+strings.Count(f.Text[from:max(start, end-1)], "\n"))
	lines := strings.SplitAfterN(f.Text[from:], "\n", count+1)
	text := strings.Join(lines[:min(count, len(lines))], "")
	return Place{
		Path: r.File(), Name: r.Path, Line: r.Line(f, from),
		Text: strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"), Message: message,
	}
}

// Siblings returns the paths of files that are where the file of the result is missing, of a thousand entries.
func (r *Result) Siblings() (list []string) {
	w, dir := r.of, path.Dir(r.Path)
	for _, name := range slices.Sorted(maps.Keys(w.texts)) {
		if path.Dir(name) == dir {
			list = append(list, name)
		}
	}
	in, err := files.OpenFolder(w.root)
	if err != nil {
		return list
	}
	defer func() { _ = in.Close() }()
	entries, _, _ := in.Some(dir, 1000)
	for _, e := range entries {
		if e.Type().IsRegular() {
			list = append(list, path.Join(dir, e.Name()))
		}
	}
	return list
}

// A state is what there is at a path, for a tool.
type state uint8

const (
	unknown state = iota // what cannot be read here: too large, no permission, a named pipe
	regular
	folder
	missing
	blocked // missing, and below a file
	outside
)

// A file is what a path leads to.
type file struct {
	state state
	name  string // below the root, with slashes; as it was written for one outside
	text  string
	stamp stamp
	cost  int64 // how many bytes were read
}

// at returns what a path of a call leads to.
func (w *Workspace) at(path string) *file {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
		if w.home == "" {
			return &file{state: outside, name: path}
		}
		path = filepath.Join(w.home, rest)
	}
	path = filepath.Clean(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(w.root, path)
	}
	real := resolve(path)
	if within(filepath.Join(w.home, ".forge", "tools"), real) && w.home != "" {
		return &file{name: path} // which the runtime allows
	}
	if !within(w.root, real) {
		return &file{state: outside, name: path}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	f := w.known[real]
	if f == nil {
		f = w.read(real)
		w.known[real] = f
	}
	return f
}

// resolve returns a path without symbolic links, as far as it exists.
func resolve(path string) string {
	for at, below := path, ""; ; at, below = filepath.Dir(at), filepath.Join(filepath.Base(at), below) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, below)
		}
		if at == filepath.Dir(at) {
			return path
		}
	}
}

// within reports whether a path is a folder or something below it.
func within(folder, path string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// read reads what is at a path in the workspace.
func (w *Workspace) read(real string) *file {
	name, _ := filepath.Rel(w.root, real)
	f := &file{name: filepath.ToSlash(name), stamp: stampOf(real)}
	if w.buffer != nil {
		if text, open := w.buffer(real); open {
			if len(text) <= maxFile {
				f.state, f.text = regular, text
			}
			return f
		}
	}
	if f.stamp.size < 0 {
		f.state = missing
		for at := filepath.Dir(real); within(w.root, at); at = filepath.Dir(at) {
			if info, err := os.Lstat(at); err == nil {
				if !info.IsDir() {
					f.state = blocked // also below a link that leads nowhere
				}
				break
			}
		}
		return f
	}
	if f.stamp.mode.IsDir() {
		f.state = folder
		return f
	}
	in, err := files.OpenFolder(w.root)
	if err != nil {
		return f
	}
	defer func() { _ = in.Close() }()
	switch text, err := files.Read(in, f.name, min(maxFile, w.left)); {
	case errors.Is(err, fs.ErrNotExist):
		f.state = missing
	case err == nil:
		f.state, f.text, f.cost = regular, string(text), int64(len(text))
		w.left -= f.cost
	}
	return f
}
