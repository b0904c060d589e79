package stats

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// Counts are counts of calls by outcome. All are sums, so that those of a whole are the sums
// of those of its parts.
type Counts struct {
	// Calls is the number of calls that were intended to run.
	Calls    int64 `json:"calls"`
	Outcomes `json:"outcomes"`
	// RefusedByTool and UnknownTool count those of Refused that the tool refuses, and those for
	// which there is none; the reader refuses the others.
	RefusedByTool int64 `json:"refused_by_tool"`
	UnknownTool   int64 `json:"unknown_tool"`

	// ReaderRepaired counts the calls that the reader repairs, whatever the tool does
	// with them.
	ReaderRepaired int64 `json:"reader_repaired"`
	// Ampersands counts the calls that the reader does not run and that have a problem which the
	// repair is intended for.
	Ampersands int64 `json:"refused_ampersand"`
	// Unchecked counts the calls without a tool definition to check them against.
	Unchecked int64 `json:"tool_unchecked"`
	// Corrupted counts those of Altered in which the repair changes a value.
	Corrupted int64 `json:"corrupted"`
	// LegacyJSON counts the calls written as the JSON payload of ADR-0002.
	LegacyJSON int64 `json:"legacy_json"`

	// FirstTries counts the calls that are not retries, and FirstAsWritten those of them that
	// run as written.
	FirstTries     int64 `json:"first_tries"`
	FirstAsWritten int64 `json:"first_as_written"`
	// Retries counts the others. Chains counts refused calls together with their
	// retries; Recovered those of them that end with a call that is not refused.
	Retries   int64 `json:"retries"`
	Chains    int64 `json:"chains"`
	Recovered int64 `json:"recovered"`

	// The results of execution shown in the transcript.
	ResultOK       int64 `json:"result_ok"`
	ResultError    int64 `json:"result_error"`
	ResultRejected int64 `json:"result_rejected"`

	// Calls by method, and fields by method.
	CallsPlain    int64 `json:"calls_plain"`
	CallsEscapes  int64 `json:"calls_escapes"`
	CallsCDATA    int64 `json:"calls_cdata"`
	CallsMixed    int64 `json:"calls_mixed"`
	FieldsPlain   int64 `json:"fields_plain"`
	FieldsEscapes int64 `json:"fields_escapes"`
	FieldsCDATA   int64 `json:"fields_cdata"`
	FieldsMixed   int64 `json:"fields_mixed"`

	// Bytes is the total length of all calls. Measured counts the calls with readable
	// arguments, whose length in each encoding is known: as written, escaped, with CDATA
	// sections, and as JSON.
	Bytes           int64 `json:"bytes"`
	Measured        int64 `json:"measured"`
	MeasuredBytes   int64 `json:"measured_bytes"`
	MeasuredEscaped int64 `json:"measured_bytes_escaped"`
	MeasuredCDATA   int64 `json:"measured_bytes_cdata"`
	MeasuredJSON    int64 `json:"measured_bytes_json"`

	// Replies counts messages of agents without a call, and Leaked the calls that agents
	// with native calls wrote as text.
	Replies int64 `json:"replies_without_call"`
	Leaked  int64 `json:"leaked"`
	// LeakedAgain counts those of Leaked that follow another one in their session.
	LeakedAgain int64 `json:"leaked_again"`

	// Native counts the native ones of Calls, and Tripped the sessions with as many failed calls in a
	// row as trip a circuit breaker.
	Native  int64 `json:"native"`
	Tripped int64 `json:"sessions_tripped"`
}

func (c *Counts) each() [41]*int64 {
	return [...]*int64{
		&c.Calls, &c.Runs, &c.Repaired, &c.Altered, &c.Refused, &c.Ignored, &c.Unknown, &c.RefusedByTool, &c.UnknownTool,
		&c.ReaderRepaired, &c.Ampersands, &c.Unchecked, &c.Corrupted, &c.LegacyJSON,
		&c.FirstTries, &c.FirstAsWritten, &c.Retries, &c.Chains, &c.Recovered,
		&c.ResultOK, &c.ResultError, &c.ResultRejected,
		&c.CallsPlain, &c.CallsEscapes, &c.CallsCDATA, &c.CallsMixed,
		&c.FieldsPlain, &c.FieldsEscapes, &c.FieldsCDATA, &c.FieldsMixed,
		&c.Bytes, &c.Measured, &c.MeasuredBytes, &c.MeasuredEscaped, &c.MeasuredCDATA, &c.MeasuredJSON,
		&c.Replies, &c.Leaked, &c.LeakedAgain, &c.Native, &c.Tripped,
	}
}

// less returns the counts without those of a part.
func (c *Counts) less(o *Counts) Counts {
	rest := *c
	to, from := rest.each(), o.each()
	for i := range to {
		*to[i] -= *from[i]
	}
	return rest
}

// Add adds other counts.
func (c *Counts) Add(o *Counts) {
	to, from := c.each(), o.each()
	for i := range to {
		*to[i] += *from[i]
	}
}

// Outcomes are counts of calls by outcome, which add up to all calls.
type Outcomes struct {
	Runs     int64 `json:"runs"`
	Repaired int64 `json:"repaired"`
	Altered  int64 `json:"altered"`
	Refused  int64 `json:"refused"` // by the reader or by the tool
	Ignored  int64 `json:"ignored"`
	Unknown  int64 `json:"unknown"` // in a format of another runtime
}

// ByOutcome returns the counts by outcome, in the order of [diagnostics.AllOutcomes].
func (c *Counts) ByOutcome() []int64 {
	return []int64{c.Runs, c.Repaired, c.Altered, c.Refused, c.Ignored, c.Unknown}
}

// ByMethod returns the numbers of calls in text by method, in the order of the constants.
func (c *Counts) ByMethod() []int64 {
	return []int64{c.CallsPlain, c.CallsEscapes, c.CallsCDATA, c.CallsMixed}
}

// RefusedByReader returns the number of calls that the reader refuses.
func (c *Counts) RefusedByReader() int64 { return c.Refused - c.RefusedByTool - c.UnknownTool }

// Judged returns the number of calls whose outcome is known: shares are of these.
func (c *Counts) Judged() int64 { return c.Calls - c.Unknown }

// Read returns the number of calls that the reader runs or repairs.
func (c *Counts) Read() int64 { return c.Judged() - c.Ignored - c.RefusedByReader() }

// Failing returns the number of calls that do not run, or run with other data than was written.
func (c *Counts) Failing() int64 { return c.Altered + c.Refused + c.Ignored }

// ampersandRules are the rules for problems that the ampersand repair fixes.
var ampersandRules = []string{"unescaped-ampersand", "unknown-entity", "unterminated-entity"}

func countsOf(f *Row) (c Counts) {
	switch f.Kind {
	case Reply:
		c.Replies = 1
		return c
	case Leaked:
		c.Leaked, c.LeakedAgain, c.Tripped = 1, one(f.Again), one(f.Tripped)
		return c
	}
	c.Calls, c.Native, c.Bytes, c.Tripped = 1, one(f.Form == Native), int64(f.Bytes), one(f.Tripped)
	switch f.Outcome {
	case Unknown:
		c.Unknown = 1
		return c
	case Runs:
		c.Runs = 1
	case Repaired:
		c.Repaired = 1
	case Altered:
		c.Altered = 1
	case Ignored:
		c.Ignored = 1
	default:
		c.Refused = 1
		byTool := f.By == string(diagnostics.ByTool)
		c.UnknownTool, c.RefusedByTool = one(byTool && !f.Checked), one(byTool && f.Checked)
	}
	if c.Read() == 0 {
		c.Ampersands = one(slices.ContainsFunc(f.Rules, func(code string) bool { return slices.Contains(ampersandRules, code) }))
	}
	c.ReaderRepaired = one(f.Repaired)
	c.Unchecked = one(!f.Checked && c.Read() == 1 && !slices.Contains(f.Rules, "unknown-tool"))
	c.Corrupted, c.LegacyJSON = one(f.Corrupted), one(f.Dialect == "json")
	if f.RetryOf == 0 {
		c.FirstTries, c.FirstAsWritten = 1, one(f.Outcome == Runs)
		c.Chains, c.Recovered = one(f.Ended != ""), one(f.Ended == Recovered)
	} else {
		c.Retries = 1
	}
	c.ResultOK, c.ResultError, c.ResultRejected = one(f.Result == OK), one(f.Result == Failed), one(f.Result == Rejected)
	if f.Form != Native {
		*ofMethod(f.Method, &c.CallsPlain, &c.CallsEscapes, &c.CallsCDATA, &c.CallsMixed) = 1
	}
	for i := range f.Fields {
		*ofMethod(f.Fields[i].Method, &c.FieldsPlain, &c.FieldsEscapes, &c.FieldsCDATA, &c.FieldsMixed)++
	}
	if f.JSON > 0 {
		c.Measured, c.MeasuredBytes = 1, int64(f.Bytes)
		c.MeasuredEscaped, c.MeasuredCDATA, c.MeasuredJSON = int64(f.Escaped), int64(f.CDATA), int64(f.JSON)
	}
	return c
}

// ofMethod returns the count of a method.
func ofMethod(name string, counts ...*int64) *int64 {
	return counts[max(0, slices.Index(methods, name))]
}

func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}
