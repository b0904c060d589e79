package parquet_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	format "github.com/parquet-go/parquet-go"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/stats/parquet"
)

// TestRows checks that rows that are written and read again are unchanged, in any
// number of groups.
func TestRows(t *testing.T) {
	var want []corpus.Fact
	for i := range 45_000 {
		f := corpus.Fact{V: corpus.Version, Kind: corpus.Reply, Source: "a.jsonl", Line: i, Offset: int64(i) << 20, Meant: true, Day: "2026-11-01"}
		if i%3 == 0 {
			f.Kind, f.Form, f.Outcome, f.Rules = corpus.Call, corpus.Text, corpus.Refused, []string{"a", "b"}[:1+i%2]
			f.Fields = []corpus.Field{{Name: "path", Method: corpus.Plain, Bytes: i}, {Name: "é\x00", Method: corpus.Mixed}}
			f.Text = strings.Repeat("<tool>", i%7)
		}
		want = append(want, f)
	}
	var file bytes.Buffer
	w := parquet.NewWriter(&file)
	for i := range want {
		if err := w.Write(&want[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	i := 0
	for f, err := range parquet.Rows(bytes.NewReader(file.Bytes()), int64(file.Len())) {
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Rules) == 0 {
			f.Rules = nil
		}
		if len(f.Fields) == 0 {
			f.Fields = nil
		}
		if len(f.EarlierRules) == 0 {
			f.EarlierRules = nil
		}
		if !reflect.DeepEqual(&want[i], f) { // much faster than cmp.Diff
			t.Fatalf("row %d: %s", i, cmp.Diff(&want[i], f))
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d rows, want %d", i, len(want))
	}
}

// file returns a file of n rows of a version.
func file(t *testing.T, n, version int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewWriter(&b)
	for i := range n {
		if err := w.Write(&corpus.Fact{V: version, Kind: corpus.Call, Text: strings.Repeat("<tool>", i%50)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestErrors checks what is reported, once, about rows of another version and a damaged file,
// and that a reader that has enough gets no more.
func TestErrors(t *testing.T) {
	read := func(text []byte, most int) (rows int, list []error) {
		for f, err := range parquet.Rows(bytes.NewReader(text), int64(len(text))) {
			if err != nil {
				list = append(list, err)
				continue
			}
			if f.V != corpus.Version || f.Outcome != "" && (f.Outcome != corpus.Refused || f.By != "tool") {
				t.Errorf("a row of version %d, %s by %s", f.V, f.Outcome, f.By)
			}
			if rows++; rows == most {
				break
			}
		}
		return rows, list
	}
	if rows, list := read(file(t, 3, corpus.Version+1), 9); rows != 0 || len(list) != 1 || !strings.Contains(list[0].Error(), "expected version 1 or 2, found version 3") {
		t.Errorf("of another version: %d rows, %v", rows, list)
	}
	if rows, list := read(old(t), 9); rows != 1 || list != nil {
		t.Errorf("of version 1: %d rows, %v", rows, list)
	}
	sound := file(t, 5000, corpus.Version)
	if rows, list := read(sound, 7); rows != 7 || list != nil {
		t.Errorf("%d rows, %v; want 7", rows, list)
	}
	damaged := bytes.Clone(sound)
	for i := range len(damaged) / 2 {
		damaged[4+i] ^= 0x5A
	}
	if rows, list := read(damaged, -1); rows == 5000 || len(list) != 1 {
		t.Errorf("of a damaged file: %d rows, %v", rows, list)
	}
}

// old returns a file of version 1, which had no column for who refuses a call.
func old(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	type row struct {
		V       int    `parquet:"v"`
		Kind    string `parquet:"kind,dict"`
		Seen    bool   `parquet:"seen"`
		Outcome string `parquet:"outcome,dict"`
	}
	w := format.NewGenericWriter[row](&b)
	if _, err := w.Write([]row{{1, corpus.Call, true, "refused_by_tool"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFull checks that an error of the file is reported while rows are written: at the latest
// with the row that completes a group, or at the end.
func TestFull(t *testing.T) {
	few := parquet.NewWriter(full{})
	if err := errors.Join(few.Write(&corpus.Fact{V: corpus.Version}), few.Close()); err == nil {
		t.Error("no error after one row")
	}
	w := parquet.NewWriter(full{})
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		if err := w.Write(&corpus.Fact{V: corpus.Version, Offset: r.Int64()}); err != nil {
			return
		}
	}
	t.Error("no error after a group of rows")
}

// TestWrong checks that a file that does not contain rows gives an error rather than a
// row.
func TestWrong(t *testing.T) {
	for _, text := range []string{"", "PAR1", strings.Repeat("x", 1000), "PAR1" + strings.Repeat("\x00", 100) + "PAR1"} {
		n := 0
		for f, err := range parquet.Rows(strings.NewReader(text), int64(len(text))) {
			if n++; err == nil {
				t.Errorf("%q has a row: %v", text, f)
			}
		}
		if n != 1 {
			t.Errorf("%d errors for %s", n, fmt.Sprintf("%.20q", text))
		}
	}
}
