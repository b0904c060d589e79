package inspect

import (
	"bufio"

	"github.com/entrhq/forge-lsp/internal/report"
)

// A jsonView writes {"version":1,"files":[{"path":"a","calls":[…],"text_calls":[…]}],"summary":{…}}
// incrementally: a large file is never in memory. Text calls are those in formats of other runtimes.
type jsonView struct {
	out    *bufio.Writer
	begun  bool // there is a file
	calls  int  // of the file
	texts  []*textCall
	native []*nativeCall
}

func (v *jsonView) file(path string) {
	if v.calls, v.texts, v.native = 0, nil, nil; v.begun {
		v.out.WriteByte(',')
	} else {
		v.start()
	}
	v.out.WriteString(`{"path":`)
	v.value(path)
	v.out.WriteString(`,"calls":[`)
}

// start writes what is before the first file.
func (v *jsonView) start() {
	v.begun = true
	v.out.WriteString(`{"version":`)
	v.value(report.JSONVersion)
	v.out.WriteString(`,"files":[`)
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
	if !v.begun {
		v.start()
	}
	v.out.WriteString(`],"summary":`)
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
