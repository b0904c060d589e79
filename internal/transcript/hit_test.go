package transcript

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestHitFormats checks that a call in each text format is a hit, in each spelling of JSON.
func TestHitFormats(t *testing.T) {
	archive, err := txtar.ParseFile("textcall/testdata/formats.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".calls") {
			continue
		}
		for _, escape := range []bool{false, true} {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(escape)
			if err := e.Encode(map[string]string{"content": strings.TrimSpace(string(f.Data))}); err != nil {
				t.Fatal(err)
			}
			line := b.String()
			if Hit(line) < 0 {
				t.Errorf("%s: no hit in %s", f.Name, line)
			}
			if line = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(line, "｜", `\uff5c`), "▁", `\u2581`), "‖", `\u2016`); Hit(line) < 0 {
				t.Errorf("%s: no hit in %s", f.Name, line)
			}
		}
	}
}
