package facts

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestTagJoints checks that a program may compute the name of a tag, of a start tag and of an end
// tag, and that anything else in its place is text.
func TestTagJoints(t *testing.T) {
	for tag, joint := range map[string]string{
		`<" + name + ">`: `" + name + "`, `</" + name + ">`: `" + name + "`, `<'+name+'>`: `'+name+'`, "</` + n(1) + `>": "` + n(1) + `",
		`<" + name + "`: "", `<"+"">`: "", `<" name ">`: "", `< " + name + ">`: "", `<//" + name + ">`: "", `<x" + name + ">`: "",
	} {
		b := xmlcall.ParseAt("<tool><arguments>"+tag+"</arguments></tool>", 0)
		got := ""
		for _, h := range tagJoints(b) {
			got += b.Slice(h.Span)
		}
		if got != joint {
			t.Errorf("%s: joint %q, want %q", tag, got, joint)
		}
	}
}

// TestKeepsHoles checks which edits leave the string of a program, and the parts that the program
// computes, as they are.
func TestKeepsHoles(t *testing.T) {
	for _, test := range []struct {
		hole, old, by string
		keeps, fills  bool // fills: for a fix that fills a hole
	}{
		{`" + dir + "`, "local", "other", true, true},
		{`" + dir + "`, "local", `"`, false, false},
		{`" + dir + "`, "local", "a\nb", false, false},
		{`" + dir + "`, "local", "a`b", true, true},
		{"` + dir + `", "local", "a\nb", true, true},
		{"` + dir + `", "local", "a`b", false, false},
		{`" + dir + "`, `a" + dir + "b`, "x", false, true},
		{`" + dir + "`, `a" + dir + "b`, `x" + dir + "y`, true, true},
		{`" + dir + "`, `a" + dir + "b`, `x" + dir + "y"`, false, false},
		{`" + dir + "`, `a" + dir`, "x", false, true},
		{`" + dir + "`, "<path>a", "<path>x", true, true},
		{"{dir}", "local", `"`, true, true},
		{"...", "...", "x", false, true},
		{"...", "local", "x", true, true},
	} {
		value := "a" + test.hole + "b"
		if !strings.HasSuffix(test.hole, test.hole[:1]) || test.hole == "..." {
			value = test.hole // which is a hole as a whole value only
		}
		text := "<tool><server_name>local</server_name><tool_name>read_file</tool_name><arguments><path>" + value + "</path></arguments></tool>"
		c := callOf(text, Surroundings{Document: true})
		if len(c.Holes) != 1 || c.Block.Slice(c.Holes[0].Span) != test.hole {
			t.Fatalf("%s has the holes %v", text, c.Holes)
		}
		at := strings.Index(text, test.old)
		edits := []Edit{{Span: xmlcall.Span{Start: at, End: at + len(test.old)}, Text: test.by}}
		if keeps, fills := c.KeepsHoles(edits, false), c.KeepsHoles(edits, true); keeps != test.keeps || fills != test.fills {
			t.Errorf("%s: %q for %q keeps %t, fills %t", text, test.by, test.old, keeps, fills)
		}
	}
}

// TestJoints checks which parts of a value a program computes: those between marks that the value
// itself has not opened, also next to each other.
func TestJoints(t *testing.T) {
	for text, want := range map[string]string{
		`a" + b + "c`: `" + b + "`, `a"+b+"`: `"+b+"`, `a" + b + "" + c + "d`: `" + b + "|" + c + "`, `a" + b + "c" + d + "e`: `" + b + "|" + d + "`,
		`"a" + b + "c`: "", `a' + b + 'c`: `' + b + '`, `a" + 1 + "b`: "", `a" + b`: "", `a" b + "`: "", `a" + b c "d`: "", `a" + _ + "`: `" + _ + "`, `a" + $b + "`: `" + $b + "`, `a" + (b) + "`: `" + (b) + "`,
		`a" + Z + "`: `" + Z + "`, `a" + [ + "`: "", "a\" + b\n + \"": "", `a" +  + "`: "", `a" + ` + strings.Repeat("b", 300) + ` + "`: "",
	} {
		var got []string
		for _, h := range jointsIn("-"+text, 10) {
			got = append(got, ("-" + text)[h.Span.Start-10:h.Span.End-10])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestPrefixes checks that strings on consecutive lines have prefixes of up to two letters.
func TestPrefixes(t *testing.T) {
	for prefix, want := range map[string]bool{"": true, "f": true, "rb": true, "$@": false, "BR": true, "fru": false, "x": false} {
		if got := isJoint("\"\n "+prefix+"\"", false); got != want {
			t.Errorf("%q: %t", prefix, got)
		}
	}
}

// TestInHole checks that each of many holes is found, and the tags of which one is the name.
func TestInHole(t *testing.T) {
	const start, end = "<tool><server_name>local</server_name><tool_name>read_file</tool_name><arguments>", "</arguments></tool>"
	for text, n := range map[string]int{
		start + strings.Repeat(`<path>a" + dir + "b</path>`, 9) + end: 9, start + `<" + name + ">x</" + name + ">` + end: 2, start + "<path>a</path>" + end: 0,
		start + `<path>c++" + dir + "b</path>` + end: 1, start + "<path>{dir}</path>" + end: 1, start + "<path>{dir}<b/></path>" + end: 0, start + "<path>%s</path><!--%s-->" + end: 1,
	} {
		c := callOf(text, Surroundings{Document: true})
		different := map[xmlcall.Span]bool{}
		for _, h := range c.Holes {
			different[h.Span] = true
		}
		if len(different) != n {
			t.Errorf("%s: the holes are %v", text, c.Holes)
		}
		for at := range text {
			want := strings.HasPrefix(text[at:], `<"`) || strings.HasPrefix(text[at:], `</"`)
			for h := range different {
				want = want || h.Start <= at && at < h.End
			}
			if got := c.InHole(xmlcall.Span{Start: at, End: at + 1}); got != want {
				t.Errorf("%q at %d of %s: %t", text[at:at+1], at, text, got)
			}
		}
	}
}

// TestFilledIn checks which names are short placeholders: not numbers, nor words of JSON.
func TestFilledIn(t *testing.T) {
	for text, want := range map[string]bool{
		"$X": true, "[x]": true, "<x>": true, "[_]": true, "[x y]": true, "[x9]": true, "[é]": true, "$x_1": true, "[a-b.c|d]": true,
		"[9]": false, "[0]": false, "$1": false, "[0x]": false, "[9x]": false, "[ x]": false, "[-x]": false, "[true]": false, "[null]": false, "[false]": false, "[]": false, "$": false, "x": false, "[x": false, "$a b": false, "[a,b]": false,
	} {
		if got := isFilledIn(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
