package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/glob"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// MaxIgnoreSize is the maximum size in bytes of all files whose patterns apply to a folder, including those above it. A
// file that exceeds it is not applied. Each pattern is matched with each file.
const MaxIgnoreSize = 256 << 10

// ignoreNames are the files with patterns that a folder may have. An .ignore is for programs that
// search, and overrides each .gitignore, also one in a folder below, as in ripgrep.
var ignoreNames = [...]string{".gitignore", searchIgnore}

const searchIgnore = ".ignore"

// ignoreRules are the rules of one file with patterns and of those before it, which are above it or in
// its folder. They decide about one entry at a time: a walk does not enter an ignored folder, so they
// are never asked about its content.
type ignoreRules struct {
	parent *ignoreRules
	dir    string // the folder of the file, absolute
	search bool   // of an .ignore
	rules  []ignoreRule

	size int // in bytes of the file and of those above it
}

type ignoreRule struct {
	glob    *glob.Glob // for the path below dir, slash-separated
	negate  bool
	dirOnly bool
}

// An ignoreReader reads the files with patterns of one repository, or of one folder
// outside any repository, which links cannot lead out of.
type ignoreReader struct {
	folder *files.Folder
	root   string
	failed func(*IgnoreError) // with an absolute path
}

// newIgnoreReader returns a reader for the content of a folder, an absolute path. It
// must be closed.
func newIgnoreReader(dir string, failed func(*IgnoreError)) (r *ignoreReader, err error) {
	root, repository := Repository(dir)
	if !repository {
		root = dir
	}
	r = &ignoreReader{root: root, failed: failed}
	r.folder, err = files.OpenFolder(root)
	return r, err
}

func (r *ignoreReader) close() { _ = r.folder.Close() }

// above returns the rules that apply in a folder by the files above it, up to the
// root of the repository.
func (r *ignoreReader) above(dir string) *ignoreRules {
	rules := r.with(nil, r.root, filepath.Join(r.root, ".git", "info", "exclude"))
	var folders []string
	for at := dir; at != r.root && within(r.root, at); at = filepath.Dir(at) {
		folders = append(folders, filepath.Dir(at))
	}
	for i := len(folders) - 1; i >= 0; i-- {
		rules = r.enter(rules, folders[i])
	}
	return rules
}

// enter returns rules extended by the files in a folder.
func (r *ignoreReader) enter(rules *ignoreRules, dir string) *ignoreRules {
	for _, name := range ignoreNames {
		rules = r.with(rules, dir, filepath.Join(dir, name))
	}
	return rules
}

// with returns rules extended by a file whose patterns are relative to dir.
func (r *ignoreReader) with(rules *ignoreRules, dir, file string) *ignoreRules {
	next := &ignoreRules{parent: rules, dir: dir, search: filepath.Base(file) == searchIgnore}
	if rules != nil {
		next.size = rules.size
	}
	name, err := filepath.Rel(r.root, file)
	if err != nil {
		return rules
	}
	name = filepath.ToSlash(name)
	// The folder would open every folder on the way, for each of them.
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG) {
		return rules
	}
	content, err := files.Read(r.folder, name, int64(MaxIgnoreSize-next.size))
	if _, ok := errors.AsType[*files.TooLargeError](err); ok {
		err = fmt.Errorf("the ignore files that apply here are larger than the limit of %s bytes", thousands.Separate(MaxIgnoreSize))
	}
	if err == nil {
		next.size += len(content)
		for line := range strings.Lines(strings.TrimPrefix(string(content), "\uFEFF")) {
			if rule, ok := parseIgnore(strings.TrimRight(line, "\r\n")); ok {
				next.rules = append(next.rules, rule)
			}
		}
		return next
	}
	r.failed(&IgnoreError{file, files.Reason(err)})
	return rules
}

// parseIgnore reads one line as gitignore(5) describes. A pattern that matches
// nothing, such as one with an open bracket or of more than [glob.MaxLength] bytes, is not ok.
func parseIgnore(line string) (rule ignoreRule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return rule, false
	}
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	line, rule.negate = strings.CutPrefix(line, "!")
	line, rule.dirOnly = strings.CutSuffix(line, "/")
	if line == "" {
		return rule, false
	}
	if anchored, ok := strings.CutPrefix(line, "/"); ok {
		line = anchored
	} else if !strings.Contains(line, "/") {
		line = "**/" + line
	}
	// For Git "a/**" matches everything below a, but not a itself.
	if strings.HasSuffix(line, "/**") || line == "**" {
		line += "/*"
	}
	var err error
	rule.glob, err = glob.Compile(line, glob.Plain)
	return rule, err == nil
}

// ignored reports whether the entry, whose path is absolute, is excluded. The last rule
// that matches decides, and a file's rules override those above it.
func (r *ignoreRules) ignored(path string, isDir bool) bool {
	matched, ignored := r.decide(true, path, isDir)
	if !matched {
		_, ignored = r.decide(false, path, isDir)
	}
	return ignored
}

// decide asks the rules of each .ignore, or of the files of Git.
func (r *ignoreRules) decide(search bool, path string, isDir bool) (matched, ignored bool) {
	for ; r != nil; r = r.parent {
		if r.search != search {
			continue
		}
		below, err := filepath.Rel(r.dir, path)
		if err != nil {
			continue
		}
		below = filepath.ToSlash(below)
		for i := len(r.rules) - 1; i >= 0; i-- {
			rule := &r.rules[i]
			if rule.dirOnly && !isDir {
				continue
			}
			if rule.glob.Match(below) {
				return true, !rule.negate
			}
		}
	}
	return false, false
}
