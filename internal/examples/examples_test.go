package examples_test

import (
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/examples"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/toolspec"
)

var (
	planted     = flag.Int("examples", 150, "how many cases TestPlanted draws")
	plantedFrom = flag.Uint64("examples-from", 0, "the first of them")
	plantedShow = flag.Int("examples-show", 0, "how many examples TestPlanted shows")
)

// malformedIn returns the calls of a text that do not run as written, with what is around them.
func malformedIn(text string, kind document.Kind, options diagnostics.Options) []examples.Call {
	file := document.ReadWith(text, kind, options.ReadOptions())
	var list []examples.Call
	for c, found := range options.Unfiltered().OpenRead(file).ByCall() {
		if c.Listed() && !c.AsWritten() {
			list = append(list, examples.NewCall(c.Call, examples.SignatureOf(c.Call, found), options))
		}
	}
	for i := range file.Leaked {
		list = append(list, examples.NewLeak(&file.Leaked[i], options))
	}
	return list
}

// A finished example, with the call that it is made of.
type finished struct {
	original, reduced, example examples.Call
	reducible, ok              bool
	seed                       uint64
	took                       time.Duration
}

// finish makes an example of a call.
func finish(original examples.Call) (f finished) {
	f.original = original
	if f.reduced, f.reducible = f.original.Reduce(); f.reducible {
		var names examples.Names
		f.example, f.ok = names.Finish(&f.reduced)
	}
	return f
}

// TestPlanted checks that the examples of calls with slips are small and anonymous, and have
// the verdict and the rule of the original, and that the example of an example is the same.
func TestPlanted(t *testing.T) {
	var mu sync.Mutex
	var all []finished
	cores.Each(*planted, func(n int) {
		seed := *plantedFrom + uint64(n)
		c := slips.Draw(rand.New(rand.NewPCG(12, seed)))
		options := diagnostics.Options{Tools: c.Tools}
		if c.Blind {
			options = diagnostics.Options{Tools: &toolspec.Set{}}
		}
		for _, original := range malformedIn(c.Text, c.Kind, options) {
			if original.Text == "" {
				continue // it is too long
			}
			begun := time.Now()
			f := finish(original)
			f.seed, f.took = seed, time.Since(begun)
			if f.ok {
				for _, problem := range problems(&f) {
					t.Errorf("case %d: %s\n--- original\n%s\n--- example\n%s", seed, problem, f.original.Text, f.example.File())
				}
			}
			mu.Lock()
			all = append(all, f)
			mu.Unlock()
		}
	})
	slices.SortStableFunc(all, func(a, b finished) int { return int(a.seed) - int(b.seed) })
	var sizes []int
	var took time.Duration
	far, lost := map[string]int{}, map[string]int{}
	for i := range all {
		f := &all[i]
		took += f.took
		switch {
		case !f.reducible:
			far[f.original.Rule]++
		case !f.ok:
			lost[f.original.Rule]++
			if *plantedShow > 0 {
				t.Logf("case %d is not anonymous:\n%s", f.seed, f.reduced.Text)
			}
		default:
			sizes = append(sizes, len(f.example.File()))
		}
		if i < *plantedShow {
			t.Logf("case %d: %s, %s, %v\n%s", f.seed, f.original.Rule, f.original.Outcome(), f.original.Codes, f.example.File())
		}
	}
	slices.Sort(sizes)
	t.Logf("%d calls, %d examples; median %d bytes, 90 %% %d, longest %d; %v each; what is needed is far: %v; not anonymous: %v",
		len(all), len(sizes), sizes[len(sizes)/2], sizes[len(sizes)*9/10], sizes[len(sizes)-1], took/time.Duration(len(all)), far, lost)
	if sizes[len(sizes)/2] > 300 {
		t.Errorf("the median is %d bytes, more than 300", sizes[len(sizes)/2])
	}
	if 100*len(sizes) < 95*len(all) {
		t.Errorf("only %d of %d calls have an example", len(sizes), len(all))
	}
}

// problems returns what is wrong with an example.
func problems(f *finished) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	want := &f.original.Signature
	kind := document.KindOf("x" + f.example.Extension())
	same := func(c examples.Call) bool {
		return c.Format == want.Format && c.Outcome() == want.Outcome() && c.Result == want.Result && c.Rule == want.Rule && slices.Equal(c.Here, want.Here)
	}
	again := malformedIn(f.example.File(), kind, f.example.Options)
	at := slices.IndexFunc(again, same)
	if at < 0 {
		add("no call has %s and %s", want.Outcome(), want.Here)
		return list
	}
	for _, code := range again[at].Codes {
		if !slices.Contains(want.Codes, code) {
			add("%s is new", code)
		}
	}
	if next := finish(again[at]); !next.ok || next.example.File() != f.example.File() {
		add("an example of the example is another one (%v):\n%s", next.ok, next.example.File())
	}
	if next := finish(f.original); next.example.File() != f.example.File() {
		add("the second time it is another one:\n%s", next.example.File())
	}
	for _, word := range leftIn(f) {
		add("%q is left", word)
	}
	return list
}

var (
	wordsOf  = regexp.MustCompile(`\pL{3,}`)
	made     = regexp.MustCompile(`^[xzqkvjXZQKVJžẑ𝒙]+$`)
	inTag    = regexp.MustCompile(`</?([\pL_][\pL\pN_.-]*:)?([\pL_][\pL\pN_.-]*)`)
	entities = regexp.MustCompile(`&([A-Za-z0-9]+)`)
)

// formatWords are those of the format, of its relatives, and of what parsers of XML know.
const formatWords = "tool tools name server local arguments CDATA xml version encoding thinking tool_call tool_use function invoke args " +
	"parameters params parameter param input value text string code item items list array element entry object id type true false null utf " +
	"toolname calls DOCTYPE ENTITY begin functions argument python channel commentary message call sep minimax"

// leftIn returns the words of three letters and more that an example has no right to.
func leftIn(f *finished) (left []string) {
	allowed, names := map[string]bool{}, []string{}
	allow := func(text string) {
		for _, word := range wordsOf.FindAllString(text, -1) {
			allowed[strings.ToLower(word)] = true
		}
	}
	var allowArguments func([]toolspec.Argument)
	allowArguments = func(of []toolspec.Argument) {
		for i := range of {
			allow(of[i].Name)
			allow(strings.Join(of[i].Enum, " "))
			names = append(names, of[i].Name)
			allowArguments(of[i].Members)
			if of[i].Item != nil {
				allowArguments([]toolspec.Argument{*of[i].Item})
			}
		}
	}
	for _, tool := range slices.Concat(f.original.Options.Toolset().Tools(), f.original.Options.Toolset().CustomTools()) {
		allow(tool.Server)
		allowArguments(tool.Arguments)
	}
	allow(f.original.Tool)
	allow(formatWords)
	names = append(names, strings.Fields(formatWords)...)
	names = append(names, "server_name", "tool_name")
	text := f.example.Text
	for _, m := range inTag.FindAllStringSubmatch(text, -1) {
		if slices.ContainsFunc(names, func(name string) bool { return len(name) > 3 && len(m[2]) > 2 && syntax.OneSlip(m[2], name) }) {
			allow(m[2])
		}
		if f.example.Rule == "unknown-argument" {
			allow(m[2])
		}
	}
	for _, m := range entities.FindAllStringSubmatch(text, -1) {
		if html.UnescapeString("&"+m[1]+";") != "&"+m[1]+";" {
			allow(m[1])
		}
	}
	for _, word := range wordsOf.FindAllString(text, -1) {
		if !allowed[strings.ToLower(word)] && !made.MatchString(word) {
			left = append(left, word)
		}
	}
	return left
}
