package document

import (
	"slices"
	"strings"
)

// speakers are the words for a speaker that labels use. Words that headings and keys of
// ordinary prose use as well, such as "result", "output" or "question", are omitted: a
// message would be split at each of them.
var speakers = map[string]Role{
	"assistant": Agent, "ai": Agent, "agent": Agent, "model": Agent, "bot": Agent, "llm": Agent, "forge": Agent,
	"chatgpt": Agent, "gpt": Agent, "claude": Agent, "gemini": Agent, "copilot": Agent, "cursor": Agent,
	"user": User, "human": User, "you": User,
	"system": System, "developer": System,
	"tool": Tool, "function": Tool, "observation": Tool,
}

// additions are the words that may follow a speaker in a label: "User question",
// "ChatGPT said".
var additions = []string{
	"said", "says", "message", "response", "reply", "answer", "question",
	"prompt", "query", "request", "input", "output", "turn",
}

// toolResult finds the words that make a label with "tool" in it that of a tool result, after at most five others:
// "Tool 'read_file' result".
var toolResult = lazy(`(?i)^[^a-z]*(?:[a-z]+[^a-z]+){0,5}(?:results?|output|response|error)(?:[^a-z]|$)`)

// speakerOf returns the speaker that a label names, without the marks that a transcript
// puts around it: "🤖 Assistant (10:03)", "Turn 3: User", "tool_result". A sentence that
// starts with such a word is not a label, nor is a name such as user_id.
func speakerOf(label string) (who Role, word string, ok bool) {
	word, rest, ok := cutWord(label)
	if numbered(word) {
		word, rest, ok = cutWord(rest)
	}
	who, known := speakers[word]
	if !ok || !known {
		return 0, "", false
	}
	if who == Tool && word != "observation" {
		return toolLabel(word, rest)
	}
	after := strings.TrimLeft(rest, " ")
	switch {
	case after == "":
		return who, word, true
	case isLetter(after[0]) && after[0] != '_' && after[0] < 0x80:
		next, _, _ := cutWord(after)
		return who, word, slices.Contains(additions, next)
	case after == rest && strings.IndexByte("_-'./", rest[0]) >= 0:
		return 0, "", false
	}
	return who, word, after[0] >= 0x80 || strings.IndexByte("([|:#-0123456789", after[0]) >= 0
}

// numbered reports whether a word may be before a speaker, with a number.
func numbered(word string) bool {
	return word == "turn" || word == "message" || word == "step" || word == "round"
}

// toolLabel is speakerOf for a label that starts with "tool" or "function". A tool call
// is not a tool result.
func toolLabel(word, rest string) (who Role, _ string, ok bool) {
	after := strings.TrimLeft(rest, " ")
	if word == "tool" && (after == "" || strings.IndexByte("([|:", after[0]) >= 0) {
		return Tool, word, true
	}
	if toolResult().MatchString(rest) {
		return Tool, "result", true
	}
	return 0, "", false
}

// cutWord returns the first word of s in lower case and the text after it. The word may
// follow a number, an emoji and the like, but nothing that makes it part of a name, a
// path or a variable.
func cutWord(s string) (word, rest string, ok bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			end := i + 1
			for end < len(s) && 'a' <= s[end]|0x20 && s[end]|0x20 <= 'z' {
				end++
			}
			return strings.ToLower(s[i:end]), s[end:], true
		case c < 0x80 && strings.IndexByte(" 0123456789.()[]#:*_|>~-", c) < 0:
			return "", "", false
		}
	}
	return "", "", false
}

// stamps are the forms of a time with its date, or alone, in which 0 is any digit. A fraction and a zone may follow.
var stamps = [...]string{"00:00:00", "0000-00-00 00:00:00", "0000-00-00T00:00:00", "0000/00/00 00:00:00", "0000/00/00T00:00:00"}

// afterStamp returns what follows the time that a line of a log starts with, in brackets or without.
func afterStamp(line string) (rest string, ok bool) {
	s, bracket := strings.CutPrefix(line, "[")
	for _, form := range stamps {
		if !hasForm(s, form) {
			continue
		}
		rest = strings.TrimLeft(s[len(form):], "0123456789.,Z+:-")
		if bracket {
			return strings.CutPrefix(rest, "]")
		}
		return rest, rest == "" || strings.IndexByte(" \t|", rest[0]) >= 0
	}
	return "", false
}

// hasForm reports whether a text starts with a form, in which 0 is any digit.
func hasForm(s, form string) bool {
	for i := range len(form) {
		if i == len(s) || s[i] != form[i] && (form[i] != '0' || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

// speakerOfLog returns the speaker that a line of a log names after its time:
// "[assistant]", "INFO assistant: …", "| user |", "role=tool". A word alone is part of
// the logged text: "INFO user logged in".
func speakerOfLog(rest string) (Role, string) {
	const most = 5 // fields: a level, a logger, a thread
	fields := make([]string, 0, most+1)
	for field := range strings.FieldsSeq(rest) {
		if fields = append(fields, field); len(fields) > most {
			break
		}
	}
	for i, field := range fields[:min(len(fields), most)] {
		name, named := strings.CutPrefix(field, "role=")
		inner := strings.Trim(name, `[](){}<>*|":`)
		if inner == name && !named {
			// Between two bars: "10:00:00 | user | hello".
			if i == 0 || i+1 == len(fields) || fields[i-1] != "|" || fields[i+1] != "|" {
				continue
			}
		}
		if who, word, ok := speakerOf(inner); ok {
			return who, word
		}
	}
	return Unknown, ""
}
