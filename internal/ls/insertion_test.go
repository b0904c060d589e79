package ls

import (
	"strings"
	"testing"
)

// TestSnippet checks that texts of snippets are escaped as editors unescape them.
func TestSnippet(t *testing.T) {
	in := insertion{
		literally(`a $1 } \ ${x}`), field(`b } $ \`), field("", "c"), field(""),
		field(`one,two`, `one,two`, `a|b`, `\$}`),
	}
	const want = `a \$1 \} \\ \${x\}` + `${1:b \} \$ \\}` + `${2|c|}` + `${3}` + `${4|one\,two,a\|b,\\$}|}` + "$0"
	if got := in.snippet(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := in.plain(), `a $1 } \ ${x}`+`b } $ \`+`one,two`; got != want {
		t.Errorf("plain: got %s, want %s", got, want)
	}
	if got := (insertion{literally("$a")}).snippet(); got != `\$a` {
		t.Errorf("without fields: %s", got)
	}
}

// TestMapped checks that the change that a container makes to the text applies to a
// whole insertion, whatever it contains.
func TestMapped(t *testing.T) {
	in := insertion{literally("Mark <a>\n"), field("Markk\"", "x\n", "Mark"), literally("</a>")}
	got, ok := in.mapped(func(text string) (string, bool) {
		return strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(text), true
	})
	if !ok || got.snippet() != `Mark <a>\\n${1|x\\n,Mark|}</a>$0` || got.plain() != `Mark <a>\nMarkk\"</a>` {
		t.Errorf("%q", got.texts())
	}
	if _, ok := in.mapped(func(string) (string, bool) { return "", false }); ok {
		t.Error("what a container cannot have is inserted")
	}
}
