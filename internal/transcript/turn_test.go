package transcript

import (
	"strings"
	"testing"
)

// The lines of a session, named by their author.
const (
	turnUser    = `{"type":"user","sessionId":"s","message":{"role":"user","content":"Go on."}}` + "\n"
	turnMeta    = `{"type":"user","isMeta":true,"sessionId":"s","message":{"role":"user","content":"A skill."}}` + "\n"
	turnText    = `{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"I see."}]}}` + "\n"
	turnCall1   = `{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{}}]}}` + "\n"
	turnCall2   = `{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Read","input":{}}]}}` + "\n"
	turnResult  = `{"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"said: x"}]}}` + "\n"
	turnHook    = `{"type":"attachment","sessionId":"s","attachment":{"type":"hook_additional_context","content":["said: y"]}}` + "\n"
	turnBlocked = `{"type":"user","isMeta":true,"sessionId":"s","message":{"role":"user","content":"Stop hook feedback:\nsaid: y"}}` + "\n"
	turnQuoted  = `{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"said: y"}]}}` + "\n"
	turnCut     = `{"type":"user","sessionId":"s","message":{"role":"user","content":"Go`
	turnMany    = `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"},{"role":"assistant","content":"d"}]}` + "\n"
)

func TestTurn(t *testing.T) {
	for _, test := range []struct {
		name, call string
		text, want string // the turn, without the text before it on its first line
		done       bool
	}{
		{"nothing", "", "", "", false},
		{"no user", "", turnText + turnText, turnText + turnText, false},
		{"a user", "", turnText + turnUser + turnText + turnCall1 + turnResult + turnText, turnText + turnCall1 + turnResult + turnText, true},
		{"the user is last", "", turnText + turnUser, "", true},
		{"what a program wrote for the user", "", turnUser + turnText + turnMeta + turnText, turnText + turnMeta + turnText, true},
		{"answered before", "", turnUser + turnText + turnHook + turnText, turnText, true},
		{"held up before", "", turnUser + turnText + turnBlocked + turnText, turnText, true},
		{"somebody else has the words", "", turnUser + turnQuoted + turnResult + turnText, turnQuoted + turnResult + turnText, true},
		{"a line that is being written", "", turnUser + turnText + turnCut, turnText + turnCut, true},
		{"a line of a whole session", "", turnMany + turnMany, `"},{"role":"assistant","content":"d"}]}` + "\n", true},
		{"empty lines", "", turnUser + "\n\r\n" + turnText + "\n", "\n\r\n" + turnText + "\n", true},
		{"a call", "t1", turnUser + turnText + turnCall1, turnText + turnCall1, true},
		{"a call and what comes after it", "t1", turnUser + turnText + turnCall1 + turnCall2 + turnResult + turnText, turnText + turnCall1, true},
		{"a second call at once", "t2", turnUser + turnText + turnCall1 + turnCall2, turnCall2, true},
		{"a second call", "t2", turnUser + turnText + turnCall1 + turnResult + turnText + turnCall2, turnText + turnCall2, true},
		{"a call that is not there yet", "t3", turnUser + turnText + turnCall1, "", false},
		{"a call of which only the result is there", "t1", turnUser + turnText + turnResult, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines := strings.SplitAfter(test.text, "\n")
			for _, pieces := range [][]string{{test.text}, lines} {
				turn := Turn{Answered: "said: ", Call: test.call}
				got, done := "", false
				for i := len(pieces) - 1; i >= 0 && !done; i-- {
					var from, after, to int
					from, after, to, done = turn.In(pieces[i])
					if after > from {
						from = min(after, to)
					}
					got = pieces[i][from:to] + got
				}
				if got = strings.TrimPrefix(got, rest); got != test.want || done != test.done {
					t.Errorf("in %d pieces %q, %v; want %q, %v", len(pieces), got, done, test.want, test.done)
				}
			}
		})
	}
}

// TestTurnPlaces checks that a message of a user starts a turn beside a tool result, and beside others on its line.
func TestTurnPlaces(t *testing.T) {
	both := `{"messages":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"tool_result","content":"b"}]}]}` + "\n"
	for _, first := range []string{both, turnMany} {
		turn := Turn{}
		if from, after, _, done := turn.In(first + turnText); !done || from != 0 || after == 0 || after > len(first) {
			t.Errorf("%q: from %d, after %d, %v", first, from, after, done)
		}
	}
}

// rest is the text after a message on its line.
const rest = `"}}` + "\n"
