package parquet_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/entrhq/forge-lsp/corpus"
	"github.com/entrhq/forge-lsp/corpus/parquet"
)

// TestRows checks that rows that are written and read again are unchanged, in any
// number of groups.
func TestRows(t *testing.T) {
	var want []corpus.Fact
	for i := range 45_000 {
		f := corpus.Fact{V: corpus.Version, Kind: corpus.Reply, Source: "a.jsonl", Line: i, Offset: int64(i) << 20, Meant: true, Day: "2026-11-01"}
		if i%3 == 0 {
			f.Kind, f.Outcome, f.Rules = corpus.Call, corpus.Refused, []string{"a", "b"}[:1+i%2]
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
		if diff := cmp.Diff(&want[i], f, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("row %d: %s", i, diff)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d rows, want %d", i, len(want))
	}
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
