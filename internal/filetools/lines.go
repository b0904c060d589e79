package filetools

import "strings"

// lines are some lines of a text, with ends of LF or CR LF.
type lines struct {
	text   string
	starts []int32 // of each, and of one more: maxText bytes are enough
}

func linesOf(text string) lines {
	starts := make([]int32, 1, strings.Count(text, "\n")+2)
	for at := 0; ; {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return lines{text, append(starts, int32(len(text)+1))}
		}
		at += n + 1
		starts = append(starts, int32(at))
	}
}

func (l lines) len() int { return max(0, len(l.starts)-1) }

func (l lines) start(i int) int { return int(l.starts[i]) }

// line returns a line without its end.
func (l lines) line(i int) string {
	return strings.TrimSuffix(l.text[l.starts[i]:l.starts[i+1]-1], "\r")
}

// slice returns the lines from one to another.
func (l lines) slice(from, to int) lines { return lines{l.text, l.starts[from : to+1]} }

// all returns the lines to compare.
func (l lines) all() []line {
	list := make([]line, l.len())
	for i := range list {
		list[i].text = l.line(i)
	}
	return list
}

// joined returns the lines with ends of one byte.
func (l lines) joined() string {
	if l.len() == 0 {
		return ""
	}
	text := l.text[l.starts[0] : l.starts[l.len()]-1]
	return strings.ReplaceAll(strings.TrimSuffix(text, "\r"), "\r\n", "\n")
}
