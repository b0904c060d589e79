package main

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/schema"
)

// TestJSON validates what check and inspect print about all examples.
func TestJSON(t *testing.T) {
	for _, args := range [][]string{{"check", "--statistics"}, {"inspect"}} {
		_, out, errs := runCommand(t, "", append(args, "--format", "json", "../../examples")...)
		if errs != "" {
			t.Fatal(errs)
		}
		schema.Validate(t, args[0], out)
	}
}
