package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/toolspec"
)

// settings say how files are read. Workers get what is exported with the functions that
// have them.
type settings struct {
	Tools  []definition
	Since  string // as [stats.Reader.Since]
	Facts  bool   // rows are wanted
	Shards int
	Split  int64 // bytes of a part of a file

	options diagnostics.Options
	encoder *zstd.Encoder
	key     int
}

// A definition is a file that defines tools.
type definition struct{ Path, Text string }

// Setup prepares reading.
func (s *settings) Setup() (err error) {
	s.options = config.Defaults().Options()
	var defined []*toolspec.Tool
	for _, d := range s.Tools {
		tools, _ := toolspec.Load(d.Path, []byte(d.Text)) // who started the job was told of mistakes
		defined = append(defined, tools...)
	}
	s.options.Tools = toolspec.Builtins().With(defined...)
	// One key for all that a worker reads: it adds that up before it sends it.
	s.key = rand.IntN(s.Shards)
	s.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	return err
}

// reader returns a reader whose rows a function gets, unless that is nil.
func (s *settings) reader(path string, row func(*stats.Row)) *stats.Reader {
	return &stats.Reader{Path: path, Options: s.options, Since: s.Since, Row: row}
}

const (
	unreadableName = "unreadable.jsonl"
	factsName      = "facts-%05d-of-%05d.jsonl.zst"
)

// names are those of the files that may have nothing in them.
func (s *settings) names() []string {
	names := []string{unreadableName}
	for i := range s.Shards {
		if s.Facts {
			names = append(names, fmt.Sprintf(factsName, i, s.Shards))
		}
	}
	return names
}

// facts returns the name of the file with the rows of a source.
func (s *settings) facts(path string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(path))
	return fmt.Sprintf(factsName, h.Sum32()%uint32(s.Shards), s.Shards)
}
