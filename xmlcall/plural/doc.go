// Package plural knows what the items of a list are called, given the name of the
// list: edits has items edit, sub_queries has items sub_query.
//
// JSON and Go do not name the items of a list, elements do. So whoever writes a
// list as elements needs a name, and whoever reads one has to know whether
// <path> in <paths> is an item. The names are those that authors of tools choose:
// English, in snake case, camel case or with dots.
//
// Names are plain strings; nothing is kept.
package plural
