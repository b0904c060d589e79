package corpus

import (
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

type exampleSample struct{ sample[Example] }

func newExamples() *exampleSample {
	return &exampleSample{sample[Example]{
		per: perTopic, most: maxTopics, topics: map[string]*sampled[Example]{},
		again: func(held, e *Example) { held.Calls += e.Calls },
		keep:  func(e Example) Example { return e },
	}}
}

func (e *exampleSample) add(f *Fact) {
	e.put(Example{
		Cause: f.Cause, Prompt: f.Prompt, Tool: f.Tool, Model: f.Model, Day: f.Day, Outcome: f.Outcome, Lost: f.Lost,
		Text: f.Text, Calls: 1,
	})
}

func (e *exampleSample) put(x Example) {
	e.sample.add(x.Cause+"\x00"+x.Prompt, x.key(), x, x.Calls)
}

func (e *exampleSample) sorted() []Example {
	list := []Example{}
	for _, of := range e.topics {
		for i := range of.values {
			list = append(list, of.values[i].value)
		}
	}
	slices.SortFunc(list, func(a, b Example) int { return strings.Compare(a.key(), b.key()) })
	return list
}
