package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
)

// A speaker is the author of a message of a transcript, as far as it matters for calls.
type speaker uint8

const (
	somebody speaker = iota // a line of a log that does not name anybody
	agent
	person
	system
	tool
)

// A Role is the author of a message of a transcript.
type Role = json.Role

// The roles.
const (
	Unknown = json.Unknown // the author is not known, or it is not a message of a transcript
	Agent   = json.Agent   // a model, whose text contains calls
	System  = json.System  // the author of the agent's instructions
	User    = json.User    // the person or program that talks to the agent
	Tool    = json.Tool    // the result of a tool
)

// roleOf are the roles of speakers.
var roleOf = [...]Role{somebody: Unknown, agent: Agent, person: User, system: System, tool: Tool}

// speakers are the words for a speaker that labels use. Words that headings and keys of
// ordinary prose use as well, such as "result", "output" or "question", are omitted: a
// message would be split at each of them.
var speakers = map[string]speaker{
	"assistant": agent, "ai": agent, "agent": agent, "model": agent, "bot": agent, "llm": agent, "forge": agent,
	"chatgpt": agent, "gpt": agent, "claude": agent, "gemini": agent, "copilot": agent, "cursor": agent,
	"user": person, "human": person, "you": person,
	"system": system, "developer": system,
	"tool": tool, "function": tool, "observation": tool,
}

// additions are the words that may follow a speaker in a label: "User question",
// "ChatGPT said".
var additions = map[string]bool{
	"said": true, "says": true, "message": true, "response": true, "reply": true, "answer": true, "question": true,
	"prompt": true, "query": true, "request": true, "input": true, "output": true, "turn": true,
}

// results are the words that make a label with "tool" in it that of a tool result:
// "Tool 'read_file' result".
var results = map[string]bool{"result": true, "results": true, "output": true, "response": true, "error": true}

// speakerOf returns the speaker that a label names, without the marks that a transcript
// puts around it: "🤖 Assistant (10:03)", "Turn 3: User", "tool_result". A sentence that
// starts with such a word is not a label, nor is a name such as user_id.
func speakerOf(label string) (who speaker, word string, ok bool) {
	word, rest, ok := cutWord(label)
	switch word {
	case "turn", "message", "step", "round":
		word, rest, ok = cutWord(rest)
	}
	who, known := speakers[word]
	if !ok || !known {
		return 0, "", false
	}
	if who == tool && word != "observation" {
		return toolLabel(word, rest)
	}
	after := strings.TrimLeft(rest, " ")
	switch {
	case after == "":
		return who, word, true
	case isLetter(after[0]) && after[0] != '_' && after[0] < 0x80:
		next, _, _ := cutWord(after)
		return who, word, additions[next]
	case after == rest && strings.IndexByte("_-'./", rest[0]) >= 0:
		return 0, "", false
	}
	return who, word, after[0] >= 0x80 || strings.IndexByte("([|:#-0123456789", after[0]) >= 0
}

// toolLabel is speakerOf for a label that starts with "tool" or "function". A tool call
// is not a tool result.
func toolLabel(word, rest string) (who speaker, _ string, ok bool) {
	after := strings.TrimLeft(rest, " ")
	if word == "tool" && (after == "" || strings.IndexByte("([|:", after[0]) >= 0) {
		return tool, word, true
	}
	const most = 6 // words of a tool's name
	for range most {
		i := strings.IndexFunc(rest, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' })
		if i < 0 {
			break
		}
		var next string
		if next, rest, ok = cutWord(rest[i:]); !ok {
			break
		}
		if results[next] {
			return tool, "result", true
		}
	}
	return 0, "", false
}

// maxWord is longer than all words that are searched for, in bytes.
const maxWord = 16

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
			if end-i > maxWord {
				return "", "", false
			}
			return strings.ToLower(s[i:end]), s[end:], true
		case c < 0x80 && strings.IndexByte(" 0123456789.()[]#:*_|>~-", c) < 0:
			return "", "", false
		}
	}
	return "", "", false
}
