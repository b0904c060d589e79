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
