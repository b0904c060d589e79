package workspace

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignoreRules are the rules of one .gitignore file and of those above it.
// They decide about one entry at a time: whoever walks does not enter an
// ignored folder, so what is below it is never asked about.
type ignoreRules struct {
	parent *ignoreRules
	dir    string // the folder of the file, absolute
	rules  []ignoreRule
}

type ignoreRule struct {
	glob    string // for the path below dir, slash-separated
	negate  bool
	dirOnly bool
}

// rootIgnore returns the rules that apply in dir by the files above it, up to
// the root of the repository; nil outside a repository. Dir is absolute.
func rootIgnore(dir string) *ignoreRules {
	var above []string
	for at := dir; ; at = filepath.Dir(at) {
		above = append(above, at)
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			break
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
	root := above[len(above)-1]
	rules := (*ignoreRules)(nil).with(root, filepath.Join(root, ".git", "info", "exclude"))
	for i := len(above) - 1; i > 0; i-- {
		rules = rules.with(above[i], filepath.Join(above[i], ".gitignore"))
	}
	return rules
}

// with returns the rules extended by a file whose patterns are relative to
// dir. A file that cannot be read has no rules.
func (r *ignoreRules) with(dir, file string) *ignoreRules {
	content, err := readFile(file)
	if err != nil {
		return r
	}
	next := &ignoreRules{parent: r, dir: dir}
	for line := range strings.Lines(strings.TrimPrefix(string(content), "\uFEFF")) {
		if rule, ok := parseIgnore(strings.TrimRight(line, "\r\n")); ok {
			next.rules = append(next.rules, rule)
		}
	}
	return next
}

// parseIgnore reads one line as gitignore(5) describes.
func parseIgnore(line string) (ignoreRule, bool) {
	var rule ignoreRule
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
	// For Git "a/**" is what is below a, and not a itself.
	if strings.HasSuffix(line, "/**") || line == "**" {
		line += "/*"
	}
	rule.glob = escapeBraces(line)
	return rule, true
}

// escapeBraces escapes what is special for doublestar and not for Git.
func escapeBraces(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			b.WriteByte('\\')
			if i++; i == len(glob) {
				return b.String()
			}
		case '{', '}':
			b.WriteByte('\\')
		}
		b.WriteByte(glob[i])
	}
	return b.String()
}

// ignored reports whether the entry, whose path is absolute, is excluded. The
// last rule that matches decides, and a file's rules go before those above it.
func (r *ignoreRules) ignored(path string, isDir bool) bool {
	for ; r != nil; r = r.parent {
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
			if doublestar.MatchUnvalidated(rule.glob, below) {
				return !rule.negate
			}
		}
	}
	return false
}
