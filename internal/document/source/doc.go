// Package source finds the strings of programs, and of YAML and TOML: strings written as one
// literal or as several that are joined, with the mapping of each byte of the string to the file.
// See package literal.
//
// Of a program only what starts and ends strings, comments and expressions is read: a [grammar]. Invalid
// YAML and TOML have no strings. All offsets are in bytes, ranges are half-open.
package source
