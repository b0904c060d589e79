package corpus

import (
	"cmp"
	"slices"
	"strings"
)

// An Example is a call that does not run as written. It has no place: identical calls are
// one example.
type Example struct {
	Cause   string `json:"cause"`
	Prompt  string `json:"prompt,omitempty"`
	Tool    string `json:"tool"`
	Model   string `json:"model,omitempty"`
	Day     string `json:"day,omitempty"`
	Outcome string `json:"outcome"`
	Lost    bool   `json:"lost,omitempty"`
	// Text is the call, up to [MaxText] bytes of it.
	Text string `json:"text"`
	// Calls is the number of identical calls.
	Calls int64 `json:"calls"`
}

// key returns the text that distinguishes the example from others.
func (e *Example) key() string {
	return strings.Join([]string{e.Cause, e.Prompt, e.Tool, e.Model, e.Day, e.Outcome, e.Text}, "\x00")
}

// Limits on examples: per cause and prompt, and on the number of these.
const (
	perTopic  = 3
	maxTopics = 500
)

// A topic is the subject of examples.
type topic struct{ cause, prompt string }

func (t topic) text() string { return t.cause + "\x00" + t.prompt }

// examples is a sample: the examples of each topic with the smallest hashes, and
// therefore the same ones regardless of order. The topics kept are also those with the
// smallest hashes.
type examples struct {
	topics map[topic][]example // by hash
}

type example struct {
	Example
	hash uint64
	key  string
}

type topicHash struct {
	hash uint64
	text string
}

func newExamples() *examples { return &examples{topics: map[topic][]example{}} }

func (e *examples) add(f *Fact) {
	x := example{Example: Example{
		Cause: f.Cause, Prompt: f.Prompt, Tool: f.Tool, Model: f.Model, Day: f.Day, Outcome: f.Outcome, Lost: f.Lost,
		Text: f.Text, Calls: 1,
	}}
	x.key = x.Example.key()
	x.hash = hashKey(x.key)
	e.put(x)
}

func (e *examples) merge(o *examples) {
	for _, list := range o.topics {
		for _, x := range list {
			e.put(x)
		}
	}
}

// put adds an example, or counts it if it is already kept.
func (e *examples) put(x example) {
	about := topic{x.Cause, x.Prompt}
	list, known := e.topics[about]
	if !known && !e.admit(about) {
		return
	}
	at, found := slices.BinarySearchFunc(list, x, func(a, b example) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), strings.Compare(a.key, b.key))
	})
	switch {
	case found:
		list[at].Calls += x.Calls
	case at < perTopic:
		list = slices.Insert(list, at, x)
		e.topics[about] = list[:min(len(list), perTopic)]
	}
}

// admit reports whether a new topic must be kept, and evicts another one if there are too
// many.
func (e *examples) admit(about topic) bool {
	if len(e.topics) < maxTopics {
		return true
	}
	own := topicHash{hashKey(about.text()), about.text()}
	last := topicHash{}
	var drop topic
	for held := range e.topics {
		if h := (topicHash{hashKey(held.text()), held.text()}); h.compare(last) > 0 {
			last, drop = h, held
		}
	}
	if own.compare(last) > 0 {
		return false
	}
	delete(e.topics, drop)
	return true
}

func (h topicHash) compare(o topicHash) int {
	return cmp.Or(cmp.Compare(h.hash, o.hash), strings.Compare(h.text, o.text))
}

// sorted returns all examples, sorted by topic.
func (e *examples) sorted() []Example {
	list := []Example{}
	for _, of := range e.topics {
		for i := range of {
			list = append(list, of[i].Example)
		}
	}
	slices.SortFunc(list, func(a, b Example) int { return strings.Compare(a.key(), b.key()) })
	return list
}
