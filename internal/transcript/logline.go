package transcript

import (
	"regexp"
	"strings"
	"sync"
)

// maxHead is the number of bytes that are examined where a text may have any length: before the record on a line of a
// log, at each end of a line, in a name, and at the start of an item.
const maxHead = 1 << 10

// recordIn returns the offset of the record on a line, an object or a list of objects: the start of the line, or after
// what a log writes there, such as a time and a level. ok is false if there is none; the line is then read from its
// start.
func recordIn(line string) (at int, ok bool) {
	start := len(line) - len(strings.TrimLeft(line, " \t"))
	switch rest := line[start:]; {
	case rest == "":
		return 0, false
	case rest[0] == '{':
		return 0, startsObject(rest)
	case rest[0] == '"':
		return 0, false
	case rest[0] == '[':
		inner := strings.TrimLeft(rest[1:], " \t\r\n")
		if inner == "" || strings.IndexByte("{[\"]", inner[0]) >= 0 {
			return 0, startsObject(inner)
		}
		// "[2026-11-25 …] {": a list of other values does not end before an object.
		rest = rest[:min(len(rest), maxHead)]
		end := strings.IndexByte(rest, ']')
		if end < 0 || strings.IndexByte(rest[:end], '{') >= 0 || strings.IndexByte(rest[:end], '\n') >= 0 {
			return 0, false
		}
		start += end
	}
	head, _, _ := strings.Cut(line[:min(len(line), maxHead)], "\n")
	for i := start; ; i++ {
		n := strings.IndexByte(head[min(i, len(head)):], '{')
		if n < 0 {
			return 0, false
		}
		if i += n; !startsObject(line[i:]) || strings.TrimLeft(line[i+1:], " \t\r\n") == "" {
			continue
		}
		if Candidate(head[:i]) >= 0 {
			return 0, false // "<tool>{": the text before the object matters
		}
		if before := strings.TrimRight(head[start:i], " \t"); strings.HasSuffix(before, "[") {
			return start + len(before) - 1, true
		}
		return i, true
	}
}

// logLine matches the start of a line as those of logs are: with a time, or with a level in capitals or marks; after a date, a
// host and a thread.
var logLine = lazy(`^\s*(?:\S+\s+){0,2}` + marks + `*` + timeWord + marks + `*(?:\s|$)` +
	`|^\s*(?:\S+\s+){0,4}(?:(?:level=|` + marks + `+)(?i:` + levels + `)` + marks + `*|(?i:` + levels + `)` + marks + `+|` + strings.ToUpper(levels) + `)(?:\s|$)`)

const (
	levels = `trace|debug|info|notice|warn|warning|error|err|fatal|critical|panic`
	marks  = `[\[(){}<>|:,]`
	// timeWord matches a time such as 10:00:01, with a date or without, or the number of seconds since 1970.
	timeWord = `[\d.,/TZ+-]*(?:\d\d:\d\d:\d\d|\d{4}[-/]?\d\d[-/]?\d\d[T-]?\d\d:?\d\d|\d{10})[\d.,:/TZ+-]*`
)

func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

func isLogLine(line string) bool { return logLine().MatchString(line[:min(len(line), maxHead)]) }
