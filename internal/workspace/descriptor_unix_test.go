//go:build unix

package workspace

import (
	"fmt"
	"os"
	"testing"
)

// TestDescriptors checks that a descriptor, in which form a shell passes a pipe, is read
// although it is not a file.
func TestDescriptors(t *testing.T) {
	if _, err := os.Stat("/dev/fd"); err != nil {
		return // the system does not have any
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString("text"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	name := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if text, err := (&Source{Path: name, File: name}).Read(nil); text != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}
