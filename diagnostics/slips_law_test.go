package diagnostics_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// silent are the slips after which the text may read as something intended, with the
// maximum share of the calls that do not run as intended and have no error.
var silent = map[string]struct {
	share float64
	why   string
}{
	"text-double-escapes":   {1, "a text about escapes looks the same"},
	"text-escapes-in-cdata": {1, "a text about escapes looks the same"},
	"text-raw":              {0.2, "a value that is a CDATA section, or has escapes, reads as one"},
	"text-raw-ampersand":    {0.8, "the references in the value read as escapes"},
	"text-raw-less-than":    {0.2, "a value that is a CDATA section reads as one"},
	"text-half-escaped":     {0.2, "the references that were not escaped read as escapes"},
	"text-half-cdata":       {0.2, "the references that were not escaped read as escapes"},
	"text-cdata-no-end":     {0.2, "the section ends at that of a later field, with tags for its text"},
	"wrap-quotes":           {1, "it runs as written: a warning"},
	"wrap-invisible":        {1, "it runs as written: a warning"},
	"wrap-section-escaped":  {1, "a text about sections looks the same: information"},
	"wrap-fence":            {1, "a text with a fence looks the same"},
	"wrap-line-breaks":      {1, "a text about escapes looks the same"},
	"wrap-angle-brackets":   {1, "escaped ones may be of the value"},
	"wrap-bracket-lost":     {1, "it runs as written: a warning"},
	"list-quotes":           {1, "the quotes may be of the value"},
	"text-marker":           {0.6, "an opener in a section is text of the section"},
	"tag-inside-itself":     {0.2, "an argument of any shape may have such a member"},
	"tag-wrapped":           {0.2, "an argument of any shape may have such a member"},
	"other-argument-names":  {0.4, "no argument has a name like it: a warning"},
	"tool-start":            {0.5, "a tag with a prefix is another program's"},
	"tool-name-attribute":   {0.2, "without the names of the envelope it is another program's XML"},
	"tool-name-element":     {0.2, "without the names of the envelope it is another program's XML"},
	"call-escaped":          {1, "a text about calls looks the same"},
	"tool-name-missing":     {0.2, "without the names of the envelope it is another program's XML"},
}

// TestFirstLaw draws calls with slips, before any fix: one that does not run, or runs
// with other data than intended, must have an error if the text can show it.
func TestFirstLaw(t *testing.T) {
	broken, missed := map[string]int{}, map[string]int{}
	wrong := 0
	for seed := range uint64(*slipCases) {
		c := slips.Draw(rand.New(rand.NewPCG(17, seed)))
		if c.Blind || len(c.Calls) == 0 {
			continue // nothing to check against, or nothing was intended
		}
		before := stateOf(&c, c.Text)
		if run := before.main(&c); run != nil && run.grade(&c) == right {
			continue
		}
		wrong++
		var names []string
		for _, name := range c.Slips {
			name, _, _ = strings.Cut(name, "/")
			names = append(names, name)
		}
		if len(names) == 1 {
			broken[names[0]]++
		}
		found := fixerOf(&c).options.Opened(c.Text, c.Kind).Diagnostics
		if slices.ContainsFunc(found, func(f diagnostics.Diagnostic) bool { return f.Severity == diagnostics.Error }) {
			continue
		}
		if len(names) == 1 {
			missed[names[0]]++
		}
		if !slices.ContainsFunc(names, func(name string) bool { return silent[name].share > 0 }) {
			t.Errorf("case %d: %v %s: no error\n%s\nmeant: %s", seed, c.Slips, c.Around, c.Text, shownIntents(c.Calls))
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(missed)) {
		fmt.Fprintf(&b, "%4d of %4d %s: %s\n", missed[name], broken[name], name, silent[name].why)
		if missed[name] > 1 && float64(missed[name]) > silent[name].share*float64(broken[name]) { // one of a few can be by chance
			t.Errorf("%s: %d of %d calls draw no error, more than the share of %.1f", name, missed[name], broken[name], silent[name].share)
		}
	}
	t.Logf("%d calls do not run as they were meant; without an error, by slip:\n%s", wrong, &b)
}

// TestSoundCalls draws valid calls, whose contents are code, markup and texts in
// natural languages: none may have an error or a warning, and fix-all must not change
// them.
func TestSoundCalls(t *testing.T) {
	drawn := map[string]int{}
	for i := range uint64(*slipCases) {
		c := slips.DrawSound(rand.New(rand.NewPCG(13, i)))
		res := diagnostics.Options{Tools: c.Tools}.Opened(c.Text, c.Kind)
		if len(res.Calls) != 1 {
			t.Errorf("case %d: %d calls\n%s", i, len(res.Calls), c.Text)
		}
		for _, f := range res.Diagnostics {
			if f.Severity > diagnostics.Warning {
				continue
			}
			if drawn[f.Code]++; drawn[f.Code] <= 2 {
				t.Errorf("case %d: %s: %s\n%s", i, f.Code, f.Message, c.Text)
			}
		}
		before := stateOf(&c, c.Text)
		if why, bad := breach(&c, fixerOf(&c), before, stateOf(&c, fixerOf(&c).fixAll(c.Text))); why != "" {
			t.Errorf("case %d: after fix-all it %s: %v\n%s", i, why, bad, c.Text)
		}
	}
	if len(drawn) > 0 {
		t.Errorf("errors and warnings in %d sound calls, by rule: %v", *slipCases, drawn)
	}
}

// TestEscapedCalls draws valid calls in replies and escapes them, as a whole or only their tags:
// no safe fix makes them run with other data, and those whose text has one meaning are
// restored.
func TestEscapedCalls(t *testing.T) {
	tags := func(b *xmlcall.Block) string {
		var text strings.Builder
		for _, token := range b.Tokens {
			piece := b.Slice(token.Span())
			if kind := token.Kind(); kind == xmlcall.StartTag || kind == xmlcall.EndTag {
				piece = encode.Escape(piece)
			}
			text.WriteString(piece)
		}
		return text.String()
	}
	for name, escape := range map[string]func(b *xmlcall.Block) string{
		"all":  func(b *xmlcall.Block) string { return encode.Escape(b.Source()) },
		"tags": tags,
	} {
		drawn, restored := 0, 0
		for i := range uint64(*slipCases) {
			c := slips.DrawSound(rand.New(rand.NewPCG(31, i)))
			at, ok := xmlcall.Find(c.Text, 0)
			if c.Kind != document.Reply || !ok {
				continue
			}
			b := xmlcall.ParseAt(c.Text, at)
			text := c.Text[:at] + escape(b) + c.Text[b.Span.End:]
			fixed := fixerOf(&c).fixAll(text)
			after := stateOf(&c, fixed)
			if why, bad := breach(&c, fixerOf(&c), stateOf(&c, text), after); why != "" {
				t.Errorf("%s: case %d: %s: %v\n%s\nbecame\n%s", name, i, why, bad, text, fixed)
			}
			if meant := xmlcall.ParseAt(text, at).Unescaped(); name == "all" && meant != b.Source() {
				t.Errorf("case %d: %s\nis read as\n%s", i, text, meant)
			}
			drawn++
			if m := after.main(&c); m != nil && m.grade(&c) == right {
				restored++
			}
		}
		if t.Logf("%s: %d of %d restored", name, restored, drawn); restored < drawn/10 {
			t.Errorf("%s: only %d of %d restored", name, restored, drawn)
		}
	}
}
