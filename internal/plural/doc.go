// Package plural derives the name of a list's items from the name of the list: edits
// has items edit, sub_queries has items sub_query.
//
// JSON and Go do not name the items of a list, but elements do. A writer of a list
// therefore needs a name, and a reader has to know whether <path> in <paths> is an
// item. The names are those that authors of tools choose: English, in snake case, camel
// case or with dots.
//
// The package keeps no state.
package plural
