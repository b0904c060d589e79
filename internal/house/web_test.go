package house

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// heavy are packages, with those below them, that the page's program must not have: nothing
// in a browser needs them, and whoever opens the page loads them.
var heavy = []string{
	"os/exec", "html/template", "text/template", "database/sql", "testing", "net/http", "crypto/tls",
	"go.uber.org/zap",
	"github.com/fsnotify/fsnotify",
	"github.com/klauspost/compress",
	"github.com/modelcontextprotocol/go-sdk",
	"github.com/parquet-go/parquet-go",
	"github.com/spf13/cobra",
	"github.com/invopop/jsonschema",
	"google.golang.org/protobuf",
}

// TestPageProgram looks at all that web/wasm is built of.
func TestPageProgram(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "../../web/wasm")
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, module+"/lsp") {
		t.Fatalf("web/wasm has no server: %v", packages)
	}
	for _, p := range packages {
		for _, root := range heavy {
			if within(p, root) {
				t.Errorf("web/wasm is built of %s, which makes the page larger: see with go mod why which import leads there", p)
			}
		}
	}
}
