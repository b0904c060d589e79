package encode

import (
	"encoding/json"
	"encoding/xml"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/xmlcall"

	"github.com/google/go-cmp/cmp"
)

type base struct {
	Path string `xml:"path"`
	N    string `xml:"hidden"`
}

type dropped struct {
	D string `xml:"d"`
}

type named struct {
	XMLName xml.Name `xml:"own"`
	V       int      `xml:"v"`
}

type everything struct {
	base
	dropped `xml:"-"`
	N       int       `xml:"n"`
	Edits   []edits   `xml:"edits>edit"`
	Count   *int      `xml:"edits>count"`
	Exclude []string  `xml:"exclude"`
	Skip    string    `xml:"-"`
	Empty   string    `xml:"empty,omitempty"`
	None    any       `xml:"none"`
	When    time.Time `xml:"when"`
	Raw     []byte    `xml:"raw"`
	Flag    bool      // by its own name
	Named   named     `xml:"own"`
	Deep    string    `xml:"a>b>c"`
	Array   []float64 `xml:"list>item"`
	Remark  string    `xml:",comment"`
	Attr    string    `xml:"attr,attr"`
	private int
}

type edits struct {
	Search string   `xml:"search"`
	Code   codeText `xml:"code"`
}

type codeText struct {
	Text string `xml:",cdata"`
}

func TestArgumentsStruct(t *testing.T) {
	two := 2
	in := everything{
		base: base{"p", "not written"}, dropped: dropped{"not written"}, N: 7, Count: &two, Exclude: []string{"1", "b"}, Skip: "s", Flag: true,
		Edits: []edits{{"a", codeText{"x & y"}}, {"b", codeText{""}}},
		When:  time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC), Raw: []byte("r<"), Named: named{V: 1}, Deep: "d",
		Array: []float64{1e6, 1e30}, Remark: "gone", private: 1,
	}
	text, err := Call{Tool: "x", Arguments: &in}.Encode(Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := checkWritten(t, text)
	want := `
  <path>p</path>
  <n>7</n>
  <edits>
    <edit>
      <search>a</search>
      <code>x &amp; y</code>
    </edit>
    <edit>
      <search>b</search>
      <code></code>
    </edit>
    <count>2</count>
  </edits>
  <exclude><![CDATA[1]]></exclude>
  <exclude>b</exclude>
  <when>2024-01-02T03:04:05Z</when>
  <raw>r&lt;</raw>
  <Flag>true</Flag>
  <own>
    <v>1</v>
  </own>
  <a>
    <b>
      <c>d</c>
    </b>
  </a>
  <list>
    <item>1000000</item>
    <item>1e+30</item>
  </list>
`
	if _, got, _ := strings.Cut(text, "<arguments>"); strings.TrimSuffix(got, "</arguments>\n</tool>") != want {
		t.Errorf("%s", cmp.Diff(want, got))
	}
	// Unmarshal reads the same struct back.
	in.base.N, in.dropped.D, in.Skip, in.Remark, in.private = "", "", "", "", 0
	in.Named.XMLName = xml.Name{Local: "own"}
	var out everything
	if err := b.Unmarshal(&out); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(in, out, cmp.AllowUnexported(everything{}, base{}, dropped{})); diff != "" {
		t.Error(diff)
	}
}

func TestArgumentsValues(t *testing.T) {
	var nilMap map[string]string
	type text string
	for _, c := range []struct {
		v    any
		want string
	}{
		{map[string]any{"b": nil, "a": true, "c": nilMap}, "<a>true</a><b>null</b><c></c>"},
		{map[text]text{"k": "v"}, "<k>v</k>"},
		{map[string]any{"u": uint8(3), "i": int64(-4), "f": 0.1, "g": float32(0.1)}, "<f>0.1</f><g>0.1</g><i>-4</i><u>3</u>"},
		{map[string]any{"a": math.Inf(1), "b": math.NaN(), "c": 5.0, "d": 1e-9}, "<a>+Inf</a><b>NaN</b><c>5</c><d>1e-09</d>"},
		{map[string]any{"n": json.Number("1.50"), "s": "1.50"}, "<n>1.50</n><s><![CDATA[1.50]]></s>"},
		{map[string]any{"tags": []string{"a", "b"}, "list": [][]int{{1}, {2, 3}}}, "<list><item><item>1</item></item><item><item>2</item><item>3</item></item></list><tags><tag>a</tag><tag>b</tag></tags>"},
		{map[string]any{"v": &xmlcall.Value{Name: "other", Text: "t"}}, "<v>t</v>"},
		{xmlcall.Value{Children: []*xmlcall.Value{{Name: "a"}}}, "<a></a>"},
		{map[string]any{"tool": 1, "thinking": []string{"x"}}, "<thinking ><item>x</item></thinking ><tool >1</tool >"},
		{map[string]any{"when": time.Unix(0, 0).UTC()}, "<when>1970-01-01T00:00:00Z</when>"},
		{map[string]any{"level": slog.LevelWarn}, "<level>WARN</level>"},
		{struct {
			*base
			Any  string   `xml:",any"`
			List []string `xml:"tags>tag"`
		}{}, ""},
		{struct {
			List []string `xml:"tags>tag"`
			P    *base    `xml:"p"`
		}{[]string{}, &base{}}, "<tags></tags><p><path></path><hidden></hidden></p>"},
	} {
		got := argumentsOf(t, c.v)
		lines := strings.Split(got, "\n")
		for i := range lines {
			lines[i] = strings.TrimLeft(lines[i], " ")
		}
		if got = strings.Join(lines, ""); got != c.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.v, got, c.want)
		}
	}
	if got := argumentsOf(t, map[string]any{"tags": []int{1}}, Options{ItemName: func(string) string { return "i" }}); !strings.Contains(got, "<i>1</i>") {
		t.Errorf("item name: %s", got)
	}
}
