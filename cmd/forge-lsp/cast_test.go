//go:build slow

package main

import (
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestCast writes the picture in README.md: a terminal in which the commands of a first session run, with what
// the program prints. The lines appear one command after the other where CSS animations run, and are all there
// where they do not.
func TestCast(t *testing.T) {
	var c cast
	t.Run("record", func(t *testing.T) {
		t.Chdir(t.TempDir())
		disk.Write(t, ".", map[string]string{"reply.xml": castCall})
		show := func(args ...string) {
			_, stdout, stderr := runCommand(t, "", append(args, "--color", "always")...)
			c.add("forge-lsp "+strings.Join(args, " "), stdout+stderr)
		}
		c.add("cat reply.xml", castCall)
		show("check", "reply.xml")
		show("check", "--fix", "reply.xml")
		text, err := os.ReadFile("reply.xml")
		if err != nil {
			t.Fatal(err)
		}
		c.add("grep path reply.xml", lineWith(string(text), "<path>"))
	})
	golden.File(t, "../../docs/images/check.svg", []byte(c.svg()))
}

func lineWith(text, part string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			return line
		}
	}
	return ""
}

const (
	castColumns    = 100
	castFontSize   = 13                  // pixels
	castCharWidth  = castFontSize * 0.61 // no narrower than the fonts of the style
	castLineHeight = 18
	castMargin     = 16
)

// A cast is what a terminal shows, command by command.
type cast struct {
	steps [][]string // lines with ANSI colors
}

// add adds a command and what it printed, with long lines wrapped.
func (c *cast) add(command, output string) {
	lines := []string{"\x1b[32m$\x1b[0m \x1b[1m" + command + "\x1b[22m"}
	for line := range strings.Lines(strings.TrimRight(output, "\n")) {
		lines = append(lines, wrapped(strings.TrimRight(line, "\n"))...)
	}
	c.steps = append(c.steps, append(lines, ""))
}

var ansi = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*m") })

// wrapped cuts a line before the word that goes beyond castColumns characters, colors not counted, or within
// it where the line has no blank.
func wrapped(line string) []string {
	var lines []string
	start, column := 0, 0
	blank, blankColumn := 0, 0 // after the last blank
	for i := 0; i < len(line); {
		if m := ansi().FindStringIndex(line[i:]); m != nil && m[0] == 0 {
			i += m[1]
			continue
		}
		if column == castColumns {
			if blank <= start {
				blank, blankColumn = i, column
			}
			lines, start, column = append(lines, line[start:blank]), blank, column-blankColumn
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		i, column = i+n, column+1
		if r == ' ' {
			blank, blankColumn = i, column
		}
	}
	return append(lines, line[start:])
}

const castStyle = `
svg { --paper: #fbfbfa; --edge: #d0d7de; --ink: #24292f; --red: #b3261e; --green: #1a7f37; --yellow: #8a5a00; --cyan: #0b6f85; --dim: #6e7781; }
@media (prefers-color-scheme: dark) {
  svg { --paper: #161b22; --edge: #30363d; --ink: #d6dde4; --red: #ff7b72; --green: #56d364; --yellow: #e3b341; --cyan: #56c8d8; --dim: #8b949e; }
}
text { font: %dpx ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--ink); white-space: pre; }
rect { fill: var(--paper); stroke: var(--edge); }
.b { font-weight: bold; } .red { fill: var(--red); } .green { fill: var(--green); } .yellow { fill: var(--yellow); } .cyan { fill: var(--cyan); } .dim { fill: var(--dim); }
@keyframes appear { from { visibility: hidden; } to { visibility: visible; } }
@media (prefers-reduced-motion: no-preference) { g { animation: appear both step-end; } }
`

// svg draws the terminal. Each step appears so many seconds after the one before it as it takes to read that.
func (c *cast) svg() string {
	var b strings.Builder
	count := 0
	for _, lines := range c.steps {
		count += len(lines)
	}
	width, height := int(castColumns*castCharWidth)+2*castMargin, (count-1)*castLineHeight+2*castMargin
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\" role=\"img\">\n", width, height)
	fmt.Fprintf(&b, "<style>"+castStyle+"</style>\n", castFontSize)
	fmt.Fprintf(&b, "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width-1, height-1)
	y, seconds := castMargin+castFontSize, 0.0
	for _, lines := range c.steps {
		fmt.Fprintf(&b, "<g style=\"animation-duration: %.1fs\">\n", seconds)
		for _, line := range lines {
			if line != "" {
				fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", castMargin, y, spans(line))
			}
			y += castLineHeight
		}
		b.WriteString("</g>\n")
		seconds += 1 + 0.15*float64(len(lines))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// classes are those of the style, by the parameters of ANSI that the program prints.
var classes = map[string]string{"1": "b", "31": "red", "32": "green", "33": "yellow", "36": "cyan", "90": "dim"}

// spans returns a line with ANSI colors as the content of an SVG text.
func spans(line string) string {
	var b strings.Builder
	on := ""
	write := func(text string) {
		switch {
		case text == "":
		case on == "":
			b.WriteString(html.EscapeString(text))
		default:
			fmt.Fprintf(&b, "<tspan class=\"%s\">%s</tspan>", on, html.EscapeString(text))
		}
	}
	for line != "" {
		m := ansi().FindStringIndex(line)
		if m == nil {
			break
		}
		write(line[:m[0]])
		on = ""
		for parameter := range strings.SplitSeq(line[m[0]+2:m[1]-1], ";") {
			if class := classes[parameter]; class != "" {
				on = strings.TrimSpace(on + " " + class)
			}
		}
		line = line[m[1]:]
	}
	write(line)
	return b.String()
}
