package lex

import (
	"regexp"
	"testing"
)

// FuzzLooseSection checks both functions against equivalent patterns.
func FuzzLooseSection(f *testing.F) {
	opener := regexp.MustCompile(`(?i)<?[ \t\r\n]*!?[ \t\r\n]*\[[ \t\r\n]*!?[ \t\r\n]*CDATA([ \t]*\[)?|<[ \t\r\n]*!?[ \t\r\n]*\[?[ \t\r\n]*CDATA[ \t\r\n]*\[`)
	end := regexp.MustCompile(`(\][ \t\r\n]*\]|\][ \t\r\n]*>|\][ \t\r\n]*&gt;|\][ \t\r\n]*\)?[ \t\r\n]*>)[ \t\r\n]*$`)
	for _, s := range []string{
		"<![CDATA[a]]>", "a <! [cdata [ x ] ]>", "[CDATA[", "![CDATA[", "<CDATA\n[", "<![CDATA\n[", "<[!CDATA", " ! [ CDATA x]>", "<!CDATA[", "cdata[x])>", "c<c[CDATA]&gt;\n",
		"<![CDATA<![CDATA[x]]", "! CDATA[", "<\n!\n[\nCDATA\n[ ] >",
	} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		s := a + b
		at := 0
		for {
			want := opener.FindStringIndex(s[at:])
			got, ok := LooseSection(s, at)
			if ok != (want != nil) || ok && got != (Span{at + want[0], at + want[1]}) {
				t.Fatalf("%q from %d: %v, %v, want %v", s, at, got, ok, want)
			}
			if !ok {
				break
			}
			at = got.End
		}
		if got, want := EndsLikeSection(s), end.MatchString(s); got != want {
			t.Fatalf("%q: %v, want %v", s, got, want)
		}
	})
}
