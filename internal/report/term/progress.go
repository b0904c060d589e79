package term

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Progress is a line on a terminal that shows how much a run has read. It appears when the run takes longer than a
// second, is hidden while something else is written, and is gone at the end. A nil progress writes nothing.
type Progress struct {
	terminal *os.File
	out      io.Writer // to the terminal

	mu          sync.Mutex
	timer       *time.Timer // draws
	ended       bool
	shown       bool
	files, read int   // how many there are, 0 while they are looked for, and how many are read
	size, bytes int64 // of the files as they are on the disk
}

const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// NewProgress returns the progress of a run that writes to stdout and stderr; nil if it would
// not be seen, or would interfere: in CI, and beside a program that reads the output and may
// use the terminal itself.
func NewProgress(stdout, stderr io.Writer) *Progress {
	terminal, ok := stderr.(*os.File)
	if !ok || !IsTerminal(terminal) || os.Getenv("CI") != "" || os.Getenv("TERM") == "dumb" || isPipe(stdout) {
		return nil
	}
	p := &Progress{terminal: terminal, out: terminal}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(progressAfter, p.draw)
	return p
}

func isPipe(w io.Writer) bool {
	f, ok := fileOf(w)
	if !ok {
		return true // nobody knows what it is
	}
	info, err := f.Stat()
	return err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// Stop removes the line for good. To stop again does nothing.
func (p *Progress) Stop() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.ended = true
		p.clear()
	}
}

// Begin sets how many files there are, and their size in bytes.
func (p *Progress) Begin(files int, size int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files, p.size = files, size
}

// Add reports what was read since the last call.
func (p *Progress) Add(files int, bytes int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.read += files
	p.bytes += bytes
}

func (p *Progress) draw() {
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.timer.Reset(progressEvery)
	if err != nil || width < minWidth {
		return // it would not fit on a line
	}
	line := p.line()
	// The last column stays free: some terminals go on to the next line from there.
	_, _ = io.WriteString(p.out, "\r"+line[:min(len(line), width-1)]+eraseRight)
	p.shown = true
}

// line describes what is done: "read 3 of 20 files: 1.2 of 4.8 GB".
func (p *Progress) line() string {
	if p.files == 0 {
		return "looking for files"
	}
	line := fmt.Sprintf("read %s of %s", thousands.Separate(p.read), thousands.Count(p.files, "file"))
	unit, name := 1e6, "MB"
	if p.size >= 1e9 {
		unit, name = 1e9, "GB"
	}
	if p.size > 0 { // not of standard input; a file may have become longer
		line += fmt.Sprintf(": %.1f of %.1f %s", float64(min(p.bytes, p.size))/unit, float64(p.size)/unit, name)
	}
	return line
}

const eraseRight = "\x1b[K" // from the cursor to the end of the line

// clear removes the line until it is drawn again. The caller has locked p.
func (p *Progress) clear() {
	if p.shown {
		_, _ = io.WriteString(p.out, "\r"+eraseRight)
		p.shown = false
	}
}

// Beside returns a writer for output beside the line: w itself if that is not on a
// terminal.
func (p *Progress) Beside(w io.Writer) io.Writer {
	if p == nil || !IsTerminal(w) {
		return w
	}
	return besideProgress{p, w}
}

type besideProgress struct {
	*Progress
	w io.Writer
}

func (b besideProgress) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	return b.w.Write(text)
}
