package examples

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNames checks that words are replaced by others of the same length, the same one by the
// same one, in this text and in the next; other characters than letters and digits are
// unchanged.
func TestNames(t *testing.T) {
	var names Names
	for _, test := range []struct{ text, want string }{
		{"alice < bob && Alice > 42", "xxxxx < xxx && Xxxxx > 11"},
		{"carol, ALICE, bobBob: alice_bob", "xxxxz, XXXXX, xxxXxx: xxxxx_xxx"},
		{"a b c a", "x z q x"},
		{"x a b; be is be", "x z q; xx xz xx"},
		{"größe 日本語 ñ", "xxžžq ẑẑẑ ž"},
		{"/srv/alice/a1b2.go \xff\x00 🙂", "/xxq/xxxxx/x1z1.xx \xff\x00 🙂"},
		{"xxxxx zzz", "xxxxx zzz"},
	} {
		got := names.replace(test.text, make([]bool, len(test.text)))
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
		if len(got) != len(test.text) || utf8.RuneCountInString(got) != utf8.RuneCountInString(test.text) {
			t.Errorf("%q: %d bytes, want %d", test.text, len(got), len(test.text))
		}
		var other Names
		once := other.replace(test.text, make([]bool, len(test.text)))
		if again := other.replace(once, make([]bool, len(once))); again != once {
			t.Errorf("%q: %q, and then %q", test.text, once, again)
		}
	}
}

// TestManyNames checks that there are as many names as there are words of three
// letters, and more.
func TestManyNames(t *testing.T) {
	var names Names
	seen := map[string]bool{}
	for i := range 200 {
		word := strings.Repeat("a", 2) + string(rune('à'+i%26)) + string(rune('a'+i/26))
		name := names.name(word)
		if len(name) != len(word) || seen[name] {
			t.Fatalf("%q: %q", word, name)
		}
		seen[name] = true
	}
}

// TestIsOwn checks that only the unchanged output is recognized as an example.
func TestIsOwn(t *testing.T) {
	c := Call{Text: "<tool></tool>"}
	e := NewExample(&c)
	files := Files([]Example{e}, 1)
	if len(files) != 3 {
		t.Fatalf("%d files", len(files))
	}
	for name, content := range files {
		if !IsOwn(name, content) {
			t.Errorf("%s is not an own file", name)
		}
		if IsOwn("x"+name, content) != (name == e.File) || IsOwn(name, "x"+content) {
			t.Errorf("%s: another file is an own one", name)
		}
	}
	for _, name := range []string{"index.json", "README.md", "x.reply", "x-01234567.reply", ""} {
		if IsOwn(name, "{}") {
			t.Errorf("%q is an own file", name)
		}
	}
}
