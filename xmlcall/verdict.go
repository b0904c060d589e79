package xmlcall

// An Outcome is what the runtime does with a block.
type Outcome uint8

const (
	// Runs: the call runs as written.
	Runs Outcome = iota
	// Repaired: the strict parser refuses the block, but reads it after the
	// ampersand repair; the call runs.
	Repaired
	// Refused: the runtime answers with an error, or does not see the call.
	Refused
)

// String returns "runs", "repaired" or "refused".
func (o Outcome) String() string {
	switch o {
	case Runs:
		return "runs"
	case Repaired:
		return "repaired"
	default:
		return "refused"
	}
}

// A Verdict is what the runtime does with one block, taken as a call of its
// own, and why.
type Verdict struct {
	Outcome Outcome
	// Fallback reports whether the runtime tried the ampersand repair.
	Fallback bool
	// Reason is the runtime's error in its own words: why the block was refused, or why
	// the repair was tried. It is empty for a block that runs as written. Lines in it
	// count from the block's first line, as the runtime sees only the block.
	Reason string

	at int // 1 + the offset that At returns; 0 if there is none
}

// At returns the offset in Block.Text at which the strict parser stops. ok is false if
// the reason is not about a place.
func (v Verdict) At() (offset int, ok bool) { return max(v.at-1, 0), v.at > 0 }

// Verdict returns what the runtime does with the block.
func (b *Block) Verdict() Verdict { return b.extra().verdict }
