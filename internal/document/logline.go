package document

import "strings"

// stampLen returns the length of the date and time that a line of a log starts with, in
// brackets or without, or 0. A time without a date must have seconds.
func stampLen(line string) int {
	i := 0
	open := strings.HasPrefix(line, "[")
	if open {
		i++
	}
	date := pattern(line[i:], "0000-00-00") || pattern(line[i:], "0000/00/00")
	if date {
		i += len("0000-00-00")
		if i == len(line) || line[i] != 'T' && line[i] != ' ' {
			return 0
		}
		i++
	}
	if !pattern(line[i:], "00:00:00") {
		return 0
	}
	i += len("00:00:00")
	for i < len(line) && ('0' <= line[i] && line[i] <= '9' || strings.IndexByte(".,Z+-:", line[i]) >= 0) {
		i++ // a fraction, a zone
	}
	if open {
		if i == len(line) || line[i] != ']' {
			return 0
		}
		return i + 1
	}
	if i < len(line) && line[i] != ' ' && line[i] != '\t' && line[i] != '|' {
		return 0
	}
	return i
}

// pattern reports whether s starts like a pattern, in which 0 is any digit.
func pattern(s, want string) bool {
	if len(s) < len(want) {
		return false
	}
	for i := range len(want) {
		if digit := '0' <= s[i] && s[i] <= '9'; digit != (want[i] == '0') || !digit && s[i] != want[i] {
			return false
		}
	}
	return true
}

// speakerOfLog returns the speaker that a line of a log names after its time:
// "[assistant]", "INFO assistant: …", "| user |", "role=tool". A word alone is part of
// the logged text: "INFO user logged in".
func speakerOfLog(rest string) (speaker, string) {
	const most = 5 // fields: a level, a logger, a thread
	fields := strings.Fields(rest)
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
	return somebody, ""
}
