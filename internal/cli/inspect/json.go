package inspect

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/report"
)

// A jsonView writes {"version":1,"files":[{"path":"a","calls":[…],"text_calls":[…]}],"summary":{…}}
// incrementally: a large file is never in memory. Text calls are those in formats of other runtimes.
type jsonView struct {
	out    *bufio.Writer
	before string // what is written before the next file, or the end of the list
	calls  int    // of the file
	texts  []*textCall
	native []*nativeCall
}

func newJSONView(out *bufio.Writer) *jsonView {
	return &jsonView{out: out, before: fmt.Sprintf(`{"version":%d,"files":[`, report.JSONVersion)}
}

func (v *jsonView) file(path string) {
	v.calls, v.texts, v.native = 0, nil, nil
	v.out.WriteString(v.before + `{"path":`)
	v.value(path)
	v.out.WriteString(`,"calls":[`)
	v.before = ","
}

func (v *jsonView) call(c *inspectedCall) {
	switch shown := c.shown.(type) {
	case *textCall:
		v.texts = append(v.texts, shown)
	case *nativeCall:
		v.native = append(v.native, shown)
	default:
		if v.calls++; v.calls > 1 {
			v.out.WriteByte(',')
		}
		v.value(shown)
	}
}

func (v *jsonView) end(*inspectedSummary) {
	v.out.WriteByte(']')
	if len(v.texts) > 0 {
		v.out.WriteString(`,"text_calls":`)
		v.value(v.texts)
	}
	if len(v.native) > 0 {
		v.out.WriteString(`,"native":`)
		v.value(v.native)
	}
	v.out.WriteByte('}')
}

func (v *jsonView) finish(total *inspectedSummary, _ string) {
	v.out.WriteString(strings.TrimSuffix(v.before, ",") + `],"summary":`)
	v.value(total)
	v.out.WriteString("}\n")
}

// value writes a value.
func (v *jsonView) value(value any) {
	text, err := report.JSON(value)
	if err != nil {
		panic(err) // its content cannot cause an error
	}
	v.out.WriteString(text)
}
