//go:build unix

package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// published returns the last diagnostics of a document, each as its code, severity and place.
func (c *testClient) published(uri string) (list []string, ok bool) {
	for _, m := range c.sent("textDocument/publishDiagnostics") {
		var p struct {
			URI         string
			Diagnostics []struct {
				Range    json.RawMessage
				Severity json.RawMessage
				Code     string
			}
		}
		if json.Unmarshal(m.Params, &p) != nil || p.URI != uri {
			continue
		}
		list, ok = nil, true
		for _, d := range p.Diagnostics {
			list = append(list, d.Code+" "+string(d.Severity)+" "+string(d.Range))
		}
	}
	return list, ok
}

// TestSwaps replaces the files that a server watches, and the folders around them, with other
// things while a document is open. After each its findings must become those of a server that
// has just started, and another folder's document is analyzed meanwhile.
func TestSwaps(t *testing.T) {
	const settings, tools, folder = "forge-lsp.toml", ".forge/tools.yaml", ".forge"
	const mine = "- name: mine\n  description: x\n  parameters:\n    type: object\n    required: [a]\n    properties:\n      a: {type: integer}\n"
	text := strings.Replace(inCall("a & b"), "write_file", "mine", 1)
	links := func(to string) func(path string) error {
		return func(path string) error { return os.Symlink(to, path) }
	}
	tricks := []func(path string) error{
		func(string) error { return nil }, // it is gone
		func(path string) error { return syscall.Mkfifo(path, 0o600) },
		func(path string) error { return os.MkdirAll(filepath.Join(path, "x"), 0o700) },
		func(path string) error { return os.WriteFile(path, []byte("= not [this"), 0o600) },
		func(path string) error {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				return err
			}
			return os.Truncate(path, 1<<36)
		},
		links("/dev/zero"), links("../outside"), links("nowhere"), links("forge-lsp.toml"), links(".forge"),
	}
	for mode, members := range map[string]string{"told by the client": watchesFiles, "looking itself": ""} {
		t.Run(mode, func(t *testing.T) {
			top := disk.Folder(t, "outside/tools.yaml", mine, "other/.git/HEAD", "", "work/.git/HEAD", "")
			dir, other := filepath.Join(top, "work"), filepath.Join(top, "other")
			whole := func() {
				disk.Write(t, dir, map[string]string{settings: ampersand + "'error'", tools: mine})
			}
			poll := 5 * time.Millisecond
			if members != "" {
				poll = time.Hour
			}
			c := startIn(t, onDisk(poll), members, dir, other)
			if members != "" {
				whole() // so that the tools are watched
			}
			doc := uriOf(dir, "sub/a.md")
			c.open(doc, 1, text)
			if members != "" {
				c.reply(c.asked(registerMethod, 0), "null")
			}
			agrees := func(what string) {
				t.Helper()
				if members != "" {
					c.filesChanged(dir, settings, tools, folder)
				}
				fresh := startIn(t, onDisk(time.Hour), "", dir, other)
				fresh.open(doc, 1, text)
				fresh.AwaitVersion(doc, 1)
				want, _ := fresh.published(doc)
				fresh.Call("shutdown", `null`)
				fresh.Notify("exit", `null`)
				fresh.exit()
				for end := time.Now().Add(wire.Deadline); ; time.Sleep(time.Millisecond) {
					if got, ok := c.published(doc); ok && slices.Equal(got, want) {
						return
					} else if time.Now().After(end) {
						t.Fatalf("%s: %q, and in a new server %q", what, got, want)
					}
				}
			}
			version := 0
			for _, name := range []string{settings, tools, folder} {
				for k, trick := range tricks {
					whole()
					agrees(name + " is there")
					path := filepath.Join(dir, name)
					if err := os.RemoveAll(path); err != nil {
						t.Fatal(err)
					}
					if err := trick(path); err != nil {
						t.Fatal(err)
					}
					version++
					c.open(uriOf(other, "b.md"), version, text)
					c.AwaitVersion(uriOf(other, "b.md"), version)
					c.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(uriOf(other, "b.md"))+`}}`)
					agrees(name + " is replaced by trick " + string(rune('0'+k)))
					if err := os.RemoveAll(path); err != nil {
						t.Fatal(err)
					}
				}
			}
			// The whole folder is moved away, and there is another one.
			whole()
			agrees("everything is there")
			if err := os.Rename(dir, filepath.Join(top, "away")); err != nil {
				t.Fatal(err)
			}
			agrees("the folder is gone")
			whole()
			agrees("there is a new folder")
		})
	}
}
