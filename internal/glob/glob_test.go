package glob

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern   string
		yes, noes string // paths, separated by spaces
	}{
		{"a", "a", "b aa a/a"},
		{"a/b", "a/b", "a b a/b/c"},
		{"*.md", "a.md .md", "a/b.md amd"},
		{"**/*.md", "a.md a/b.md a/b/.md", "md a.md/b"},
		{"**/a", "a b/a b/c/a", "ba a/b"},
		{"**", "a a/b", ""},
		{"a/**", "a a/b a/b/c", "ab b/a"},
		{"a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb"},
		{"a**b", "ab axxb", "a/b"},
		{"a?c", "abc aéc", "ac a/c abbc"},
		{"[a-c]x[!a-c]", "axd cx-", "cx/ dxd"},
		{`\*\{`, "*{", "a{"},
		{"{a,b/{c,d}}.md", "a.md b/c.md b/d.md", "b.md c.md"},
		{"{a,,b}c", "ac c bc", "abc"},
		{"{**,x}/b", "b a/b x/b", "a"},
		{"a{/**,b}", "a a/c ab", "ac"},
		{"[a-]x", "ax -x", "bx"},
		{"[+-0]", "+ . 0", "/ 1"},
		{"[b-a]", "", "a b"},
	} {
		g, err := Compile(test.pattern, Alternatives)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		for path := range strings.FieldsSeq(test.yes) {
			if !g.Match(path) {
				t.Errorf("%s does not match %s", test.pattern, path)
			}
		}
		for path := range strings.FieldsSeq(test.noes) {
			if g.Match(path) {
				t.Errorf("%s matches %s", test.pattern, path)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for _, pattern := range []string{"[", "a[", "[]", "[!", "[a", `[\`, "{", "{a", "{a,", "}", "a}", `\`, "{[}"} {
		if _, err := Compile(pattern, Alternatives); !errors.Is(err, ErrSyntax) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	for _, pattern := range []string{"{", "}", "{a"} {
		if g, err := Compile(pattern, Plain); err != nil || !g.Match(pattern) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	if _, err := Compile(strings.Repeat("a", MaxLength), Plain); err != nil {
		t.Error(err)
	}
	if _, err := Compile(strings.Repeat("a", MaxLength+1), Plain); err != errTooLong {
		t.Error(err)
	}
}

// TestAsSpecified compares random patterns with the naive definition: alternatives are
// expanded, and then every way to match is tried, name after name.
func TestAsSpecified(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	pieces := []string{"a", "b", "/", "*", "?", "/**/", "**", "[ab]", "[^a]", "{a,b}", "{a,", "b,", "}", "{", "/*", "\\a", "{a/,b/}", "{**,a}"}
	paths := []string{"a", "b", "/", "ab", "ba", "a/", "/b", "a/b"}
	compared, matched := 0, 0
	for range 60_000 {
		var pattern, path string
		for range 1 + random.IntN(6) {
			pattern += pick(pieces)
		}
		for range 1 + random.IntN(5) {
			path += pick(paths)
		}
		path = strings.Trim(path, "/")
		g, err := Compile(pattern, Alternatives)
		if err != nil || ambiguous(pattern) || strings.Contains(path, "//") || path == "" {
			continue
		}
		compared++
		want := slices.ContainsFunc(expand(pattern), func(pattern string) bool {
			return matchParts(strings.Split(pattern, "/"), strings.Split(path, "/"))
		})
		if got := g.Match(path); got != want {
			t.Fatalf("%q, %q: %v, want %v", pattern, path, got, want)
		}
		if want {
			matched++
		}
	}
	if compared < 15_000 || matched < 600 {
		t.Errorf("compared %d, matched %d", compared, matched)
	}
}

// ambiguous reports patterns in which two stars are a whole name with one alternative
// but not with another. There they are a whole name if they are with each.
func ambiguous(pattern string) bool {
	for _, part := range []string{"}*", "*{", "*}", "}{**", "**,"} {
		if strings.Contains(pattern, part) {
			return true
		}
	}
	return false
}

// expand expands the alternatives of a pattern.
func expand(pattern string) []string {
	depth, open, from := 0, -1, 0
	var of []string
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '{':
			if depth++; depth == 1 {
				open, from = i, i+1
			}
		case c == ',' && depth == 1:
			of, from = append(of, pattern[from:i]), i+1
		case c == '}':
			if depth--; depth == 0 {
				var all []string
				for _, one := range append(of, pattern[from:i]) {
					all = append(all, expand(pattern[:open]+one+pattern[i+1:])...)
				}
				return all
			}
		}
	}
	return []string{pattern}
}

// matchParts tries every number of names for each two stars.
func matchParts(pattern, path []string) bool {
	switch {
	case len(pattern) == 0:
		return len(path) == 0
	case pattern[0] == "**":
		return matchParts(pattern[1:], path) || len(path) > 0 && matchParts(pattern, path[1:])
	}
	return len(path) > 0 && matchName(pattern[0], path[0]) && matchParts(pattern[1:], path[1:])
}

// matchName tries every number of characters for each star.
func matchName(pattern, name string) bool {
	switch {
	case pattern == "":
		return name == ""
	case pattern[0] == '*':
		return matchName(pattern[1:], name) || name != "" && matchName(pattern, name[1:])
	case name == "":
		return false
	case strings.HasPrefix(pattern, "[ab]"):
		return matchName(pattern[4:], name[1:])
	case strings.HasPrefix(pattern, "[^a]"):
		return name[0] != 'a' && matchName(pattern[4:], name[1:])
	case pattern[0] == '\\':
		pattern = pattern[1:]
	case pattern[0] == '?':
		return matchName(pattern[1:], name[1:])
	}
	return pattern[0] == name[0] && matchName(pattern[1:], name[1:])
}
