package prompt

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

// A known is a known piece of advice on writing calls.
type known struct {
	// topic is what it is about, and way how that is to be done: advice with the same topic and another way
	// contradicts it.
	topic, way string
	// sentence matches the advice in a sentence in lower case, without marks of Markdown. without matches what
	// such a sentence does not have, and prompt what nowhere in the prompt is: it completes the advice.
	sentence, without, prompt *regexp.Regexp
	// negative marks advice that itself is about what not to do. Other advice is negated by "never" and the like,
	// and is then against the way.
	negative bool
	// reply is a reply of a model that follows the advice, and shown the part of it that does. means is the
	// value of the argument content or message that the author of the advice expects, "" if it does not matter.
	reply, shown, means string
}

// knownText is the list of known advice: for each a line with topic and way, and below it, after a tab, its members
// by name. A reply is written as the value of a message, as the arguments of a tool by its name, or as a whole.
// ⏎ represents a line end.
//
//go:embed known.txt
var knownText string

// advices returns the known pieces of advice. What becomes of a reply is not written there: the reader decides.
var advices = sync.OnceValue(func() (list []known) {
	for line := range strings.Lines(strings.ReplaceAll(knownText, "⏎", "\x00")) {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\x00", "\n")
		member, below := strings.CutPrefix(line, "\t")
		if !below {
			topic, way, _ := strings.Cut(line, ": ")
			list = append(list, known{topic: topic, way: way})
			continue
		}
		list[len(list)-1].set(member)
	}
	return list
})

// set sets a member, which is written with its name before it.
func (k *known) set(member string) {
	switch name, value, _ := strings.Cut(member, " "); name {
	case "sentence":
		k.sentence = regexp.MustCompile(value)
	case "without":
		k.without = regexp.MustCompile(value)
	case "prompt":
		k.prompt = regexp.MustCompile(value)
	case "negative":
		k.negative = true
	case "means":
		k.means = value
	case "reply":
		k.reply = value
	case "shown":
		k.shown = value
	case "value":
		k.reply, k.shown = call("converse", "<message>"+value+"</message>"), value
	default:
		k.reply, k.shown = call(name, value), value
	}
}

// call returns a call of a built-in tool.
func call(tool, arguments string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>" + arguments + "</arguments>\n</tool>"
}
