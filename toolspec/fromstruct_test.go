package toolspec

import (
	"encoding/xml"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/xmlcall"
)

type structPlace struct {
	Line   int          `xml:"line"`
	Column *uint        `xml:"column,omitempty"`
	Next   *structPlace `xml:"next"`
}

type structCommon struct {
	Verbose bool `xml:"verbose"`
}

type structAny struct{}

func (*structAny) UnmarshalText([]byte) error { return nil }

type structSearch struct {
	XMLName xml.Name `xml:"arguments"`
	structCommon
	Query  string        `xml:"query" json:"query"`
	Limit  int           `xml:"limit"`
	Kinds  []string      `xml:"kinds>kind"`
	Ratio  float64       `xml:"ratio"`
	Places []structPlace `xml:"places>place"`
	Files  []string      `xml:"file"`
	From   structPlace   `xml:"span>from"`
	To     structPlace   `xml:"span>to"`
	Raw    []byte        `xml:"urn:x raw"`
	When   time.Time     `xml:"when"`
	Wait   time.Duration `xml:"wait"`
	Other  structAny     `xml:"other"`
	Label  struct {
		Lang string `xml:"lang,attr"`
		Text string `xml:",chardata"`
	} `xml:"label"`
	Plain  string
	Text   string `json:"text,omitempty"`
	Same   string `json:"Same"`
	Skip   string `xml:"-" json:"skip"`
	ID     string `xml:"id,attr"`
	hidden string
}

func TestFromStruct(t *testing.T) {
	tool, err := FromStruct(reflect.TypeFor[*structSearch](), "search_code", "Searches code.", map[string]any{
		"query": "a < b", "limit": 3, "kinds": []string{"f"}, "places": []any{map[string]any{"line": 1}}, "file": []string{"a", "b"}, "label": "x",
	})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	describe(&got, tool)
	const place = "line integer\n%column integer\n%next any\n"
	in := func(indent string) string { return indent + strings.ReplaceAll(place, "%", indent) }
	want := `:0: search_code "Searches code."
    verbose boolean
    query string
    limit integer
    kinds list
        kind string
    ratio number
    places list
        place object
` + in("            ") + `    file list repeated
        file string
    span object
        from object
` + in("            ") + `        to object
` + in("            ") + `    raw string
    when string
    wait integer
    other any
    label string
    Plain string
    Text string
    Same string
`
	if got.String() != want {
		t.Errorf("%s\nwant\n%s", got.String(), want)
	}
	checked := Check([]*Tool{tool})
	if len(checked) != 1 || checked[0].Error() != `a call gives <text>, but without an xml tag Text reads <Text>; add xml:"text"` {
		t.Errorf("%v", checked)
	}
	text, err := tool.ExampleCall(ExampleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b := xmlcall.ParseAt(text, 0)
	id := b.Arguments()
	var read structSearch
	if err := xml.Unmarshal([]byte(b.Slice(b.Element(id).Span())), &read); err != nil {
		t.Fatal(err)
	}
	if read.hidden != "" || read.Query != "a < b" || read.Limit != 3 || len(read.Kinds) != 1 || len(read.Places) != 1 || read.Places[0].Line != 1 || len(read.Files) != 2 || read.Label.Text != "x" {
		t.Errorf("%+v of\n%s", read, text)
	}
}

func TestFromStructErrors(t *testing.T) {
	wrong, err := FromStruct(reflect.TypeFor[structPlace](), "x", "", map[string]any{"line": "one"})
	if err != nil {
		t.Fatal(err)
	}
	if errs := Check([]*Tool{wrong}); len(errs) != 1 || !strings.Contains(errs[0].Reason, "refuses this example") {
		t.Errorf("%v", errs)
	}
	for _, of := range []reflect.Type{nil, reflect.TypeFor[int]()} {
		if _, err := FromStruct(of, "x", "", nil); err == nil {
			t.Errorf("%v: a tool", of)
		}
	}
	if _, err := FromStruct(reflect.TypeFor[structPlace](), "", "", nil); err == nil {
		t.Error("a tool without a name")
	}
	open, err := FromStruct(reflect.TypeFor[struct {
		All []byte `xml:",innerxml"`
	}](), "x", "", nil)
	if err != nil || !open.Open {
		t.Errorf("%+v, %v", open, err)
	}
}
