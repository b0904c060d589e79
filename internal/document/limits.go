package document

// The sizes in bytes about which a chunk ends where nothing is open; from which on it ends between the calls of a list, a quote or
// a code block too; and at any line outside of a call. They are variables so that tests can make them small.
var (
	MinChunk   = 4 << 10
	LargeChunk = 64 << 10
	HugeChunk  = 256 << 10
)

// MaxMessage is the length in bytes up to which a message is read as a whole, as the
// live runtime reads it. The runtime also reads the calls of a longer message as one;
// but models do not write that much, and so each call of a longer one is read
// separately. It is a variable so that tests can make it small.
var MaxMessage = 256 << 10

// MaxCalls is the number of tags named tool that open a call up to which a message, or a part of one that
// is read as one, is read: what is kept for a call takes more than ten times the memory of the shortest
// one. It is a variable so that tests can make it small.
var MaxCalls = 1 << 17
