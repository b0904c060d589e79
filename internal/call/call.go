package call

import (
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Call is one call with what is known about it. It is not safe for concurrent use.
type Call struct {
	// Block is the parsed block of the call.
	Block *xmlcall.Block
	// Tools are the available tools, and Tool the one that is called, nil if it is not known.
	Tools *toolspec.Set
	Tool  *toolspec.Tool
	// Around are the facts that the text of the call does not show.
	Around Surroundings

	// Reason is why the call has its outcome in its surroundings, whatever the files are.
	Reason Reason
	// Files is what its tool does with the files of the workspace, nil if that is not known; see [InFiles].
	Files *filetools.Result
	// Empty reports whether there is nothing between the tool tags.
	Empty bool
	// Payload is JSON in place of elements: a call in another format has one finding rather than one for
	// each character that XML would refuse.
	Payload Payload
	// Prose is the text between a mention of <tool> and the call that it swallowed, which is not part of
	// the call; see [Prose].
	Prose xmlcall.Span
	// Holes are the placeholders and similar places, in order. What is in them is not known: a problem, a
	// note, an issue and the outcome are those whatever is filled in.
	Holes []Hole

	outcome   xmlcall.Outcome   // see Outcome
	arguments xmlcall.ElementID // see ArgumentsElement
	elements  []element         // see walk
	reading   *toolspec.Reading // see Reading

	notes       []Note
	issues      []toolspec.Issue
	strays      []Stray
	markupPaths map[xmlcall.ElementID][]xmlcall.ElementID // see markupPathsOf
}

// New returns a call with the given available tools.
func New(b *xmlcall.Block, tools *toolspec.Set, around Surroundings) *Call {
	c := &Call{Block: b, Tools: tools, Tool: tools.Of(b), Around: around}
	c.walk(c.readScalars())
	c.Empty = strings.TrimSpace(b.Slice(b.Element(0).Content())) == ""
	c.Payload = c.findPayload()
	c.Prose, _ = Prose(b)
	c.Holes = c.findHoles()
	c.notes, c.issues = c.knownNotes(), c.knownIssues()
	c.strays = c.findStrays()
	if c.outcome = b.Verdict().Outcome; c.outcome == xmlcall.Refused && len(c.Holes) > 0 && !c.refused() {
		c.outcome = xmlcall.Runs
	}
	return c
}

// Outcome returns what the runtime does with the block.
func (c *Call) Outcome() xmlcall.Outcome { return c.outcome }

// Readable reports whether the runtime finds the block and can parse it, with or without its repair. It
// may still refuse the call for its content.
func (c *Call) Readable() bool {
	v := c.Block.Verdict()
	_, stops := v.At()
	return c.Block.Delimiters == xmlcall.Closed && (v.Outcome != xmlcall.Refused || !stops)
}

// ToolName returns the name of the tool that receives the arguments: for a call to run_custom_tool that of
// the custom tool, if it is known. The tool must be known.
func (c *Call) ToolName() string {
	if c.Tool.Custom {
		return c.Tool.Name
	}
	return c.Block.ToolName()
}

// TokenAt returns the token that starts at or spans offset. ok is false if there is none.
func (c *Call) TokenAt(offset int) (t xmlcall.Token, ok bool) {
	tokens := c.Block.Tokens
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Span().End > offset })
	if i < len(tokens) && tokens[i].Span().Start <= offset {
		return tokens[i], true
	}
	return t, false
}

// InFiles returns what a tool, which accepts the arguments as such, does with a call and the files of a
// workspace; nil if that is not known.
func InFiles(w *filetools.Workspace, tool *toolspec.Tool, b *xmlcall.Block) *filetools.Result {
	if tool == nil || tool.Custom { // which may have the name of another one
		return nil
	}
	return w.Do(tool.Name, tool.Read(b).Arguments)
}

// Reading returns what the call's tool receives, which must be known.
func (c *Call) Reading() *toolspec.Reading {
	if c.reading == nil {
		c.reading = c.Tool.Read(c.Block)
	}
	return c.reading
}

// Given returns the element of an argument that the tool gets, by a path such as "edits/0/search".
func (c *Call) Given(path string) (found xmlcall.ElementID, ok bool) {
	return c.Reading().Element(c.Block, path)
}

// ArgumentsElement returns the arguments element, or [xmlcall.NoElement].
func (c *Call) ArgumentsElement() xmlcall.ElementID { return c.arguments }

// IsArguments reports whether an element is the arguments of the call, or one of several of that name.
func (c *Call) IsArguments(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	return e.Parent() == c.Block.Envelope() && e.Local() == "arguments"
}

// InArguments reports whether an element is inside the arguments: a value, or part of one, rather than
// part of the envelope.
func (c *Call) InArguments(element xmlcall.ElementID) bool {
	return c.Block.Element(c.arguments).Content().Contains(c.Block.Element(element).Start())
}

// Defined reports whether the call has arguments, and its tool is known.
func (c *Call) Defined() bool { return c.Tool != nil && c.arguments != xmlcall.NoElement }

// HasChildren reports whether an element has child elements.
func (c *Call) HasChildren(element xmlcall.ElementID) bool {
	return c.Block.Element(element).HasChildren()
}

// has reports whether an element has a child of a name.
func (c *Call) has(parent xmlcall.ElementID, name string) bool {
	_, ok := c.Block.Child(parent, name)
	return ok
}

// Surroundings are the facts that the text of a call does not show: where it is, and what the live runtime does with
// the message around it. Spans are byte offsets into the text that contains the call's block, [xmlcall.Block.Text].
// The zero value is that of a call on its own.
type Surroundings struct {
	// MaxSize is the maximum size of the call in bytes.
	MaxSize int
	// Document reports whether the call is in a document, in which a part of it may be
	// left to a template or a program.
	Document bool
	// Joined reports whether the block is what the live runtime makes of several calls.
	Joined bool
	// CutOff reports whether the call is the last of a reply that ended at the token limit.
	CutOff bool
	// Long reports whether the call is in a message that is not read as a whole.
	Long bool
	// Placeholders are the parts that a template fills in, in order. They may be those of the whole text.
	Placeholders []xmlcall.Span
	// Source reports whether the text is a string of a program, and Computed are the
	// parts that the program computes, and the comments of a template, in order.
	Source   bool
	Computed []xmlcall.Span

	// InThinking reports whether the call is in thinking, and Thinking is its place: from the end of its <thinking>
	// to its </thinking>, or to the end of the text if it is unclosed.
	InThinking, ThinkingOpen bool
	Thinking                 xmlcall.Span
	// Thought is an element around the call in which other models think.
	Thought xmlcall.Span

	// Merged is the message about the calls of a reply of which this is not the first, and
	// MergedNote describes what happens to them; both are empty for any other call.
	Merged, MergedNote string
	// Unbounded reports whether the ends of messages are not known, so that the calls may belong to several.
	Unbounded bool
	// Earlier are the calls of the message before this one, in order, if this is the last; nil for any other call.
	Earlier []xmlcall.Span
	// StrayEnds are the unmatched </tool>: those after the previous call and before
	// this one, and for the last call those after it.
	StrayEnds []xmlcall.Span

	// Spoils are the calls of the message that do not run as they would on their own because
	// the runtime reads this one with them.
	Spoils []xmlcall.Span
}
