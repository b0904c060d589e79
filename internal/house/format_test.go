package house

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"testing"
)

// checkFormat finds the Go files that gofmt would write otherwise.
func checkFormat(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	for _, name := range goFiles(t, tree) {
		source := []byte(read(t, tree, name))
		formatted, err := format.Source(source)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(source, formatted) {
			breaches = append(breaches, fmt.Sprintf("%s is not formatted: run gofmt -w %[1]s", name))
		}
	}
	return breaches
}

func TestFormat(t *testing.T) {
	runBreaches(t, checkFormat, []breachTest{
		{name: "formatted", files: map[string]string{"a.go": "package a\n\nvar x, y = 1, 2\n"}},
		{name: "not formatted", files: map[string]string{"a.go": "package a\n\nvar x,y = 1,2\n"}, want: "gofmt -w a.go"},
		{name: "test data", files: map[string]string{"testdata/a.go": "package a\n\nvar x,y = 1,2\n"}},
	})
}
