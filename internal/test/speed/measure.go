package main

import (
	"fmt"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// starts measures the time from starting a process to the answer to initialize.
func (s *settings) starts() error {
	r := s.wants("start")
	if r == nil {
		return nil
	}
	for range 20 {
		for i, p := range s.programs {
			e, answered, err := p.connect(pull)
			if err != nil {
				return err
			}
			r.by[i].add(answered, e.cpu())
			e.end()
		}
	}
	return nil
}

// opens measures the time from writing didOpen to the first diagnostics, each in a
// process of its own, and then in the same process again.
func (s *settings) opens(f form) error {
	first, again := s.wants("open/"+f.String()), s.wants("open again/"+f.String())
	if first == nil && again == nil {
		return nil
	}
	doc := generate(f)
	for range max(3, 50/f.megabytes) {
		for i, p := range s.programs {
			e, _, err := p.connect(push)
			if err != nil {
				return err
			}
			for _, r := range []*row{first, again} {
				before := e.cpu()
				took, err := e.open(doc)
				if err != nil {
					return err
				}
				if r != nil {
					r.by[i].add(took, e.cpu()-before)
				}
				if err := e.close(); err != nil {
					return err
				}
			}
			e.end()
		}
	}
	return nil
}

// keys measures all keys in a text of a form, for a kind of client, at its start, its
// middle and its end. The programs take turns.
func (s *settings) keys(f form, ch channel) error {
	rows := map[key]*row{}
	for _, k := range keys {
		if r := s.wants(fmt.Sprintf("keys/%v/%v/%s", f, ch, k.name)); r != nil {
			rows[k] = r
		}
	}
	if len(rows) == 0 {
		return nil
	}
	doc := generate(f)
	editors, err := s.connectAll(doc, ch)
	defer func() {
		for _, e := range editors {
			e.end()
		}
	}()
	if err != nil {
		return err
	}
	for _, k := range keys {
		for _, share := range []int{0, 50, 100} {
			at, ok := doc.near(k.place, share)
			if !ok || rows[k] == nil {
				continue
			}
			if err := s.typeKey(rows[k], editors, k, wire.PositionOf(string(doc.text), at, "utf-16")); err != nil {
				return fmt.Errorf("%v/%v/%s: %w", f, ch, k.name, err)
			}
		}
	}
	return nil
}

// connectAll starts each program and opens a document in it.
func (s *settings) connectAll(doc *document, ch channel) (editors []*editor, err error) {
	for _, p := range s.programs {
		e, _, err := p.connect(ch)
		if err != nil {
			return editors, err
		}
		editors = append(editors, e)
		if _, err := e.open(doc); err != nil {
			return editors, err
		}
	}
	return editors, nil
}

// typeKey types and deletes a key for some rounds, in each program in turn.
func (s *settings) typeKey(r *row, editors []*editor, k key, at wire.Position) error {
	typed, deleted := k.edits(at)
	unmeasured := min(3, s.rounds/2) // first-time work is not part of a keystroke
	for round := range unmeasured + s.rounds {
		for _, ed := range []edit{typed, deleted} {
			for i, e := range editors {
				before := e.cpu()
				took, err := e.edit(ed)
				if err != nil {
					return err
				}
				if round >= unmeasured {
					r.by[i].add(took, e.cpu()-before)
				}
			}
		}
	}
	return nil
}

// settle is the time between the last edit and reading the memory.
const settle = 5 * time.Second

// memories measures the memory of servers after they have settled, and at its peak: of
// one without documents, and of one for each form, with its document open and a few
// letters typed.
func (s *settings) memories() error {
	if err := s.memory("none", nil); err != nil {
		return err
	}
	for _, f := range s.forms() {
		if err := s.memory(f.String(), func() *document { return generate(f) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *settings) memory(name string, document func() *document) error {
	settled, peak := s.wants("memory/"+name), s.wants("peak of memory/"+name)
	if settled == nil && peak == nil {
		return nil
	}
	for i, p := range s.programs {
		e, _, err := p.connect(push)
		if err != nil {
			return err
		}
		if document != nil {
			err = e.typeSome(document())
		}
		time.Sleep(settle)
		resident, most := e.memory()
		e.end()
		if err != nil {
			return err
		}
		if settled != nil {
			settled.by[i].bytes = resident
		}
		if peak != nil {
			peak.by[i].bytes = most
		}
	}
	return nil
}

// typeSome opens a document and types five letters.
func (e *editor) typeSome(doc *document) error {
	if _, err := e.open(doc); err != nil {
		return err
	}
	at, _ := doc.near(inProse, 50)
	typed, deleted := key{text: "x"}.edits(wire.PositionOf(string(doc.text), at, "utf-16"))
	for range 5 {
		for _, ed := range []edit{typed, deleted} {
			if _, err := e.edit(ed); err != nil {
				return err
			}
		}
	}
	return nil
}
