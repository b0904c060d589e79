package stats

import (
	"fmt"
	"path"
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
		var f RetryFinder
		for i, call := range strings.Fields(calls) {
			info := CallInfo{Number: i + 1, Reply: !strings.Contains(call, "?"), Refused: strings.Contains(call, "!"), Apart: strings.HasPrefix(call, "|")}
			name := strings.Trim(call, "|!?")
			if number, rest, ok := strings.Cut(name, "."); ok {
				info.Message, _ = strconv.Atoi(number)
				name = rest
			}
			info.Server, info.Tool = path.Split(name)
			f.Add(info, func(r Retry) {
				if r.Of > 0 {
					call += fmt.Sprint(">", r.Of-1)
				}
				if r.Chain > 0 {
					call += fmt.Sprint(":", r.After+1)
				}
				if r.Of > 0 && r.Recovered {
					call += "+"
				}
				got = append(got, call)
			})
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
	var f RetryFinder
	for range maxWaiting + 1 {
		f.Add(CallInfo{Tool: "a", Reply: true, Refused: true}, func(r Retry) { chains[r.Chain]++ })
	}
	f.Flush()
	if len(chains) != 2 || chains[maxWaiting] != maxWaiting || chains[1] != 1 {
		t.Errorf("%v calls are in chains of these lengths", chains)
	}
}
