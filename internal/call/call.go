package call

import (
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Call is one call with the facts about it. It is not safe for concurrent use.
type Call struct {
	// Block is the parsed block of the call.
	Block *xmlcall.Block
	// Tools are the available tools, and Tool the one that is called, nil if it is not
	// known.
	Tools *toolspec.Set
	Tool  *toolspec.Tool
	// MaxSize is the maximum size of a call in bytes.
	MaxSize int
	// Around are the facts that the text of the call does not show.
	Around Surroundings

	// Fate is what happens to the call in its surroundings, whatever the files are.
	Fate Fate
	// Files is what its tool does with the files of the workspace, nil if that is not known; see
	// [InFiles].
	Files *filetools.Result
	// Empty reports whether there is nothing between the tool tags.
	Empty bool
	// Payload is JSON in place of elements: a call in another format has one finding
	// rather than one for each character that XML would refuse.
	Payload Payload
	// Prose is the text between a mention of <tool> and the call that it swallowed, which is
	// not part of the call; see [Prose].
	Prose xmlcall.Span
	// Holes are the placeholders and similar places, in order. What is in them is not known: a problem, a
	// note, an issue and the outcome are those whatever is filled in.
	Holes []Hole

	outcome  xmlcall.Outcome            // see Outcome
	holeEnds []int                      // see Reach
	leftOut  map[xmlcall.ElementID]bool // see LeavesOut

	argumentsAt xmlcall.ElementID    // see ArgumentsElement; 0 if not computed yet
	known       []*toolspec.Argument // see Arguments
	knownAsked  bool
	scalars     []xmlcall.ElementID // see ScalarsOf

	byElement   map[xmlcall.ElementID][]xmlcall.Problem // see ProblemsIn
	notes       []notes.Note                            // see NotesOf
	notesAsked  bool
	issues      []toolspec.Issue // see AllIssues
	issuesAsked bool

	strays      []Stray // see Strays
	straysAsked bool
	structureOf xmlcall.ElementID // see HoldsStructure
	isStruct    bool
}

// New returns a call with the given available tools.
func New(b *xmlcall.Block, tools *toolspec.Set, around Surroundings) *Call {
	c := new(Call)
	c.Reset(b, tools, xmlcall.MaxSize, around)
	return c
}

// Reset makes c the call of another block, as [New] does, in the same memory. maxSize is the
// maximum size of a call in bytes.
func (c *Call) Reset(b *xmlcall.Block, tools *toolspec.Set, maxSize int, around Surroundings) {
	*c = Call{Block: b, Tools: tools, Tool: tools.Of(b), MaxSize: maxSize, Around: around}
	c.Empty = strings.TrimSpace(b.Slice(b.Element(0).Content())) == ""
	c.Payload = c.findPayload()
	if prose, ok := Prose(b); ok {
		c.Prose = prose
	}
	c.Holes = c.findHoles()
	c.indexHoles()
	if c.outcome = b.Verdict().Outcome; c.outcome == xmlcall.Refused && len(c.Holes) > 0 && !c.refused() {
		c.outcome = xmlcall.Runs
	}
}

// Outcome returns what the runtime does with the block.
func (c *Call) Outcome() xmlcall.Outcome { return c.outcome }

// Readable reports whether the runtime finds the block and can parse it, with or
// without its repair. It may still refuse the call for its content.
func (c *Call) Readable() bool {
	v := c.Block.Verdict()
	_, stops := v.At()
	return c.Block.Delimiters == xmlcall.Closed && (v.Outcome != xmlcall.Refused || !stops)
}

// ToolName returns the name of the tool that receives the arguments: for a call to
// run_custom_tool that of the custom tool, if it is known. The tool must be known.
func (c *Call) ToolName() string {
	if c.Tool.Custom {
		return c.Tool.Name
	}
	return c.Block.ToolName()
}

// TokenAt returns the token that starts at or spans offset. ok is false if there is
// none.
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

// Given returns the element of an argument that the tool gets, by a path such as "edits/0/search".
func (c *Call) Given(path string) (found xmlcall.ElementID, ok bool) {
	return c.Tool.Read(c.Block).Element(c.Block, path)
}
