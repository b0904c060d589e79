package lex

import (
	"fmt"
	"slices"
	"testing"
)

// TestComment checks where comments end, and which dashes in them are refused.
func TestComment(t *testing.T) {
	for _, test := range []struct {
		text string
		end  int
		want []string // the refused dashes, with where they begin
	}{
		{"<!-- a -->b", 10, nil},
		{"<!---->", 7, nil},
		{"<!--->", -1, nil},
		{"<!-- a -- b -->", 15, []string{"7 --"}},
		{"<!-- a --- b -->", 16, []string{"7 ---"}},
		{"<!-- a -- b ---->", 17, []string{"7 --", "12 ---"}},
		{"<!-- a--b--c", -1, []string{"6 --", "9 --"}},
		{"<!-- a --", -1, []string{"7 --"}},
		{"<!-- - ->", -1, nil},
	} {
		end, dashes := Comment(test.text, 0)
		var got []string
		for _, d := range dashes {
			got = append(got, fmt.Sprint(d.Start, " ", d.Of(test.text)))
		}
		if end != test.end || !slices.Equal(got, test.want) {
			t.Errorf("%q: %d, %q; want %d, %q", test.text, end, got, test.end, test.want)
		}
	}
}

// TestProcInst checks where instructions end, their targets, and what is wrong with them.
func TestProcInst(t *testing.T) {
	for _, test := range []struct {
		text   string
		end    int
		target string
		fail   string
	}{
		{"<?a b?>c", 7, "a", ""},
		{"<?a?>", 5, "a", ""},
		{"<?a", 0, "a", "3 unexpected EOF"},
		{"<?a b", 0, "a", "5 unexpected EOF"},
		{"<?", 0, "", "2 unexpected EOF"},
		{"<? a?>", 0, "", "2 expected target name after <?"},
		{"<?1a?>", 0, "1a", "4 invalid XML name: 1a"},
		{`<?xml version="1.0"?>x`, 21, "xml", ""},
		{`<?xml version="2.0"?>x`, 21, "xml", `21 xml: unsupported version "2.0"; only version 1.0 is supported`},
	} {
		end, target, fail := ProcInst(test.text, 0)
		got := ""
		if fail.Reason != "" {
			got = fmt.Sprint(fail.At, " ", fail.Reason)
		}
		if end != test.end || target.Of(test.text) != test.target || got != test.fail {
			t.Errorf("%q: %d, %q, %q; want %d, %q, %q", test.text, end, target.Of(test.text), got, test.end, test.target, test.fail)
		}
	}
}

// TestTagFailures checks what is wrong with tags, and how much of the text a reader has read when
// it finds out.
func TestTagFailures(t *testing.T) {
	for text, want := range map[string]string{
		"<a>": "", "<a/>": "", `<a b="c">`: "", "</a>": "",
		"<a":            "2 unexpected EOF",
		"<a ":           "3 unexpected EOF",
		"<a/":           "3 unexpected EOF",
		"<a/b>":         "4 expected /> in element",
		"<a / >":        "5 expected /> in element",
		"<a b":          "4 unexpected EOF",
		"<a b ":         "5 unexpected EOF",
		"<a b=":         "5 unexpected EOF",
		"<a b>":         "4 attribute name without = in element",
		"<a =c>":        "3 expected attribute name in element",
		"<a b:c:d='e'>": "8 expected attribute name in element",
		"<a 1='e'>":     "4 invalid XML name: 1",
		"<a b='c":       "7 unexpected EOF",
		"<a b='c<d'>":   "7 unescaped < inside quoted string",
		"<a b='<'>":     "6 unescaped < inside quoted string",
		"</a b>":        "4 invalid characters between </a and >",
	} {
		tag, _ := Tag(text, 0)
		got := ""
		if tag.Fail.Reason != "" {
			got = fmt.Sprint(tag.Fail.At, " ", tag.Fail.Reason)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
