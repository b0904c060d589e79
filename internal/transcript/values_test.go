package transcript

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// TestDayOf checks the days of times in all notations, in UTC.
func TestDayOf(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-01": "2026-11-01", "2026-11-01T23:30:00-02:00": "2026-11-02", "2026-11-01T00:00:00.123Z": "2026-11-01",
		"2026-11-01 10:00:00": "2026-11-01", "2026-11-01T10:00:00": "2026-11-01", "2026-13-01": "", "2026-11-1": "", "1960-01-01": "",
		"1793491200": "2026-11-01", "1793491200.75": "2026-11-01", "1793491199": "2026-10-31", "1793491200000": "2026-11-01", "1793491200000000": "2026-11-01",
		"1793491200000000000": "2026-11-01", "1793491200000000000000000": "", "99999999999": "5138-11-16", "100000000000": "1973-03-03",
		"": "", "x": "", ".5": "", "1793491200x": "", "-1793491200": "", "0": "",
	} {
		got := ""
		if n := dayOf(text); n != 0 {
			got = time.Unix(int64(n)*24*60*60, 0).UTC().Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestClosed checks how a text that is not valid is made readable, byte by byte.
func TestClosed(t *testing.T) {
	for text, want := range map[string]string{
		`{"a`:           `{"a"`,
		`"a\nb`:         `"a\nb"`,
		"\"a\nb\x00c":   `"a b c"`,
		`"a\`:           `"a "`,
		`"a\x`:          `"a x"`,
		`"a\\"`:         `"a\\""`,
		`"a\\x`:         `"a\\x"`,
		`"a\\\x`:        `"a\\ x"`,
		`"\"\/\b\f\r\t`: `"\"\/\b\f\r\t"`,
		`"\u00e9`:       `"\u00e9"`,
		`"\u00e`:        `" u00e"`,
		`"\u00eg`:       `" u00eg"`,
		`"\U00e9`:       `" U00e9"`,
		`"\u00e9\u1`:    `"\u00e9 u1"`,
	} {
		if got := closed(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestTexts checks the text of a message with several texts.
func TestTexts(t *testing.T) {
	entries := func(content string) (text, model string) {
		NewOutline().Messages("\uFEFF"+`{"role":"assistant","model":"m\u0041","content":`+content+`}`, func(e *OutlineMessage) {
			text, model = e.Text(), e.Model
		})
		return text, model
	}
	for content, want := range map[string]string{
		`"a\nb"`:     "a\nb",
		`"a\u000ab"`: "a\nb",
		`[{"type":"text","text":"a"},{"type":"text","text":"b"},{"type":"text","text":"\u0063"}]`: "a\nb\nc",
		`[{"type":"text","text":"a"},{"type":"text","text":"bc"}]`:                                "a\nbc",
		`[{"type":"text","text":"ab"},{"type":"text","text":"c"}]`:                                "ab\nc",
		`[{"type":"text","text":"abc"}]`:                                                          "abc",
		`""`:                                                                                      "",
	} {
		text, model := entries(content)
		if text != want || model != "mA" {
			t.Errorf("%s: %q by %q, want %q", content, text, model, want)
		}
	}
}

// TestNoMessages checks that what is not one object or list has no messages.
func TestNoMessages(t *testing.T) {
	const message = `{"role":"assistant","content":"x"}`
	for text, want := range map[string]int{message: 1, "[" + message + "]": 1, message + "\r\n": 1, message + " x": 0, message + message: 0, `"x"`: 0, "7": 0, "": 0, message[:20]: 0} {
		n := 0
		NewOutline().Messages(text, func(*OutlineMessage) { n++ })
		if n != want {
			t.Errorf("%s: %d messages, want %d", text, n, want)
		}
	}
}

// TestCandidateFormats checks that a call in each text format is a candidate, in each spelling of JSON.
func TestCandidateFormats(t *testing.T) {
	archive, err := txtar.ParseFile("textcall/testdata/formats.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".calls") {
			continue
		}
		for _, escape := range []bool{false, true} {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(escape)
			if err := e.Encode(map[string]string{"content": strings.TrimSpace(string(f.Data))}); err != nil {
				t.Fatal(err)
			}
			line := b.String()
			if Candidate(line) < 0 {
				t.Errorf("%s: no candidate in %s", f.Name, line)
			}
			if line = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(line, "｜", `\uff5c`), "▁", `\u2581`), "‖", `\u2016`); Candidate(line) < 0 {
				t.Errorf("%s: no candidate in %s", f.Name, line)
			}
		}
	}
}
