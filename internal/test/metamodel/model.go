// Package metamodel checks messages of the Language Server Protocol against its official
// meta model, the machine-readable form of the specification. Only tests use it.
//
// The model is the one that go.lsp.dev/protocol is generated from and has among its test
// data, of the release that go.mod requires. The server's types come from it too, but by
// way of a generator and of codecs, and not all messages use them.
//
// The server's own requests are described in forge.json, in the same form.
package metamodel

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Model is the meta model. It is safe for concurrent use.
type Model struct {
	Requests, Notifications               []Message
	Structures, Enumerations, TypeAliases []Definition

	methods map[string]*Message
	defined map[string]*Definition // by name

	compiling sync.Mutex
	compiler  *jsonschema.Compiler
	known     map[*Type]bool // those whose schemas the compiler has, by address
}

// A Message is a request or a notification.
type Message struct {
	Method           string
	Direction        string `json:"messageDirection"` // clientToServer, serverToClient or both
	Params           *Type
	Result           *Type  // nil for a notification
	ServerCapability string // a path with dots
}

// A Type is one of several kinds, which use different fields.
type Type struct {
	Kind    string
	Name    string          // of base and reference
	Element *Type           // of array
	Items   []*Type         // of or, and, tuple
	Key     *Type           // of map
	Value   json.RawMessage // a Type of map, a string of stringLiteral, a Definition of literal
}

// A Definition is that of a structure, of an enumeration, or of another name of a type.
type Definition struct {
	Name       string
	Properties []struct { // of a structure
		Name     string
		Type     *Type
		Optional bool
	}
	Extends, Mixins []*Type
	Type            *Type // of an alias, or of the values of an enumeration
	Values          []struct{ Value any }
	Custom          bool `json:"supportsCustomValues"`
}

//go:embed forge.json
var own []byte

// Load returns the model, with the server's own requests.
var Load = sync.OnceValues(func() (*Model, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "go.lsp.dev/protocol").Output()
	if err != nil {
		return nil, fmt.Errorf("looking for go.lsp.dev/protocol: %w", err)
	}
	official, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "internal", "genlsp", "testdata", "metaModel.json"))
	if err != nil {
		return nil, err
	}
	m := &Model{methods: map[string]*Message{}, defined: map[string]*Definition{}, known: map[*Type]bool{}, compiler: jsonschema.NewCompiler()}
	for _, file := range [][]byte{official, own} {
		var part Model
		if err := json.Unmarshal(file, &part); err != nil {
			return nil, err
		}
		m.Requests, m.Notifications = append(m.Requests, part.Requests...), append(m.Notifications, part.Notifications...)
		for _, d := range slices.Concat(part.Structures, part.Enumerations, part.TypeAliases) {
			m.defined[d.Name] = &d
		}
	}
	for _, msg := range slices.Concat(m.Requests, m.Notifications) {
		m.methods[msg.Method] = &msg
	}
	all := object{}
	for name, d := range m.defined {
		all[name] = m.definition(d)
	}
	all["LSPAny"] = true // its alternatives omit large numbers
	m.compiler.AssertFormat()
	return m, m.compiler.AddResource("lsp:/model", object{"$defs": all})
})
