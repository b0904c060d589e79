package toolspec

import (
	"encoding/xml"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestFates checks what becomes of each element, and its value.
func TestFates(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"required": ["s"], "properties": {
		"s": {"type": "string"}, "n": {"type": "integer", "maximum": 9}, "o": {"type": "object", "properties": {"p": {"type": "string"}, "q": {"type": "number"}}},
		"l": {"type": "array", "items": {"type": "string", "xml": {"name": "i"}}}, "each": {"type": "array", "xml": {"wrapped": false}, "items": {"type": "integer"}},
		"any": {}, "labels": {"type": "object", "additionalProperties": {"type": "string"}}}}}`)
	custom, errs := Load("tools/c/tool.yaml", []byte("name: c\ndescription: d\nversion: 1\nentrypoint: c.sh\nparameters:\n- {name: code, type: string, description: d}\n- {name: on, type: boolean, description: d}"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, test := range []struct {
		tool            *Tool
		arguments, want string
	}{
		{tool, "<s>a</s><n> 7 </n>", "s given string a; n given integer 7"},
		{tool, "<s>a</s><s>b</s>", "s overridden string <nil>; s given string b"},
		{tool, "<s>a<b>c</b>d</s>", "s given string ad; b dropped any <nil>"},
		{tool, "<s>x & y</s><s><![CDATA[a & b]]></s>", "s overridden string <nil>; s given string a &amp; b"},
		{tool, "<extra>z<p>1</p></extra>", "extra ignored any <nil>; p ignored any <nil>"},
		{tool, "<n>x</n>", "n refused integer <nil>, is not an integer"},
		{tool, "<n>x</n><n>5</n>", "n refused integer <nil>, is not an integer; n given integer 5"},
		{tool, "<n>10</n>", "n refused integer 10, must be at most 9"},
		{tool, "<o><p>a</p></o><o><q>1</q><r/></o>", "o given object map[p:a q:1]; p given string a; o given object map[p:a q:1]; q given number 1; r ignored any <nil>"},
		{tool, "<o><p>a</p></o><o><p>b</p></o>", "o given object map[p:b]; p overridden string <nil>; o given object map[p:b]; p given string b"},
		{tool, "<l><i>1</i><j>2</j></l><l><i>3</i></l>", "l given list [1]; i item string 1; j ignored any <nil>; l given list [3]; i item string 3"},
		{tool, "<i>1</i>", "i ignored any <nil>"},
		{tool, "<each>1</each><each>2</each>", "each item integer 1; each item integer 2"},
		{tool, "<each>1</each><each>b</each>", "each item integer 1; each refused list <nil>, is not an integer"},
		{tool, "<each>\n<i>1</i>\n</each>", "each refused list <nil>, is not an integer; i dropped any <nil>"},
		{tool, "<any><a>1</a><a>x</a><b><c>true</c></b></any>", "any given object map[a:[1 x] b:map[c:true]]; a item integer 1; a item string x; b given object map[c:true]; c given boolean true"},
		{tool, "<labels><a>1</a></labels>", "labels given object map[a:1]; a given integer 1"},
		{nil, "<a>1</a><b>x</b><a>null</a>", "a item integer 1; b given string x; a item any <nil>"},
		{custom[0], "<tool_name>c</tool_name><code>00501</code><on>1</on><on> </on><code/>", "tool_name given string c; code coerced integer 501, becomes 501; on given boolean true; on ignored boolean <nil>, is empty; code ignored string <nil>, is empty"},
		{Builtin(CustomRunner), "<tool_name>c</tool_name><code>1.10</code><code>x</code><container><on>T</on></container>", "tool_name given string c; code overridden string <nil>; code given string x; container ignored string <nil>; on coerced boolean true, becomes true"},
		{Builtin("execute_command"), "<command>ls</command><timeout>-1</timeout>", "command given string ls; timeout coerced number -1, becomes 30, the default"},
		{Builtin("add_note"), "<content></content><tags>a</tags>", "content refused string , is empty; tags given list []"},
	} {
		b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments>"+test.arguments+"</arguments></tool>", 0)
		r := test.tool.Read(b)
		var got []string
		for i, e := range b.Within(b.Arguments()) {
			of := r.Of(i)
			text := fmt.Sprintf("%s %v %v %v", e.Local(), of.Fate, of.Kind(), of.Value)
			if of.Reason != "" {
				text += ", " + of.Reason
			}
			if of.Fate.Arrives() && of.Kind() == Any && of.Value != nil {
				t.Errorf("%s: %s has no type", test.arguments, text)
			}
			got = append(got, text)
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s\n%s, want\n%s", test.arguments, s, test.want)
		}
		if r.Of(0) != (Received{}) || r.Of(-1) != (Received{}) || r.Of(99) != (Received{}) {
			t.Errorf("%s: something is received outside of the arguments", test.arguments)
		}
	}
}

// arguments returns random arguments that a struct can have.
func (s sampler) arguments(depth int) (list []Argument) {
	for _, i := range s.Perm(len(readingNames))[:1+s.IntN(4)] {
		list = append(list, s.argument(readingNames[i], depth))
	}
	return list
}

var readingNames = []string{"a", "b", "c", "items", "item", "x"}

func (s sampler) argument(name string, depth int) Argument {
	a := Argument{Name: name, Kind: pick(s, []Kind{String, Integer, Number, Boolean, List, List, Object, Object})}
	if depth == 3 && !a.Kind.Scalar() {
		a.Kind = String
	}
	switch a.Kind {
	case List:
		a.Repeated = s.chance(3)
		item := s.argument(pick(s, readingNames), depth+1)
		for item.Kind == List {
			item = s.argument(item.Name, depth+1)
		}
		if a.Repeated {
			item.Name = name
		}
		a.Item = &item
	case Object:
		a.Members = s.arguments(depth + 1)
	}
	return a
}

// goType returns the Go type in which encoding/xml gives the values of an argument.
func goType(a *Argument) reflect.Type {
	switch a.Kind {
	case Integer:
		return reflect.TypeFor[int64]()
	case Number:
		return reflect.TypeFor[float64]()
	case Boolean:
		return reflect.TypeFor[bool]()
	case List:
		return reflect.SliceOf(goType(a.Item))
	case Object:
		return goStruct(a.Members)
	}
	return reflect.TypeFor[string]()
}

func goStruct(arguments []Argument) reflect.Type {
	var fields []reflect.StructField
	for i := range arguments {
		a := &arguments[i]
		path := a.Name
		if a.Kind == List && !a.Repeated {
			path += ">" + a.Item.Name
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: goType(a), Tag: reflect.StructTag(fmt.Sprintf("xml:%q", path)),
		})
	}
	return reflect.StructOf(fields)
}

// content returns random content for an element.
func (s sampler) content(depth int) string {
	var b strings.Builder
	for range s.IntN(4) {
		switch name := pick(s, readingNames); {
		case depth < 4 && !s.chance(4):
			if s.chance(5) {
				name = "p:" + name
			}
			fmt.Fprintf(&b, "<%s>%s</%s>", name, s.content(depth+1), name)
		default:
			b.WriteString(pick(s, []string{" ", "\n", "<!-- & -->", "text", "&amp;", "&", "<![CDATA[a & b]]>"}))
		}
	}
	if b.Len() == 0 || s.chance(3) {
		return pick(s, []string{"", " ", "1", " 7\n", "0x1", "1.5", "true", "T", "text", "<![CDATA[2]]>", "1<b>2</b>", "&#49;", "a & b"})
	}
	return b.String()
}

// written returns random content for arguments, most of it what they read.
func (s sampler) written(arguments []Argument, depth int) string {
	var b strings.Builder
	for range s.IntN(6) {
		a := &arguments[s.IntN(len(arguments))]
		content := ""
		switch {
		case s.chance(8):
			content = s.content(depth)
		case a.Kind == Object:
			content = s.written(a.Members, depth+1)
		case a.Kind == List && !a.Repeated:
			content = s.written([]Argument{*a.Item}, depth+1)
		case a.Kind == List && a.Item.Kind == Object:
			content = s.written(a.Item.Members, depth+1)
		case a.Kind == Integer || a.Kind == List && a.Item.Kind == Integer:
			content = pick(s, []string{"1", "-2", " 3 ", "007", "", "<![CDATA[4]]>"})
		case a.Kind == Number || a.Kind == List && a.Item.Kind == Number:
			content = pick(s, []string{"1", "-2.5", " 3e2", ""})
		case a.Kind == Boolean || a.Kind == List && a.Item.Kind == Boolean:
			content = pick(s, []string{"1", "true", "F", " false", ""})
		default:
			content = pick(s, []string{"", "a", " a ", "<![CDATA[a & b]]>", "a &amp; b", "a<b>c</b>", "a & b"})
		}
		fmt.Fprintf(&b, "<%s>%s</%s>", a.Name, content, a.Name)
		if s.chance(12) {
			b.WriteString(s.content(depth))
		}
	}
	return b.String()
}

// decoded is what the runtime decodes of a block: a pointer to a struct for the arguments.
func decoded(t *testing.T, text string, arguments []Argument) (values reflect.Value, repaired bool, err error) {
	t.Helper()
	var call struct {
		Arguments struct {
			Inner string `xml:",innerxml"`
		} `xml:"arguments"`
	}
	if xml.Unmarshal([]byte(text), &call) != nil {
		repaired = true
		if err := xml.Unmarshal([]byte(xmlcall.Repair(text)), &call); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	values = reflect.New(goStruct(arguments))
	return values, repaired, xml.Unmarshal([]byte("<arguments>"+call.Arguments.Inner+"</arguments>"), values.Interface())
}

// rebuilt returns the values of an object from what becomes of the elements in its elements.
func rebuilt(b *xmlcall.Block, r *Reading, arguments []Argument, elements ...xmlcall.ElementID) reflect.Value {
	v := reflect.New(goStruct(arguments)).Elem()
	objects := map[int][]xmlcall.ElementID{}
	for _, element := range elements {
		for i := range b.Children(element) {
			of := r.Of(i)
			k := indexOf(arguments, b.Element(i).Local())
			switch {
			case !of.Fate.Arrives():
			case of.Fate == Item:
				v.Field(k).Set(reflect.Append(v.Field(k), rebuiltItem(b, r, arguments[k].Item, i)))
			case of.Argument.Kind == List:
				for item := range b.Children(i) {
					if r.Of(item).Fate == Item {
						v.Field(k).Set(reflect.Append(v.Field(k), rebuiltItem(b, r, arguments[k].Item, item)))
					}
				}
			case of.Argument.Kind == Object:
				objects[k] = append(objects[k], i)
			default:
				v.Field(k).Set(reflect.ValueOf(of.Value))
			}
		}
	}
	for k, elements := range objects {
		v.Field(k).Set(rebuilt(b, r, arguments[k].Members, elements...))
	}
	return v
}

func rebuiltItem(b *xmlcall.Block, r *Reading, item *Argument, i xmlcall.ElementID) reflect.Value {
	if item.Kind == Object {
		return rebuilt(b, r, item.Members, i)
	}
	return reflect.ValueOf(r.Of(i).Value)
}

func indexOf(arguments []Argument, name string) int {
	for i := range arguments {
		if arguments[i].Name == name {
			return i
		}
	}
	return -1
}

// plainOf returns the values of a struct by name, as [Reading.Arguments].
func plainOf(v reflect.Value, arguments []Argument) map[string]any {
	m := map[string]any{}
	for i := range arguments {
		m[arguments[i].Name] = plainValue(v.Field(i), &arguments[i])
	}
	return m
}

func plainValue(v reflect.Value, a *Argument) any {
	switch a.Kind {
	case Object:
		return plainOf(v, a.Members)
	case List:
		list := []any{}
		for i := range v.Len() {
			list = append(list, plainValue(v.Index(i), a.Item))
		}
		return list
	}
	return v.Interface()
}

// checkReading generates a tool and a call to it, and compares what the tool receives, as a whole
// and by what becomes of each element, with what encoding/xml decodes into a struct.
func checkReading(t *testing.T, seed uint64, counts map[string]int) {
	t.Helper()
	s := newSampler(seed)
	tool := &Tool{Name: "x", Arguments: s.arguments(0)}
	text := "<tool><tool_name>x</tool_name>"
	for range 1 + s.IntN(5)/4 {
		text += "<arguments>" + s.written(tool.Arguments, 0) + "</arguments>"
	}
	text += "</tool>"
	b := xmlcall.ParseAt(text, 0)
	if b.Verdict().Outcome == xmlcall.Refused {
		t.Fatalf("seed %d: %v\n%s", seed, b.Verdict(), text)
	}
	values, repaired, err := decoded(t, text, tool.Arguments)
	r := tool.Read(b)
	refused := false
	for i, e := range b.Elements() {
		of := r.Of(i)
		counts[of.Fate.String()]++
		refused = refused || of.Fate == Refused
		inside := false
		for p := e.Parent(); p != xmlcall.NoElement; p = b.Element(p).Parent() {
			inside = inside || p == b.Arguments()
		}
		if inside != (of.Fate != Unread) {
			t.Errorf("seed %d: <%s> is %v\n%s", seed, e.Local(), of.Fate, text)
		}
	}
	if repaired {
		counts["repaired"]++
	}
	if refused != (err != nil) {
		t.Errorf("seed %d: refused %v, encoding/xml: %v\n%s\n%+v", seed, refused, err, text, tool.Arguments)
	}
	if err != nil || refused {
		return
	}
	if got, want := rebuilt(b, r, tool.Arguments, b.Arguments()).Interface(), values.Elem().Interface(); b.Arguments() != xmlcall.NoElement && !reflect.DeepEqual(got, want) {
		t.Errorf("seed %d: by element %+v, want %+v\n%s", seed, got, want, text)
	}
	if want := plainOf(values.Elem(), tool.Arguments); !same(r.Arguments, want) {
		t.Errorf("seed %d: %v, want %v\n%s", seed, r.Arguments, want, text)
	}
}

// TestReading holds the reading of random calls to random tools against encoding/xml.
func TestReading(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(*toolCount) {
		checkReading(t, seed, counts)
	}
	for _, fate := range []string{"given", "item", "refused", "overridden", "ignored", "dropped", "repaired"} {
		if counts[fate] < *toolCount/10 {
			t.Errorf("%d times %s", counts[fate], fate)
		}
	}
	t.Log(counts)
}

func FuzzReading(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkReading(t, seed, map[string]int{}) })
}
