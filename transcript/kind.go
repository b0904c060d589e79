package transcript

import (
	"path/filepath"
	"strings"
)

// KindOf returns how a file of this name is read when nobody says. Names are
// compared without regard to case.
//
//	Reply     "-" (standard input) and the raw captures of a reply:
//	          .xml .reply .response .log .out .transcript
//	Document  everything else: Markdown (.md .markdown .mdx), text (.txt),
//	          templates (.tmpl .j2 .mustache), source code, and names without
//	          an extension
//
// Text inside JSON is encoded, with <tool> often written \u003ctool\u003e. Such
// files are documents like others, in which no call is found.
func KindOf(name string) Kind {
	if name == "-" {
		return Reply
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".xml", ".reply", ".response", ".log", ".out", ".transcript":
		return Reply
	}
	return Document
}
