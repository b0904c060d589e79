package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// measure adds a turn to a row, unless that is nil.
func (e *editor) measure(r *row, program int, turn func() time.Duration) {
	before := e.cpu()
	took := turn()
	if r != nil {
		m := &r.by[program]
		m.took, m.cpu = append(m.took, took), m.cpu+e.cpu()-before
	}
}

// starts measures the time from starting a process to the answer to initialize, and the memory of a server
// without documents.
func (s *settings) starts() {
	start, none := s.wants("start"), s.wants("memory/none")
	for range 20 {
		for i, p := range s.programs {
			e := p.connect()
			if start != nil {
				m := &start.by[i]
				m.took, m.cpu = append(m.took, e.answered), m.cpu+e.cpu()
			}
			if none != nil {
				none.by[i].bytes = e.memory("VmRSS")
			}
			e.end()
		}
	}
}

// opens measures the time from writing didOpen to the first diagnostics, each in a
// process of its own, and then in the same process again.
func (s *settings) opens(f form) {
	first, again := s.wants("open/"+f.String()), s.wants("open again/"+f.String())
	if first == nil && again == nil {
		return
	}
	text := f.text()
	for range max(3, 50/f.megabytes) {
		for i, p := range s.programs {
			e := p.connect()
			for _, r := range []*row{first, again} {
				e.measure(r, i, func() time.Duration { return e.open(f, text) })
				e.Notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, e.uri))
			}
			e.end()
		}
	}
}

// The places in which keys are typed, as the text before them.
const (
	inProse  = "Let me lo"
	inValue  = "// Escaped" // content with escapes
	inCDATA  = "// Verbatim"
	inDefect = "// Wrong" // the content of a call with a defect
)

// A key is a text that is typed somewhere, and then deleted.
type key struct{ name, place, text string }

// allKeys are all keys to measure.
var allKeys = []key{
	{"letter in prose", inProse, "x"},
	{"new line in prose", inProse, "\n"},
	{"< in prose", inProse, "<"},
	{"letter in a value", inValue, "x"},
	{"new line in a value", inValue, "\n"},
	{"< in a value", inValue, "<"},
	{"letter in CDATA", inCDATA, "x"},
	{"letter in a defective call", inDefect, "x"},
}

// edits returns the edit that types the key at a position, and the one that deletes it.
func (k key) edits(at wire.Position) []edit {
	to := wire.Position{Line: at.Line, Character: at.Character + 1}
	if k.text == "\n" {
		to = wire.Position{Line: at.Line + 1}
	}
	return []edit{{at, at, k.text}, {at, to, ""}}
}

// near returns the first place of a key after a fraction of a text, in percent, or the last one.
func (k key) near(text string, share int) wire.Position {
	from := len(text) / 100 * share
	at := strings.Index(text[from:], k.place)
	if at < 0 {
		from, at = 0, strings.LastIndex(text, k.place)
	}
	return wire.PositionOf(text, from+at+len(k.place), "utf-16")
}

// keys measures all keys in a text of a form, at its start, its
// middle and its end. The programs take turns.
func (s *settings) keys(f form) {
	rows := map[key]*row{}
	for _, k := range allKeys {
		if r := s.wants(fmt.Sprintf("keys/%v/%s", f, k.name)); r != nil {
			rows[k] = r
		}
	}
	if len(rows) == 0 {
		return
	}
	text := f.text()
	var editors []*editor
	for _, p := range s.programs {
		e := p.connect()
		defer e.end()
		e.open(f, text)
		editors = append(editors, e)
	}
	unmeasured := min(3, s.rounds/2) // first-time work is not part of a keystroke
	for _, k := range allKeys {
		r := rows[k]
		if r == nil {
			continue
		}
		for turn := range 3 * (unmeasured + s.rounds) {
			into := r
			if turn%(unmeasured+s.rounds) < unmeasured {
				into = nil
			}
			for _, ed := range k.edits(k.near(text, turn/(unmeasured+s.rounds)*50)) {
				for i, e := range editors {
					e.measure(into, i, func() time.Duration { return e.edit(ed) })
				}
			}
		}
	}
}

// memory measures the memory of servers after they have settled, and at its peak, with a document open and a
// few letters typed.
func (s *settings) memory(f form) {
	rows := map[string]*row{"VmRSS": s.wants("memory/" + f.String()), "VmHWM": s.wants("peak of memory/" + f.String())}
	if rows["VmRSS"] == nil && rows["VmHWM"] == nil {
		return
	}
	text := f.text()
	for i, p := range s.programs {
		e := p.connect()
		e.open(f, text)
		for range 5 {
			for _, ed := range allKeys[0].edits(allKeys[0].near(text, 50)) {
				e.edit(ed)
			}
		}
		time.Sleep(5 * time.Second)
		for field, r := range rows {
			if r != nil {
				r.by[i].bytes = e.memory(field)
			}
		}
		e.end()
	}
}

// memory returns a field of the status of a server, in bytes; zero if the system does not
// provide it.
func (e *editor) memory(field string) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.cmd.Process.Pid))
	_, after, _ := strings.Cut(string(status), "\n"+field+":")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " kB")
	n, _ := strconv.Atoi(number)
	return n << 10
}

// A form describes a generated text.
type form struct {
	megabytes int
	extension string
	defects   int // percentage of calls with a defect
}

func (f form) String() string {
	return fmt.Sprintf("%dMB/%s/%d%%", f.megabytes, f.extension[1:], f.defects)
}

// defects are wrong, in place of the end of a content.
var defects = []string{"if a && b {\n</content>", "x[y[0]]> 1 and x[y[0]]]> 2\n</content>", "// a call ends with </tool>\n</content>", "", "</contents>"}

// text returns the text of a form, the same each time: prose and a call in each kilobyte, a third of the contents
// in CDATA sections.
func (f form) text() string {
	r := rand.New(rand.NewPCG(12, uint64(f.megabytes)))
	var b bytes.Buffer
	for n := 0; b.Len() < f.megabytes<<20; n++ {
		b.WriteString(bench.Prose + "\n\n")
		if f.extension == ".md" && n%4 == 0 {
			fmt.Fprintf(&b, "## Step %d: the ring buffer\n\n", n)
		}
		content := "\n" + inValue + "\n"
		for len(content) < 700 {
			content += bench.Code[r.IntN(len(bench.Code))]
		}
		end := "</content>"
		if r.IntN(100) < f.defects {
			content, end = strings.Replace(content, inValue, inDefect, 1), defects[r.IntN(len(defects))]
		} else if n%3 == 1 {
			content = "<![CDATA[" + strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", inValue, inCDATA).Replace(content) + "]]>"
		}
		const call = "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n" +
			"  <path>internal/ring/ring_%d.go</path>\n  <content>%s%s\n</arguments>\n</tool>\n"
		text := fmt.Sprintf(call, n, content, end)
		if f.extension == ".md" {
			text = "```xml\n" + text + "```\n\n"
		}
		b.WriteString(text)
	}
	return b.String()
}
