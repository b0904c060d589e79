package diagnostics_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var lawTemplates = flag.Int("templates", 300, "how many templates TestTemplateLaw and TestTemplatesFilled draw each")

// A language is what a template is written in: tags and comments, with text in them that would be markup
// outside.
type language struct {
	name, otherwise      string
	values, tags, blocks []string // %s is what a block holds
	comments             []string
}

var languages = []language{
	{
		name:      "Go",
		otherwise: "{{else}}",
		values:    []string{"{{.Path}}", "{{ .Path -}}", `{{printf "%s" .Path}}`, "{{if lt .N 3}}a{{else}}b{{end}}", `{{if eq .Path "</path>"}}a{{end}}b`, "{{with .None}}a{{else}}b{{end}}", `{{if and .X (ne .Path "a<b>&c")}}a{{end}}b`, "{{`}}`}}"},
		tags:      []string{"{{if .X}}{{end}}", "{{$a := \"<tool>\"}}", "{{- /* a */ -}}"},
		blocks:    []string{"{{if .X}}%s{{end}}", "{{if not .X}}%s{{end}}", "{{range .Once}}%s{{end}}"},
		comments:  []string{"{{/* a < b & </arguments> */}}", "{{- /* <![CDATA[ */ -}}", "{{/* </tool> <tool> */}}", "{{/* {{ x }} \"*/}}"},
	},
	{
		name:      "Jinja",
		otherwise: "{% else %}",
		values:    []string{"{{ path }}", "{{ a if n < 3 else b }}", "{% if n < 3 %}a{% endif %}b", "{{ {'a': 1}['a'] }}", "{%- if a && b -%}a{% else %}b{%- endif %}", "{{ '}}<' }}", "${PATH}", "{% set x = \"%}</path>\" %}a"},
		tags:      []string{"{% if n <= 3 and m > 2 %}{% endif %}", "{% for a in b %}{% endfor %}", "{% include 'a<b>' %}"},
		blocks:    []string{"{% if n < 3 %}%s{% endif %}", "{% for t in tags %}%s{% endfor %}", "{% block a %}%s{% endblock %}"},
		comments:  []string{"{# a < b & </arguments> #}", "{#- <![CDATA[ -#}", "{# </tool> <tool> #}", "{# {% if %} {{ #}"},
	},
	{
		name:      "Handlebars",
		otherwise: "{{else}}",
		values:    []string{"{{path}}", "{{{path}}}", "{{#if (lt n 3)}}a{{/if}}b", "{{> part}}", "{{path \"<\"}}", "{{~path~}}", "<% if a < b %>c", "<%= n %>"},
		tags:      []string{"{{#each a}}{{/each}}", "{{> arguments}}", "{{#unless x}}{{/unless}}"},
		blocks:    []string{"{{#if x}}%s{{/if}}", "{{#each tags}}%s{{/each}}"},
		comments:  []string{"{{! a < b & }}", "{{!-- </arguments> {{x}} --}}", "{{!-- </tool> <tool> --}}", "{{! don't }}"},
	},
}

// draw returns a call with holes, and up to two defects.
func (l *language) draw(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	value := func() string {
		switch r.IntN(6) {
		case 0:
			return pick(l.comments...) + "a.md"
		case 1, 2:
			return pick("", "a/", "b ") + pick(l.values...) + pick("", ".md", " c")
		}
		return "a.md"
	}
	between := func(more ...string) string {
		switch r.IntN(8) {
		case 0:
			return pick(l.comments...)
		case 1:
			return pick(l.tags...)
		case 2:
			return strings.Replace(pick(l.blocks...), "%s", pick(append(more, "", "\n")...), 1)
		}
		return "\n"
	}
	name := pick("read_file", "read_file", "read_file", "no_such_tool", l.values[0])
	arguments := []string{"<path>" + value() + "</path>", "<start_line>" + pick("3", "3", l.values[0]) + "</start_line>"}
	if r.IntN(6) == 0 {
		arguments[0] = strings.Replace(l.blocks[0], "%s", arguments[0]+l.otherwise+"<path>b.md</path>", 1)
	}
	for range r.IntN(3) {
		i := r.IntN(len(arguments))
		switch r.IntN(9) {
		case 0:
			arguments[i] = "<path>" + value() + " & b</path>"
		case 1:
			arguments[i] = "<path>" + value() + " < b</path>"
		case 2:
			arguments[i] = "<path>" + value() + "<b>c</b></path>"
		case 3:
			arguments[i] = "<start_line>x</start_line>"
		case 4:
			arguments = append(arguments, "<path>b.md</path>")
		case 5:
			arguments = slices.Delete(arguments, i, i+1)
			arguments = append(arguments, "<end_line>8</end_line>")
		case 6:
			arguments[i] = "<start_lin>3</start_lin>"
		case 7:
			arguments = append(arguments, "stray text")
		case 8:
			arguments[i] = "<path><![CDATA[" + value() + " && b]]></path>"
		}
	}
	var b strings.Builder
	b.WriteString("<tool>" + between() + "<server_name>local</server_name>" + between() + "<tool_name>" + name + "</tool_name>" + between() + "<arguments>")
	for _, a := range arguments {
		b.WriteString(between("<!-- c -->") + a)
	}
	b.WriteString(between() + "</arguments>" + between() + "</tool>\n")
	return b.String()
}

// TestTemplateLaw checks the first law for calls in templates.
func TestTemplateLaw(t *testing.T) {
	law := newLaw(t)
	for seed := range *lawTemplates {
		r := rand.New(rand.NewPCG(37, uint64(seed)))
		l := &languages[seed%len(languages)]
		text := l.draw(r)
		law.check(fmt.Sprintf("%s %d", l.name, seed), text, document.Document, diagnostics.Options{})
		law.check(fmt.Sprintf("%s %d without tools", l.name, seed), text, document.Document, diagnostics.NoTools())
		law.check(fmt.Sprintf("%s %d in a fence", l.name, seed), "Do:\n\n- So:\n\n  ````xml\n  "+strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")+"\n  ````\n", document.Document, diagnostics.Options{})
		if !strings.Contains(text, "`") {
			law.check(fmt.Sprintf("%s %d in a string", l.name, seed), "package a\n\nconst s = `"+text+"`\n", document.Go, diagnostics.Options{})
		}
	}
	law.end(0)
}

// TestTemplatesFilled checks that a template has a finding if and only if each text that its engine makes
// of it has that finding in a reply.
func TestTemplatesFilled(t *testing.T) {
	type data struct {
		Path string
		N    int
		X    bool
		None []string
		Once []string
	}
	var fillings []data
	for _, path := range []string{"a.md", "3", "read_file", "x y", "", "a&lt;b", "12"} {
		for _, x := range []bool{true, false} {
			fillings = append(fillings, data{Path: path, N: len(path), X: x, Once: []string{""}[:len(path)%2]})
		}
	}
	shown := 0
	for seed := range *lawTemplates {
		r := rand.New(rand.NewPCG(41, uint64(seed)))
		text := languages[0].draw(r)
		filled, err := template.New("").Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var want []string
		for i, d := range fillings {
			var b strings.Builder
			if err := filled.Execute(&b, d); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			got := findingsOf(b.String(), document.Reply)
			if i == 0 {
				want = got
			}
			want = slices.DeleteFunc(want, func(f string) bool { return !slices.Contains(got, f) })
		}
		got := findingsOf(text, document.Document)
		if strings.Contains(text, languages[0].otherwise+"<path>") { // one of the branches is a duplicate of a third path
			isDuplicate := func(f string) bool { return f == "duplicate-argument" }
			got, want = slices.DeleteFunc(got, isDuplicate), slices.DeleteFunc(want, isDuplicate)
		}
		if shown++; !slices.Equal(got, want) && shown < 30 {
			t.Errorf("%d: %v, filled in %v\n%s", seed, got, want, text)
		}
	}
}

// findingsOf returns the codes of the errors and warnings of a text.
func findingsOf(text string, kind document.Kind) (codes []string) {
	for _, f := range (diagnostics.Options{Intended: diagnostics.IntendedNormal}).Opened(text, kind).Diagnostics {
		if f.Severity <= diagnostics.Warning {
			codes = append(codes, f.Code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// TestSourceLaw checks the first law for calls in programs, which compute a part of them: what is not known
// explains nothing, and refuses nothing.
func TestSourceLaw(t *testing.T) {
	law := newLaw(t)
	for seed := *lawFrom; seed < *lawFrom+uint64(*lawCases); seed++ {
		r := rand.New(rand.NewPCG(41, seed))
		const mark = "\x01"
		text, o := drawHoles(r, func() string { return pick(r, mark, mark, "a"+mark, mark+"b") })
		kind := pick(r, document.Go, document.Python, document.JavaScript)
		quoted := strconv.Quote(text)
		quoted = strings.ReplaceAll(quoted, `\x01`, `" + `+pick(r, "name", "f(a, b)", "str(n)", `join("a", b)`)+` + "`)
		if strings.Contains(quoted, `\x`) || strings.Contains(quoted, `\a`) || strings.Contains(quoted, `\v`) {
			continue
		}
		law.check(fmt.Sprintf("source %d", seed), "s = "+quoted+"\n", kind, o)
	}
	law.end(5, diagnostics.Runs, diagnostics.Altered, diagnostics.Refused)
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// drawHoles returns a call, with or without slips, in which some contents are left to fill in.
func drawHoles(r *rand.Rand, hole func() string) (text string, o diagnostics.Options) {
	c := slips.DrawSound(r)
	if r.IntN(2) == 0 {
		c = slips.Draw(r)
	}
	o, text = fixerOf(&c).options, c.Text
	for range 1 + r.IntN(3) {
		var places []xmlcall.Span
		for b := range xmlcall.Blocks(text, xmlcall.Options{}) {
			for _, e := range b.Elements() {
				if !e.HasChildren() && !e.Unclosed() && !e.SelfClosing() {
					places = append(places, e.Content())
				}
			}
			if at := b.Arguments(); at >= 0 && r.IntN(4) == 0 {
				at := b.Element(at).Content().Start
				places = append(places, xmlcall.Span{Start: at, End: at})
			}
		}
		if len(places) == 0 {
			break
		}
		at := places[r.IntN(len(places))]
		text = text[:at.Start] + hole() + text[at.End:]
	}
	return text, o
}
