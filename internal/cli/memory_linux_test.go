package cli

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFileMappings checks that only mappings that are equal to their files are dropped.
func TestFileMappings(t *testing.T) {
	got := fileMappings([]byte(`00400000-0125b000 r-xp 00000000 fe:01 7 /usr/bin/forge-lsp
Rss:               10484 kB
Private_Dirty:     10484 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
0125b000-02252000 r--p 00e5b000 fe:01 7 /usr/bin/forge-lsp
Private_Dirty:         4 kB
Anonymous:             4 kB
02252000-02366000 rw-p 01e52000 fe:01 7 /usr/bin/forge-lsp
Anonymous:             0 kB
7f0000000000-7f0000001000 r--p 00000000 00:00 0 [vvar]
7f0000002000-7f0000003000 r--p 00000000 fe:01 8 /lib/with blank.so (deleted)
Anonymous:             0 kB
7f0000003000-7f0000004000 r--p 00000000 00:00 0
Anonymous:             4 kB
`))
	want := []mapping{{0x400000, 0x125b000}, {0x7f0000002000, 0x7f0000003000}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(mapping{})); diff != "" {
		t.Error(diff)
	}
}

// TestDropProgram checks that the program goes on without its pages, most of which it does not
// need.
func TestDropProgram(t *testing.T) {
	resident := func() int {
		text, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(text), "RssFile:")
		n, err := strconv.Atoi(strings.Fields(after)[0])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := resident()
	DropProgram()
	if after := resident(); after > before/2 {
		t.Errorf("%d KB, then %d", before, after)
	}
}
