package document

// A Purpose is what a file is for, as far as its path and the configuration show.
type Purpose uint8

const (
	// AnyPurpose: nothing is known.
	AnyPurpose Purpose = iota
	// Prompt is what a model reads before it makes calls.
	Prompt
	// Example is a record of a decision, a test, or data for one: its calls are examples that
	// may be wrong on purpose.
	Example
)
