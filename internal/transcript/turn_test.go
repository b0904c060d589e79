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
	}{
		{"nothing", "", "", ""},
		{"no user", "", turnText + turnText, turnText + turnText},
		{"a user", "", turnText + turnUser + turnText + turnCall1 + turnResult + turnText, turnText + turnCall1 + turnResult + turnText},
		{"the user is last", "", turnText + turnUser, ""},
		{"what a program wrote for the user", "", turnUser + turnText + turnMeta + turnText, turnText + turnMeta + turnText},
		{"answered before", "", turnUser + turnText + turnHook + turnText, turnText},
		{"held up before", "", turnUser + turnText + turnBlocked + turnText, turnText},
		{"somebody else has the words", "", turnUser + turnQuoted + turnResult + turnText, turnQuoted + turnResult + turnText},
		{"a line that is being written", "", turnUser + turnText + turnCut, turnText + turnCut},
		{"a line of a whole session", "", turnMany + turnMany, `"},{"role":"assistant","content":"d"}]}` + "\n"},
		{"empty lines", "", turnUser + "\n\r\n" + turnText + "\n", "\n\r\n" + turnText + "\n"},
		{"a call", "t1", turnUser + turnText + turnCall1, turnText + turnCall1},
		{"a call and what comes after it", "t1", turnUser + turnText + turnCall1 + turnCall2 + turnResult + turnText, turnText + turnCall1},
		{"a second call at once", "t2", turnUser + turnText + turnCall1 + turnCall2, turnCall2},
		{"a second call", "t2", turnUser + turnText + turnCall1 + turnResult + turnText + turnCall2, turnText + turnCall2},
		{"a call that is not there yet", "t3", turnUser + turnText + turnCall1, ""},
		{"a call of which only the result is there", "t1", turnUser + turnText + turnResult, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			turn := LastTurn(test.text, "said: ", test.call)
			got := test.text[min(max(turn.Start, turn.After), turn.End):turn.End]
			if got = strings.TrimPrefix(got, rest); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestTurnPlaces checks that a message of a user starts a turn beside a tool result, and beside others on its line.
func TestTurnPlaces(t *testing.T) {
	both := `{"messages":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"tool_result","content":"b"}]}]}` + "\n"
	for _, first := range []string{both, turnMany} {
		if turn := LastTurn(first+turnText, "said: ", ""); turn.Start != 0 || turn.After == 0 || turn.After > len(first) {
			t.Errorf("%q: %+v", first, turn)
		}
	}
}

// rest is the text after a message on its line.
const rest = `"}}` + "\n"
