// Examples prints what the page's menu has, as JSON: texts of this repository, and for
// each rule its bad example, which its page of the reference leads to.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
)

// An example is a text to look at.
type example struct {
	ID    string `json:"id"` // that links name it by
	Title string `json:"title"`
	Name  string `json:"name"` // of a file, whose ending decides how it is read
	Text  string `json:"text"`
}

// menu are the files of the folder examples that the menu has, the first of which is shown at first.
var menu = []example{
	{"ampersand", "A raw & in an argument", "reply-ampersand.xml", ""},
	{"corrupted-cdata", "One & that corrupts another value", "reply-corrupted-cdata.xml", ""},
	{"less-than", "A raw < in a value", "reply-raw-less-than.xml", ""},
	{"cut", "A reply that was cut off", "reply-cut.xml", ""},
	{"legacy-json", "A call in the old JSON form", "reply-legacy-json.xml", ""},
	{"good", "A call that runs as written", "reply-good.xml", ""},
	{"prompt", "A prompt with examples of calls", "prompt.md", ""},
	{"transcript", "A transcript in JSON", "transcripts/forge-snapshot.json", ""},
}

func main() {
	log.SetFlags(0)
	all := struct {
		Menu  []example `json:"menu"`
		Rules []example `json:"rules"`
	}{Menu: menu}
	for i := range all.Menu {
		e := &all.Menu[i]
		text, err := os.ReadFile(filepath.Join("examples", filepath.FromSlash(e.Name)))
		if err != nil {
			log.Fatal(err)
		}
		e.Name, e.Text = filepath.Base(e.Name), string(text)
	}
	for _, r := range diagnostics.Rules() {
		if r.TryURL() != "" {
			all.Rules = append(all.Rules, example{r.Code, r.Summary, r.Code + endings[r.Kind()], r.Bad()})
		}
	}
	out, err := json.Marshal(all)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(out))
}

// endings are those of the files of the kinds that examples have.
var endings = map[document.Kind]string{document.Reply: ".reply", document.Document: ".md", document.JSON: ".json"}
