package check

import (
	"errors"
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/internal/cache"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// recall returns the facts about a target in its entry, and false if the entry is damaged.
func (c *checker) recall(t *target, out *checked) bool {
	out.src, out.target, out.Config = t.Source, t, t.settings.Configuration
	if t.excluded {
		out.Err = workspace.ErrSkipped
		return true
	}
	if t.entry.Data == wasSkipped {
		out.Err = workspace.ErrSkipped
		return true
	}
	data, hadTools := strings.CutPrefix(t.entry.Data, withTools)
	if hadTools {
		out.Tools = t.settings.ToolSet()
	}
	var r report.Report
	out.after = func() report.Report { return r }
	return report.Decode(data, t.Path, &r)
}

// What the data of an entry is, or starts with before the report.
const (
	wasSkipped = "skipped"
	withTools  = "tools" // its calls were checked against tools
)

// entryOf returns the entry to keep for a file, without the report, or nil: for a file that
// changed while it was read, or that is so new that it could change without a visible
// difference.
func (c *checker) entryOf(out *checked, content cache.Sum) *cache.Entry {
	t := out.target
	if c.cache == nil || t == nil || !t.stamped || out.Err != nil && !errors.Is(out.Err, workspace.ErrSkipped) {
		return nil
	}
	racy := t.stamp.Racy(c.cache.began)
	if now, ok := cache.StampOf(t.File); !ok || now != t.stamp || racy && content == (cache.Sum{}) {
		return nil
	}
	return &cache.Entry{Stamp: t.stamp, Racy: racy, Context: t.sum, Content: content}
}

// recognized returns the entry of a file with the same content, whose stamp differs or is not
// reliable.
func (c *checker) recognized(t *target, content cache.Sum) (out checked, ok bool) {
	if t.entry == nil || content == (cache.Sum{}) || t.entry.Content != content {
		return out, false
	}
	if ok = c.recall(t, &out); ok {
		out.entry = c.entryOf(&out, content)
	}
	return out, ok
}

// contentOf returns the sum of a text that was read, or zero if it is not needed: searching
// a text without calls for calls takes less time.
func (c *checker) contentOf(out *checked) (sum cache.Sum) {
	if c.cache != nil && out.Tools != nil && !out.src.Compressed && out.target.stamped {
		sum = cache.SumOfContent(out.Text)
	}
	return sum
}

// note keeps the entry of a file without a report. It is called for one file at a time.
func (c *checker) note(file *checked) {
	switch {
	case c.cache == nil || file.target == nil:
	case file.entry == nil && file.target.settled && !file.target.excluded:
		c.cache.Keep(file.target.entry)
	case file.entry != nil && file.Err != nil:
		file.entry.Data = wasSkipped
		c.cache.Put(file.target.name(), *file.entry)
	}
}

// keep keeps the report on a file whose text was written. With a baseline, the remaining
// findings depend on other files.
func (c *checker) keep(file *checked, r *report.Report, text *writtenText) {
	if file.entry == nil || text.tooMuch || c.baseline != nil && r.Count+r.Known > 0 {
		return
	}
	file.entry.Data = report.Encode(r, string(text.text))
	if file.Tools != nil {
		file.entry.Data = withTools + file.entry.Data
	}
	c.cache.Put(file.target.name(), *file.entry)
}

// A writtenText is the text of a report as written, unless it is too large to keep.
type writtenText struct {
	text    []byte
	tooMuch bool
}

func (w *writtenText) add(text string) {
	if w.tooMuch = w.tooMuch || len(w.text)+len(text) > cache.MaxEntry; w.tooMuch {
		w.text = nil
		return
	}
	w.text = append(w.text, text...)
}

// of returns a text, which is added as it is read; nil for nil.
func (w *writtenText) of(text iter.Seq[string]) iter.Seq[string] {
	if text == nil {
		return nil
	}
	return func(yield func(string) bool) {
		for piece := range text {
			w.add(piece)
			if !yield(piece) {
				return
			}
		}
	}
}
