// Package changes finds which shares of calls changed: between two tallies, or on a day of one.
//
// A share is that of the calls that do not run, or about which a rule reports something, among
// all calls of a tool, a model and a prompt, or of all tools, models or prompts. For every share
// the null hypothesis is that it is the same before and after a day. Its p-value is the largest of
// these:
//
//   - Fisher's exact test, two-sided, at the day with the greatest likelihood ratio, multiplied by
//     the number of days that it was chosen from.
//   - The likelihood-ratio test or, where days are overdispersed, an F test of the change against
//     the spread of the days on both sides.
//   - For a share over several tools, models or prompts, the stratified test of Cochran, Mantel
//     and Haenszel: more traffic where more calls fail is not a change. Prompts and models that
//     occur on one side only form one stratum.
//
// Calls of one session are not independent, because an agent retries a refused call: counts are
// divided by the design effect, which is computed from the pairs of calls of a session. Sessions
// are assumed to be independent.
//
// The p-values are corrected for the number of shares by Holm's method, for a family-wise error
// of [FamilyError].
//
// A change of one prompt also shows in the share of all prompts, in that of each of its tools,
// and one of a rule in the share of all calls that do not run. The share with the greatest
// likelihood ratio is reported; the others are tested again without its calls.
package changes
