package toolspec

// Limits on files that define tools, which may be untrusted. Each limit is far beyond
// what a person or an MCP server writes. Exceeding one is an error at the place where
// that happens.
const (
	// MaxFile is the size of a file in bytes; that of a YAML file is
	// [MaxSource].
	MaxFile = 4 << 20
	// MaxSource is the size of a YAML file in bytes: for each byte it needs
	// many times the work and the memory of JSON.
	MaxSource = 1 << 20
	// maxValues is the maximum number of values in a file, counted wherever an alias of YAML stands for them: a few
	// lines of aliases of aliases would otherwise exceed any memory.
	maxValues = 250_000
	// maxNodeDepth is the maximum nesting of a definition.
	maxNodeDepth = 200
	// maxErrors is the maximum number of errors reported for a file.
	maxErrors = 100
)
