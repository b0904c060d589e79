package diagnostics

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/edits"
	"github.com/entrhq/forge-lsp/text"
)

// An editTest is a document to edit.
type editTest struct {
	text    string
	kind    document.Kind
	options string // one of the keys of editOptions
}

// editOptions are the options with which texts are read.
var editOptions = map[string]Options{"default": {}, "styled": styled, "NoTools()": NoTools(), "results": {ToolResults: true}, "examples": {Purpose: document.Example}, "prompt": {Purpose: document.Prompt}}

// editChain makes a chain of edits, and returns the failures that it finds.
func editChain(source *edits.Source, setup setup, number uint64, count *counts) string {
	r := rand.New(rand.NewPCG(7, number))
	test := editTest{kind: []document.Kind{document.Reply, document.Document, document.Log, document.Auto, document.Prose}[r.IntN(5)]}
	test.options = []string{"default", "prompt", "styled", "NoTools()"}[r.IntN(4)]
	drawn := source.Chain(r)
	switch {
	case number%5 == 2:
		test.kind, test.text, drawn = document.JSON, source.JSON(r, 300+r.IntN(setup.text)), drawn.In(edits.JSON)
		if r.IntN(3) == 0 {
			test.options = "results"
		}
	case number%10 == 4:
		test.kind, test.text, drawn = document.YAML, source.YAML(r, 300+r.IntN(setup.text)), drawn.In(edits.YAML)
	case number%5 == 4:
		test.kind = []document.Kind{document.Go, document.Go, document.JavaScript, document.Python}[r.IntN(4)]
		test.text, drawn = source.Go(r, 300+r.IntN(setup.text)), drawn.In(edits.Go)
	case number%5 == 1:
		test.kind = []document.Kind{document.Prose, document.Prose, document.Prose, document.Reply, document.Log}[r.IntN(5)]
		test.text, drawn = source.Transcript(r, 300+r.IntN(setup.text)), drawn.In(edits.Transcript)
		if r.IntN(4) == 0 {
			test.options = "results"
		}
	case setup.long:
		test.text = source.Long(r, setup.text)
	default:
		test.text = source.Text(r, 300+r.IntN(setup.text))
	}
	d := editOptions[test.options].Open(text.New(test.text), test.kind)
	var chain []edits.Edit
	for step := range chainLength {
		if d.Text().Len() > 3*len(test.text)+1000 {
			break // pasted too often
		}
		old := d
		cuts := old.cuts()
		e := drawn.Next(old.Text().String(), cuts)
		chain = append(chain, e)
		look := looks{check: !setup.long || step%4 == 3, fixes: number%4 == 0 && step%8 == 7, meanwhile: number%8 == 1}
		next, why := edited(old, e, look)
		if why != "" {
			return test.report(setup, chain, why)
		}
		d = next
		count.edits++
		if e.IsLarge(cuts) {
			count.large++
		}
		count.compare(old, d)
	}
	return ""
}

// looks are the ways to examine a document.
type looks struct {
	check     bool // compare the findings
	fixes     bool // and the proofs of their fixes
	meanwhile bool // also for the document during the edits
}

// edited makes an edit and returns the resulting failure.
func edited(d *Document, e edits.Edit, look looks) (next *Document, why string) {
	defer func() {
		if r := recover(); r != nil {
			why = fmt.Sprintf("panic: %v", r)
		}
	}()
	before := ""
	var group sync.WaitGroup
	if look.check && look.meanwhile {
		group.Go(func() { before = differs(d, look.fixes) })
	}
	next = d.With(nil).Edit(e.From, e.To, e.With) // as the server does
	if look.check {
		why = differs(next, look.fixes)
	}
	if group.Wait(); before != "" {
		return nil, "before it, while it is made: " + before
	}
	return next, why
}

// fails makes a chain of edits and returns the failure after one of them, or "".
func (test *editTest) fails(start string, chain []edits.Edit) (why string) {
	d := editOptions[test.options].Open(text.New(start), test.kind)
	for _, e := range chain {
		if d, why = edited(d, e, looks{check: true, fixes: true}); why != "" {
			break
		}
	}
	return why
}

// report prints the last edits of a chain that fail without those before them, and how to reproduce it.
func (test *editTest) report(setup setup, chain []edits.Edit, why string) string {
	start := test.text
	for len(chain) > 1 {
		next := chain[0].Apply(start)
		again := test.fails(next, chain[1:])
		if again == "" {
			break
		}
		start, chain, why = next, chain[1:], again
	}
	return fmt.Sprintf("after %v of a %v of %q, with chunks of %d bytes, messages of %d, options %s\n%s",
		chain, test.kind, start, setup.chunk, setup.message, test.options, why)
}

// counts are statistics about the edits.
type counts struct {
	edits   int
	large   int // see edits.Edit.IsLarge
	several int // on documents of four chunks or more
	chunks  int // after these
	kept    int // chunks that were not read again
}

func (c *counts) add(o counts) {
	c.edits += o.edits
	c.large += o.large
	c.several += o.several
	c.chunks += o.chunks
	c.kept += o.kept
}

func (c counts) String() string {
	return fmt.Sprintf("%d edits, %d of them across chunks or with a mark; %d in texts of four chunks or more, which kept %d of %d", c.edits, c.large, c.several, c.kept, c.chunks)
}

// compare counts the chunks that an edit kept.
func (c *counts) compare(before, after *Document) {
	if len(before.chunks) < 4 {
		return
	}
	known := map[*result]bool{}
	for i := range before.chunks {
		known[before.chunks[i].result] = true
	}
	c.several++
	c.chunks += len(after.chunks)
	for i := range after.chunks {
		if known[after.chunks[i].result] {
			c.kept++
		}
	}
}
