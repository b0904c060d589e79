package diagnostics

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// unseen are the shapes that are calls only if the session is known to have the tool: damaged ones, and those that other
// text has as well.
var unseen = []string{
	"claude rivoke", "claude blank", "claude smart quotes", "dsml doubled bars", "dsml other bars", "dsml blanks and smart quotes",
	"hermes attribute", "llama bare", "olmo", "gemma no tokens", "tool attributes", "tool elements", "codex patch",
}

// TestTextCallsAreShown checks that no call in another format passes in silence, whatever the session shows: it is
// counted, in the words of the summary, and has a finding unless the session shows that the format runs.
func TestTextCallsAreShown(t *testing.T) {
	archive, err := txtar.ParseFile("../internal/transcript/textcall/testdata/formats.txtar")
	if err != nil {
		t.Fatal(err)
	}
	quoted := func(text string) string {
		json, _ := json.Marshal(text)
		return string(json)
	}
	const (
		tools = `"tools":[{"type":"function","function":{"name":"Bash"}},{"type":"function","function":{"name":"read_file"}},{"type":"function","function":{"name":"apply_patch"}}]`
		call  = `{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"Bash","arguments":"{}"}}]}`
	)
	shown, silent := 0, 0
	for i := 0; i+1 < len(archive.Files); i += 2 {
		shape, wrote := archive.Files[i].Name, strings.TrimSuffix(string(archive.Files[i].Data), "\n")
		calls := strings.Count(string(archive.Files[i+1].Data), " in ")
		said := `{"role":"assistant","content":` + quoted(wrote) + `}`
		for session, file := range map[string]string{
			"native":  `{"messages":[` + call + `,` + said + `],` + tools + `}`,
			"taught":  `{"messages":[{"role":"system","content":` + quoted("Write calls like this:\n"+wrote) + `},` + said + `]}`,
			"neither": `{"messages":[` + said + `]}`,
		} {
			d := Options{}.Open(text.New(file), document.JSON)
			sum, seen := d.Summary(), 0
			for _, f := range sum.Formats {
				seen += f.Calls
			}
			found := len(slices.Collect(d.Diagnostics()))
			switch {
			case seen+sum.Leaked+sum.Calls >= calls && (found > 0 || session == "taught" || sum.Calls > 0) && !strings.HasPrefix(sum.String(), "0 calls"):
				shown++
			case session == "native" || !slices.Contains(unseen, shape):
				t.Errorf("%s, %s: %s, %d findings", shape, session, sum, found)
			default:
				silent++
			}
		}
	}
	if shown < 180 || silent != 2*len(unseen) {
		t.Errorf("%d shown, %d silent", shown, silent)
	}
}
