// Package toolspec describes the tools that can be called: their names, what they read,
// and how the runtime decodes it.
//
// A [Tool] comes with the Forge runtime ([Builtins]) or from a file that describes it, or
// from the struct that it reads ([FromStruct]).
// Its arguments are given by a JSON Schema; an [Argument] describes which element the
// runtime reads for each, and how: see [Tool.Read]. [Tool.Write] writes a call, and
// [Tool.ExampleCall] generates an example.
package toolspec
