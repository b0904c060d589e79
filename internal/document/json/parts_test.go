package json

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestNextItem checks where the next item of a list begins that has a head.
func TestNextItem(t *testing.T) {
	for _, test := range []struct {
		text, head string
		want       int
	}{
		{`{"a":1},{"a":2}`, `{"a"`, 8},
		{`x, {"a":1}`, `{"a"`, 3},
		{"x,\n\t{\"a\":1}", `{"a"`, 4},
		{`{"a":1} {"a":2}`, `{"a"`, -1},
		{`{"b":{"a":1},{"a":2}`, `{"a"`, 13},
		{`,{"b":1}`, `{"a"`, -1},
		{`,x`, "", -1},
	} {
		if got := nextItem(test.text, test.head); got != test.want {
			t.Errorf("%q in %q: %d, want %d", test.head, test.text, got, test.want)
		}
	}
}

// TestStartOfString checks where the string of a line begins that contains an offset, for offsets
// from the first to the last.
func TestStartOfString(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // the starts, for each "|" in the text
	}{
		{`|x|`, "-1 -1"},
		{`x "a|b|`, "2 2"},
		{`"a" |b "c|`, "2 6"},
		{`"a\"b|`, "0"},
		{`"a\\"b|`, "4"},
		{`"a\\\"b|`, "0"},
		{"\"a|\nb|", "0 -1"},
		{"\"a|\nb\"c|", "0 4"},
		{"\"a\n|b\n|c", "-1 -1"},
		{"\"a|\n|b", "0 -1"},
	} {
		var places []int
		text := ""
		for part := range strings.SplitSeq(test.text, "|") {
			text += part
			places = append(places, len(text))
		}
		s := innerStrings{text: text, quote: -1}
		var got []string
		for _, at := range places[:len(places)-1] {
			got = append(got, fmt.Sprint(s.start(at)))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q: %s, want %s", test.text, strings.Join(got, " "), test.want)
		}
	}
}

// TestNames checks which values are searched for to find the messages of a role.
func TestNames(t *testing.T) {
	names := userNames()
	for _, want := range []string{`"user"`, `"User"`, `"human"`, `"Human"`} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not among %s", want, names)
		}
	}
	if slices.Contains(names, `"assistant"`) || slices.Contains(names, `"USer"`) {
		t.Errorf("%s are names of users", names)
	}
}

// TestReadLayoutError checks that an error of the file is returned.
func TestReadLayoutError(t *testing.T) {
	for _, before := range []string{"", "{}\n", `{"a":`} {
		broken := errors.New("broken")
		r := io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken))
		if _, err := ReadLayout(bufio.NewReader(r)); !errors.Is(err, broken) {
			t.Errorf("after %q: %v", before, err)
		}
	}
}

// TestRole checks which members name the author of an object.
func TestRole(t *testing.T) {
	for text, want := range map[string]Role{
		`{"role":"assistant"}`: Agent, `{"role":"User"}`: User, `{"from":"human"}`: User, `{"source":"user"}`: User, `{"type":"assistant"}`: Agent,
		`{"author":{"role":"assistant"}}`: Agent, `{"author":{"name":"assistant"}}`: Unknown, `{"author":"user"}`: User, `{"role":7,"from":"human"}`: User,
		`{"type":"message","author":"user"}`: User, `{"name":"user"}`: Unknown, `{}`: Unknown,
	} {
		n, _, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		v := value{node: &n, text: text}
		if got := v.role(); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestLikeness checks which texts are JSON by their start, also if they are cut off.
func TestLikeness(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":1}`: true, `[{"a":1}]`: true, " \n[ {": true, "\uFEFF{": true, `{"a":1}` + "\n" + `{"b":`: true, `{"a":1} {"b":2}`: true, "{\"a\":1}\r\n": true,
		"": false, "[": false, "[]": false, "[1]": false, `"a"`: false, "{a}": false, `{"a":1} b`: false, `{"a":1},`: false, "{{name}}": false, "{\n": true, "a {": false,
	} {
		if got := LikenessOf(text) != Other; got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// TestLayoutOf checks how the layout of a file follows from the ends of its first lines.
func TestLayoutOf(t *testing.T) {
	for text, want := range map[string]Layout{
		"":                        Lines,
		"text":                    Lines,
		"{}":                      Document,
		"\uFEFF{}\n":              Document,
		"{}\n{}":                  Lines,
		"{}\n\n \n[]":             Lines,
		"{\n{}":                   Document,
		"[\n{":                    Document,
		"[{},\n{}]":               Document,
		"{\"a\":\n{}":             Document,
		"{\"a\": 1,\n\"b\": 2}":   Document,
		"{\"a\": \"cut\n{\"b\":1": Lines,
		"{\"a\": \"cut\n[1]":      Document,
		"\"a\"\n{}":               Lines,
	} {
		if got := LayoutOf(linesOf(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
