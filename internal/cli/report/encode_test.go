package report

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fill sets all of a value to something that is not zero.
func fill(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range v.Fields() {
			if !field.CanSet() { // not exported
				field = reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
			}
			fill(r, field)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 3 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(r, key)
			fill(r, value)
			v.SetMapIndex(key, value)
		}
	case reflect.Func: // the text, which is kept otherwise
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem())
	case reflect.Int:
		v.SetInt(1 + r.Int64N(1<<40))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString(string([]rune{'a' + r.Int32N(26), 'é', r.Int32N(1 << 15), '\n'}))
	}
}

// textOfReport returns the text of a report, and takes it away.
func textOfReport(r *Report) string {
	text := strings.Join(slices.Collect(r.Text), "")
	r.Text = nil
	return text
}

var unexported = cmp.Exporter(func(reflect.Type) bool { return true })

// TestRecallReport checks that every part of a report is kept.
func TestRecallReport(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		var want Report
		fill(r, reflect.ValueOf(&want).Elem())
		data := Encode(&want, "text\xff")
		var got Report
		if !Decode(data, want.Path, &got) || textOfReport(&got) != "text\xff" || !cmp.Equal(got, want, unexported) {
			t.Fatal(cmp.Diff(want, got, unexported))
		}
		for range 50 { // damaged
			text := []byte(data)
			text[r.IntN(len(text))] = byte(r.Uint32())
			Decode(string(text[:r.IntN(len(text))]), "", &Report{})
		}
	}
	empty := Empty("a")
	data := Encode(&empty, "")
	var got Report
	if !Decode(data, "a", &got) || !cmp.Equal(got, empty, unexported) {
		t.Error(cmp.Diff(empty, got, unexported))
	}
	if len(data) > 100 {
		t.Errorf("a report on nothing takes %d bytes: %s", len(data), data)
	}
}
