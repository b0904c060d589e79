// Package odd calls the exported functions of a package with zero values and unusual
// arguments: none may panic. Only tests use it.
package odd

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// maxCalls is the maximum number of calls of one function.
const maxCalls = 400

// Calls calls each of funcs, and each exported method of each of receivers, with zero
// values, values at the edges of their type, and those of more that a parameter
// accepts. It reports a call that panics, and exported functions of the package in the
// test's folder that are not called.
func Calls(t *testing.T, funcs, receivers []any, more ...any) {
	t.Helper()
	called := map[string]bool{}
	for _, f := range funcs {
		v := reflect.ValueOf(f)
		name := runtime.FuncForPC(v.Pointer()).Name()
		name = name[strings.LastIndexByte(name, '.')+1:]
		called[name] = true
		callAll(t, name, v, more)
	}
	for _, r := range receivers {
		v := reflect.ValueOf(r)
		of := v.Type()
		typ := strings.TrimPrefix(of.String()[strings.LastIndexByte(of.String(), '.')+1:], "*")
		for i := range v.NumMethod() {
			name := of.Method(i).Name
			called[typ+"."+name] = true
			callAll(t, fmt.Sprintf("%s.%s of %.60v", typ, name, r), v.Method(i), more)
		}
	}
	for _, name := range exported(t) {
		if !called[name] {
			t.Errorf("%s is exported and not called here", name)
		}
	}
}

// callAll calls f with combinations of the candidates for its parameters.
func callAll(t *testing.T, name string, f reflect.Value, more []any) {
	t.Helper()
	var lists [][]reflect.Value
	total := 1
	for in := range f.Type().Ins() {
		list := candidates(in, more, 0)
		lists = append(lists, list)
		total *= len(list)
	}
	n := min(total, maxCalls)
	for i := range n {
		rest := i * (total / n)
		args := make([]reflect.Value, len(lists))
		for k, list := range lists {
			args[k] = list[rest%len(list)]
			rest /= len(list)
		}
		if !call(t, name, f, args) {
			return // one report for each is enough
		}
	}
}

// call calls f, and its result if that is a sequence. It reports whether there was no
// panic.
func call(t *testing.T, name string, f reflect.Value, args []reflect.Value) (ok bool) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			var given []string
			for _, a := range args {
				given = append(given, fmt.Sprintf("%.200v", a))
			}
			stack := make([]byte, 4<<10)
			t.Errorf("%s(%s): %v\n%s", name, strings.Join(given, ", "), p, stack[:runtime.Stack(stack, false)])
		}
	}()
	var results []reflect.Value
	if f.Type().IsVariadic() {
		results = f.CallSlice(args)
	} else {
		results = f.Call(args)
	}
	for _, r := range results {
		if r.Kind() == reflect.Func && !r.IsNil() && (r.Type().CanSeq() || r.Type().CanSeq2()) {
			yield := reflect.MakeFunc(r.Type().In(0), func([]reflect.Value) []reflect.Value {
				return []reflect.Value{reflect.ValueOf(true)}
			})
			r.Call([]reflect.Value{yield})
		}
	}
	return true
}

// candidates returns values of a type.
func candidates(of reflect.Type, more []any, depth int) []reflect.Value {
	list := []reflect.Value{reflect.Zero(of)}
	if of.Kind() == reflect.Pointer {
		list[0] = reflect.New(of.Elem()) // nil must be passed explicitly
	}
	given := len(list)
	for _, m := range more {
		if v := reflect.ValueOf(m); v.IsValid() && v.Type().AssignableTo(of) {
			list = append(list, v.Convert(of))
		}
	}
	var basic []any
	switch of.Kind() {
	case reflect.Bool:
		basic = []any{true}
	case reflect.Int, reflect.Int64:
		basic = []any{-1, 1, 7, math.MinInt, math.MaxInt}
	case reflect.Uint8:
		basic = []any{1, 200}
	case reflect.Float64:
		basic = []any{-1.5, math.NaN(), math.Inf(1)}
	case reflect.String:
		basic = []any{"abc", "<tool>", "a\xff</tool>\n", "<tool><tool_name>x</tool_name></tool>"}
	case reflect.Interface:
		if of.NumMethod() == 0 && len(list) == given {
			list = append(list, reflect.ValueOf("abc"), reflect.ValueOf(5), reflect.ValueOf(map[string]any{"a": nil}))
		}
	case reflect.Slice:
		if depth > 2 {
			break
		}
		for _, item := range candidates(of.Elem(), more, depth+1) {
			list = append(list, reflect.Append(reflect.Zero(of), item))
		}
		if of.Elem().Kind() == reflect.Uint8 {
			list = append(list, reflect.ValueOf([]byte("<tool>a</tool>")).Convert(of))
		}
	}
	for _, b := range basic {
		list = append(list, reflect.ValueOf(b).Convert(of))
	}
	return list
}
