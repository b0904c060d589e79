package stats

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// TestRetryFinder checks which calls are retries. A call is written as the name of its tool, with
// "!" if it is refused, "?" if nobody meant to run it, and "|" before the first call of another session, and
// the number of its message with ".". The result has ":" and the length of the rest of its chain, ">" and the number of the call that it retries, and "+" if that recovered.
func TestRetryFinder(t *testing.T) {
	for calls, want := range map[string]string{
		"a b":        "a b",
		"a! a! a a":  "a!:3 a!>0:2+ a>0:1+ a",
		"a! b! b":    "a!:1 b!:2 b>1:1+",
		"a! a!":      "a!:2 a!>0:1",
		"a! a? a":    "a!:1 a? a",
		"a!? a":      "a!? a",
		"a! |a":      "a!:1 |a",
		"a! other/a": "a!:1 other/a",
		"! !":        "! !",
		"1.a! 1.a":   "1.a!:1 1.a",
		"1.a! 2.a":   "1.a!:2 2.a>0:1+",
	} {
		var got []string
		numbers := map[string]int{}
		f := RetryFinder[string]{
			Info: func(call *string) CallInfo {
				name, _, _ := strings.Cut(strings.TrimLeft(*call, "|"), "#")
				message := 0
				if number, rest, ok := strings.Cut(name, "."); ok {
					message, _ = strconv.Atoi(number)
					name = rest
				}
				server, tool, ok := strings.Cut(strings.TrimRight(name, "!?"), "/")
				if !ok {
					server, tool = "local", server
				}
				return CallInfo{
					Message: message,
					Server:  server, Tool: tool, Reply: !strings.Contains(*call, "?"), Refused: strings.Contains(*call, "!"),
					Apart: strings.HasPrefix(*call, "|"),
				}
			},
			Out: func(call *string, r Retry[string]) {
				text, _, _ := strings.Cut(*call, "#")
				if r.Of != nil {
					text += fmt.Sprint(">", numbers[*r.Of])
				}
				if r.Chain > 0 {
					text += fmt.Sprint(":", r.After+1)
				}
				if r.Of != nil && r.Recovered {
					text += "+"
				}
				got = append(got, text)
			},
		}
		for i, call := range strings.Fields(calls) {
			call += fmt.Sprint("#", i)
			numbers[call] = i
			f.Add(call)
		}
		f.Flush()
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", calls, got, want)
		}
	}
}

// TestRetryLimit checks that a chain without an end is cut, and that no call is lost.
func TestRetryLimit(t *testing.T) {
	chains := map[int]int{}
	f := RetryFinder[int]{
		Info: func(*int) CallInfo { return CallInfo{Tool: "a", Reply: true, Refused: true} },
		Out:  func(_ *int, r Retry[int]) { chains[r.Chain]++ },
	}
	for i := range maxWaiting + 1 {
		f.Add(i)
	}
	f.Flush()
	if len(chains) != 2 || chains[maxWaiting] != maxWaiting || chains[1] != 1 {
		t.Errorf("%v calls are in chains of these lengths", chains)
	}
}
