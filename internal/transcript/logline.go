package transcript

import (
	"slices"
	"strings"
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

// levels are the words for the severity of a line of a log.
var levels = []string{
	"trace", "debug", "info", "notice", "warn", "warning", "error", "err",
	"fatal", "critical", "panic",
}

// isLogLine reports whether a line starts as those of logs do: with a time, or with a level in capitals or marks.
func isLogLine(line string) bool {
	fields := strings.Fields(line[:min(len(line), maxHead)])
	for i, field := range fields[:min(len(fields), 5)] { // after a date, a time, a host and a thread
		word := strings.Trim(strings.TrimPrefix(field, "level="), "[](){}<>|:,")
		if slices.Contains(levels, strings.ToLower(word)) && (word == strings.ToUpper(word) || word != field) {
			return true
		}
		if i < 3 && isTime(word) {
			return true
		}
	}
	return false
}

// isTime reports whether a word is a time such as 10:00:01, with a date or without, or the number of seconds
// since 1970.
func isTime(word string) bool {
	digits, colons, others := 0, 0, 0
	for i := range len(word) {
		switch c := word[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c == ':':
			colons++
		case strings.IndexByte("TZ+-.,/", c) < 0:
			others++
		}
	}
	return others == 0 && (digits >= 6 && colons >= 2 || digits >= 10)
}
