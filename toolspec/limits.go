package toolspec

// What is read of a file that defines tools, which may come from anywhere. Each
// limit is far beyond what a person or an MCP server writes. What exceeds one is an
// error at its place.
const (
	// MaxFile is the size of a file in bytes; that of a YAML or a Go file is
	// [MaxSource].
	MaxFile = 4 << 20
	// MaxSource is the size of a YAML or a Go file in bytes: for each byte they need
	// many times the work and the memory of JSON.
	MaxSource = 1 << 20
	// maxValues is how many values a file has.
	maxValues = 250_000
	// maxNodeDepth is how deep a definition is nested.
	maxNodeDepth = 200
	// maxGoDepth is how deep the brackets of Go source are nested.
	maxGoDepth = 1000
	// maxAliased is how many values the aliases of a YAML file stand for: a few lines
	// of aliases of aliases would be more than any memory holds.
	maxAliased = 20_000
	// maxTools is how many tools a file defines.
	maxTools = 10_000
	// maxErrors is how many mistakes of a file are reported.
	maxErrors = 100
)
