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

// A topic is the subject of examples.
type topic struct{ cause, prompt string }

func (t topic) text() string { return t.cause + "\x00" + t.prompt }

type exampleSample struct{ sample[topic, Example] }

func newExamples() *exampleSample {
	return &exampleSample{sample[topic, Example]{
		per: perTopic, most: maxTopics, text: topic.text, topics: map[topic]*sampled[Example]{},
		again: func(held, e *Example) { held.Calls += e.Calls },
	}}
}

func (e *exampleSample) add(f *Fact) {
	e.put(Example{
		Cause: f.Cause, Prompt: f.Prompt, Tool: f.Tool, Model: f.Model, Day: f.Day, Outcome: f.Outcome, Lost: f.Lost,
		Text: f.Text, Calls: 1,
	})
}

func (e *exampleSample) put(x Example) {
	e.sample.add(topic{x.Cause, x.Prompt}, x.key(), x, x.Calls, func(x Example) Example { return x })
}

func (e *exampleSample) merge(o *exampleSample) { e.sample.merge(&o.sample) }

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
