// Package facts knows what the rules may ask about a call besides what the parser
// records.
package facts
