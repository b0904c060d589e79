package call

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Context is what is known about a call besides its text.
type Context struct {
	// Tools are the available tools; the arguments of a tool that is not among them are not known.
	Tools *toolspec.Set
	// MaxSize is the size in bytes above which the runtime refuses a call; 0 means that of the Forge runtime.
	MaxSize int
	// Complete reports whether only white space follows the text up to the end of its message.
	Complete bool
	// After is the text after the call, up to the next call or the end of the message.
	After string
	// Document reports whether the call is in a document: thinking is not removed from it.
	Document bool
	// Holes are the parts of the text that represent something else, such as
	// placeholders of a template, sorted by start. Nothing in them is a defect.
	Holes []xmlcall.Span
}

// An Intent is the intent of the author of a call.
type Intent struct {
	// Text is the call as it should have been written, as far as that is certain. It
	// includes text before the call: a mention of <tool> that swallowed it.
	Text string
	// Doubts are the places whose meaning is not certain. A call without doubts is certain.
	Doubts []Doubt
	// Tool is the name of the tool.
	Tool string
	// Values are the values that the tool receives from Text: the result of
	// [toolspec.Tool.Read] for a known tool, otherwise the tree of the arguments. They
	// can be compared by [reflect.DeepEqual]. They are set only if the call is Certain.
	Values any
	// Structural reports whether there is a defect in the tags of the call or its
	// arguments, rather than only in the text of values.
	Structural bool
	// Swallowed reports whether the text starts with a mention of <tool> that swallowed the call.
	Swallowed bool
	// Extras are the parts of Text that no tool receives: text between elements, unknown elements, attributes,
	// prefixes, comments. A fix must not drop them silently.
	Extras []string
	// Fields are the values of the fields that are certain on their own, by path. They
	// are known even if the call as a whole is not certain.
	Fields map[string]string

	written *stage // the call as it is written
}

// Certain reports whether the call has exactly one meaning.
func (in *Intent) Certain() bool { return len(in.Doubts) == 0 }

// Doubtful reports whether there is a doubt about a field, given its path, or about anything in it or around it.
func (in *Intent) Doubtful(path string) bool {
	within := func(path, around string) bool {
		rest, ok := strings.CutPrefix(path, around)
		return ok && (rest == "" || rest[0] == '/')
	}
	return slices.ContainsFunc(in.Doubts, func(d Doubt) bool { return within(path, d.Path) || within(d.Path, path) })
}

// PathAt returns the path of the value that contains a span of the call as it is written, as in [Doubt.Path]. ok is
// false for a span that is not in one.
func (in *Intent) PathAt(span xmlcall.Span) (path string, ok bool) {
	scalar, ok := in.written.scalarAround(span)
	if ok {
		path = in.written.path(scalar)
	}
	return path, ok
}

// Same reports whether a later intent of the call has the same meaning, or the same doubts.
func (in *Intent) Same(later *Intent) bool {
	if in.Certain() {
		return later.Certain() && in.Tool == later.Tool && reflect.DeepEqual(in.Values, later.Values) && slices.Equal(in.Extras, later.Extras)
	}
	for _, d := range in.Doubts {
		if _, found := slices.BinarySearchFunc(later.Doubts, d, compareDoubts); !found {
			return false
		}
	}
	for path, value := range in.Fields {
		if now, ok := later.Fields[path]; !ok || now != value {
			return false
		}
	}
	return true
}

// RunsAs reports whether a run is that of the intended call, which must be certain.
func (in *Intent) RunsAs(run Run) bool {
	return in.Certain() && run.Same(Run{OK: true, Tool: in.Tool, Values: in.Values})
}

// A Doubt is a place of a call whose meaning is not certain.
type Doubt struct {
	// Path is the path of the field: "content", "edits/edit/search", or "" for the call itself.
	Path string
	// Why names the defect in a word or two. Two doubts with the same path and name are one.
	Why string
}

// IntentOf returns the intent of the author of the call that is text: from its <tool>, or a tag that was intended to
// be one, to the end of its </tool>, or of the </tool> that belongs to it if one in a value cuts it short.
func IntentOf(text string, o Context) *Intent {
	in := &Intent{Text: text, Fields: map[string]string{}}
	var prefix strings.Builder
	for range 12 { // each stage handles the defects that the previous one uncovered
		c := newStage(text, o)
		if in.written == nil {
			in.written = c
		}
		if prose, ok := Prose(c.Block); ok && !goesOnAfter(o.After) {
			at, found := xmlcall.Find(text, prose.Start)
			if !found {
				break
			}
			in.Swallowed = true
			prefix.WriteString("&lt;tool&gt;" + text[prose.Start:at]) // the mention is text, and the call after it is read next
			text, o.Holes = text[at:], shiftAll(o.Holes, -at)
			continue
		} else if ok { // all of this is in a value
			c.doubtAt(c.Block.Envelope(), endAfter)
		} else {
			c.correct()
		}
		for path, value := range c.fields {
			if _, known := in.Fields[path]; !known {
				in.Fields[path] = value
			}
		}
		in.Structural = in.Structural || c.structural
		in.Tool = strings.TrimSpace(c.Block.ToolName())
		if len(c.doubts) > 0 {
			in.Doubts = c.sortedDoubts()
			in.Text = prefix.String() + text
			return in
		}
		if len(c.edits) == 0 {
			in.Text = prefix.String() + text
			in.Values, in.Extras = c.values(), c.extras()
			return in
		}
		corrected, holes, ok := apply(text, c.edits, o.Holes)
		if !ok || corrected == text {
			break
		}
		text, o.Holes = corrected, holes
	}
	in.Text = prefix.String() + text
	in.Doubts, in.Structural = []Doubt{{Why: tooManyCorrections}}, true
	return in
}

// A stage is one of [IntentOf]: a call as its text is read, with its corrections or doubts.
type stage struct {
	*Call
	o    Context
	text string

	edits      []Edit
	doubts     []Doubt
	doubtful   map[doubtKey]bool // those in doubts
	fields     map[string]string
	structural bool
	names      map[string]bool // see toolNames

	later   []xmlcall.ElementID // scalars whose end is known only after the other corrections
	cut     cut                 // see findCut
	claimed []xmlcall.Span      // JSON, whose characters are not defects of their own
}

func newStage(text string, o Context) *stage {
	b := parse(text, o)
	c := &stage{Call: &Call{Block: b, Tools: o.Tools, Tool: o.Tools.Of(b)}, o: o, text: text, fields: map[string]string{}, doubtful: map[doubtKey]bool{}}
	if name := strings.TrimSpace(b.ToolName()); c.Tool == nil && name != "" {
		c.Tool = o.Tools.Find(b.ServerName(), name)
	}
	c.walk(func(i, around xmlcall.ElementID) xmlcall.ElementID {
		if around == xmlcall.NoElement && b.Element(i).Parent() != xmlcall.NoElement && c.isScalar(i) {
			return i
		}
		return around
	})
	c.number()
	c.cut = c.findCut()
	return c
}

// parse reads the call that a text starts with.
func parse(text string, o Context) *xmlcall.Block {
	return xmlcall.NewParser(text, xmlcall.Options{MaxSize: o.MaxSize, Live: !o.Document, Holes: o.Holes}).At(0)
}

// correct collects the corrections or the doubts of one stage. Problems that refuse the
// call come first: only without them the rest is known.
func (c *stage) correct() {
	if c.escaped() || c.inSection() || c.legacyJSON() {
		return
	}
	if c.brokenTags(); len(c.edits) > 0 {
		c.structural = true
		return
	}
	for _, steps := range [][]func(){
		{c.jsonArguments, c.jsonLists, c.form, c.tags, c.contents, c.postponed, c.nameFirst},
		{c.envelope},
		{c.structure},
		{c.doubt},
	} {
		for _, step := range steps {
			step()
		}
		if len(c.edits) > 0 || len(c.doubts) > 0 {
			return
		}
	}
}

// nameFirst corrects the envelope first where the tags are certain and only values are in doubt: once the tool is known,
// its values may be certain, too.
func (c *stage) nameFirst() {
	if len(c.doubts) == 0 || slices.ContainsFunc(c.Block.Problems, func(p xmlcall.Problem) bool { return !p.Kind.Repairable() }) {
		return
	}
	edits, doubts := c.edits, c.doubts
	c.edits, c.doubts = nil, nil
	if c.envelope(); len(c.edits) == 0 || len(c.doubts) > 0 {
		c.edits, c.doubts = edits, doubts
	}
}

// postponed adds doubts about the values that are left for a later stage, if no correction leads to one.
func (c *stage) postponed() {
	if len(c.edits) > 0 {
		return
	}
	for _, scalar := range c.later {
		c.doubtAt(scalar, endInText)
	}
}

// MaxFindings is the maximum number of doubts about a call, and of findings of a rule about it: a call with more is not a
// call with a few slips. If it has more doubts, nothing in it is certain.
const MaxFindings = 1000

// doubtAt adds a doubt about an element, unless it is there.
func (c *stage) doubtAt(element xmlcall.ElementID, why string) {
	switch at := (doubtKey{element, why}); {
	case c.doubtful[at]:
	case len(c.doubts) == MaxFindings: // the paths of deep elements take long
		c.structural = true
	default:
		c.doubtful[at] = true
		c.doubts = append(c.doubts, Doubt{Path: c.path(element), Why: why})
	}
}

// A doubtKey tells doubts apart without their paths.
type doubtKey struct {
	element xmlcall.ElementID
	why     string
}

// tooManyCorrections is the doubt about a call in which each correction uncovers another defect.
const tooManyCorrections = "no end of corrections"

func compareDoubts(x, y Doubt) int {
	return cmp.Or(strings.Compare(x.Path, y.Path), strings.Compare(x.Why, y.Why))
}

func (c *stage) sortedDoubts() []Doubt {
	slices.SortStableFunc(c.doubts, compareDoubts)
	return slices.CompactFunc(c.doubts, func(x, y Doubt) bool { return compareDoubts(x, y) == 0 })
}
