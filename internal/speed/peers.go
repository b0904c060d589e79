package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// A peer is another language server for HTML, measured on the same texts.
type peer struct {
	launch
	// after stops processes that the server leaves running.
	after []string
}

// peers returns those that are installed in a folder of npm.
func (s *settings) peers(root string) ([]peer, error) {
	modules := filepath.Join(s.modules, "node_modules")
	html := filepath.Join(modules, ".bin", "vscode-html-language-server")
	biome := filepath.Join(modules, ".bin", "biome")
	for _, program := range []string{html, biome} {
		if _, err := os.Stat(program); err != nil {
			return nil, fmt.Errorf("-peers %s: %w; make speed-peers installs it", s.modules, err)
		}
	}
	// By default it skips larger files, and HTML altogether.
	const configuration = `{"files":{"maxSize":1073741824},"html":{"experimentalFullSupportEnabled":true,"linter":{"enabled":true}}}`
	if err := os.WriteFile(filepath.Join(root, "biome.json"), []byte(configuration), 0o600); err != nil {
		return nil, err
	}
	return []peer{
		// It waits for half a second before it pushes, but not before it answers a
		// request.
		{launch{name: "vscode-html", command: []string{html, "--stdio"}, channel: pull, root: root}, nil},
		{launch{name: "biome", command: []string{biome, "lsp-proxy"}, channel: push, root: root}, []string{biome, "stop"}},
	}, nil
}

// comparePeers measures keystrokes of the server and of its peers in turns. They read
// the text of a form as HTML.
func (s *settings) comparePeers() error {
	if s.modules == "" {
		return nil
	}
	root, err := os.MkdirTemp("", "speed-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(root) }()
	peers, err := s.peers(root)
	if err != nil {
		return err
	}
	var failed []error
	for _, f := range s.plain(1, 10) {
		if f.defects > 1 {
			continue // as HTML, all of them have defects
		}
		for _, p := range peers {
			failed = append(failed, s.comparePeer(p, f, root))
		}
	}
	return errors.Join(failed...)
}

func (s *settings) comparePeer(p peer, f form, root string) error {
	// A turn of a peer takes up to some seconds: one place is sufficient.
	list := slices.DeleteFunc(s.placed(f, p.channel, p.name), func(t placedSeries) bool {
		return t.where != "middle" || t.stroke.place == inDefect || t.stroke.place == inValue && t.stroke.text != "x"
	})
	if len(list) == 0 {
		return nil
	}
	s.progress(fmt.Sprintf("%v/%s", f, p.name))
	doc := generate(f)
	server, other, err := s.pair(p.channel, p.launch)
	if err != nil {
		return err
	}
	defer server.end()
	defer p.stop(other)
	if _, err := server.openDocument(doc); err != nil {
		return err
	}
	if _, err := other.open("file://"+root+"/a.html", "html", doc.text); err != nil {
		return err
	}
	return s.typeAll(list, server, other, doc, min(s.rounds, 3))
}

// stop stops a peer and the processes that it left running.
func (p peer) stop(e *editor) {
	e.end()
	if p.after != nil {
		_ = exec.Command(p.after[0], p.after[1:]...).Run()
	}
}
