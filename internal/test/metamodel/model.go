// Package metamodel checks messages of the Language Server Protocol against its official
// meta model, the machine-readable form of the specification, and draws messages from
// it. Only tests use it.
//
// The model is the one that go.lsp.dev/protocol is generated from and has among its test
// data, of the release that go.mod requires. The server's types come from it too, but by
// way of a generator and of codecs, and not all messages use them.
//
// The server's own requests are described in forge.json, in the same form.
package metamodel

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Model is the meta model. It is safe for concurrent use.
type Model struct {
	Requests      []Message    `json:"requests"`
	Notifications []Message    `json:"notifications"`
	Structures    []Definition `json:"structures"`
	Enumerations  []Definition `json:"enumerations"`
	TypeAliases   []Definition `json:"typeAliases"`

	methods map[string]*Message
	defined map[string]*Definition // by name
	options map[string]*Type       // of a registration, by its method

	checker *checker
	known   map[*Type]bool // those that the checker has
}

// A Message is a request or a notification.
type Message struct {
	Method              string `json:"method"`
	Direction           string `json:"messageDirection"` // clientToServer, serverToClient or both
	Params              *Type  `json:"params"`
	Result              *Type  `json:"result"` // nil for a notification
	ErrorData           *Type  `json:"errorData"`
	RegistrationMethod  string `json:"registrationMethod"` // if it is not Method
	RegistrationOptions *Type  `json:"registrationOptions"`
	ClientCapability    string `json:"clientCapability"` // a path with dots
	ServerCapability    string `json:"serverCapability"` // the same
}

// A Type is one of several kinds, which use different fields.
type Type struct {
	Kind    string  `json:"kind"`
	Name    string  `json:"name"`    // of base and reference
	Element *Type   `json:"element"` // of array
	Items   []*Type `json:"items"`   // of or, and, tuple
	Key     *Type   `json:"key"`     // of map

	value   *Type      // of map
	literal string     // of stringLiteral
	inner   Definition // of literal
}

// UnmarshalJSON reads a type, the value of which is of another shape for each kind.
func (t *Type) UnmarshalJSON(data []byte) error {
	type plain Type
	if err := json.Unmarshal(data, (*plain)(t)); err != nil {
		return err
	}
	into := map[string]any{"map": &t.value, "stringLiteral": &t.literal, "literal": &t.inner}[t.Kind]
	return json.Unmarshal(data, &struct {
		Value any `json:"value"`
	}{into})
}

// A Definition is that of a structure, of an enumeration, or of another name of a type.
type Definition struct {
	Name string `json:"name"`

	Properties []Property `json:"properties"` // of a structure
	Extends    []*Type    `json:"extends"`
	Mixins     []*Type    `json:"mixins"`

	Type   *Type `json:"type"` // of an alias, or of the values of an enumeration
	Values []struct {
		Value any `json:"value"` // a string or a float64
	} `json:"values"`
	Custom bool `json:"supportsCustomValues"`
}

// A Property is a member of an object.
type Property struct {
	Name     string `json:"name"`
	Type     *Type  `json:"type"`
	Optional bool   `json:"optional"`
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
	return parse(official, own)
})

// parse returns the model that files describe together.
func parse(files ...[]byte) (*Model, error) {
	m := &Model{
		methods: map[string]*Message{}, defined: map[string]*Definition{}, options: map[string]*Type{}, known: map[*Type]bool{},
	}
	for _, file := range files {
		var part Model
		if err := json.Unmarshal(file, &part); err != nil {
			return nil, err
		}
		m.Requests = append(m.Requests, part.Requests...)
		m.Notifications = append(m.Notifications, part.Notifications...)
		m.Structures = append(m.Structures, part.Structures...)
		m.Enumerations = append(m.Enumerations, part.Enumerations...)
		m.TypeAliases = append(m.TypeAliases, part.TypeAliases...)
	}
	for _, msg := range slices.Concat(m.Requests, m.Notifications) {
		m.methods[msg.Method] = &msg
		m.options[msg.Method] = msg.RegistrationOptions
		m.options[cmp.Or(msg.RegistrationMethod, msg.Method)] = msg.RegistrationOptions
	}
	for _, d := range slices.Concat(m.Structures, m.Enumerations, m.TypeAliases) {
		m.defined[d.Name] = &d
	}
	m.checker = newChecker(m)
	return m, nil
}

// Method returns the message with a method, nil if there is none.
func (m *Model) Method(name string) *Message { return m.methods[name] }

// FromClient reports whether a client may send the message.
func (msg *Message) FromClient() bool { return msg.Direction != "serverToClient" }

// FromServer reports whether a server may send the message.
func (msg *Message) FromServer() bool { return msg.Direction != "clientToServer" }

// IsRequest reports whether it is answered.
func (msg *Message) IsRequest() bool { return msg.Result != nil }

// properties returns the members of a structure, including those of the structures that
// it extends. The structure's own come first and override others.
func (m *Model) properties(d *Definition) []Property {
	list := slices.Clone(d.Properties)
	for _, t := range slices.Concat(d.Extends, d.Mixins) {
		for _, p := range m.properties(m.defined[t.Name]) {
			if !slices.ContainsFunc(list, func(q Property) bool { return q.Name == p.Name }) {
				list = append(list, p)
			}
		}
	}
	return list
}
