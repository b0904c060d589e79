// Package changes finds which shares of calls changed: between two tallies, or on a day of one.
//
// A share is that of the calls that do not run, or about which a rule reports something, of all
// calls of a tool, a model and a prompt, or of all tools, models or prompts. All shares are
// tested, each for whether it is the same before and after a day:
//
//   - Fisher's exact test of the calls before and after, of both sides; over days for the day
//     at which the likelihood ratio is greatest, with the chance times the number of days.
//   - Calls of one session are alike: an agent that writes a call wrongly tries it again. Counts
//     are divided by the design effect, which is known from the pairs of calls of one session
//     that are alike. Sessions are taken to be independent of each other.
//   - Days differ. If they do by more than chance makes them, in most shares or in this one, an
//     F test of the change against the spread of the days has to find it, too.
//   - If more calls come from sources where more of them fail, that is not a change: for a
//     share over several tools, models or prompts, the stratified test of Cochran, Mantel and
//     Haenszel must find a change within them. Prompts and models that occur on one side only
//     are one stratum.
//
// The least chance that all of these give is corrected by Holm's method for all shares: where
// nothing changed, a change is reported once in a thousand times ([FamilyError]).
//
// A change of one prompt also changes the share of all prompts, that of each of its tools, and
// one of a rule that of all calls that do not run. The share with the greatest likelihood
// ratio is reported, and then those that remain without its calls.
package changes
