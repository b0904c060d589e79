package toolspec

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// lose records that the tool of a definition is not known. A custom tool is not called
// by its name.
func (l *loader) lose(n *node) {
	if name := n.get("name").text(); name != "" && !isCustom(l.file, n) {
		l.lost = append(l.lost, name)
	}
}

// likeName matches what looks like a tool's name in a file of YAML or JSON that is not
// well-formed. Arguments can also have a name: treating one of those as a tool does no
// harm.
var likeName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^|[\s{,\-])["']?name["']?[ \t]*:[ \t]*["']?([\w.:/-]+)`)
})

// loseAll records the tools of a file that is not well-formed: the usual state of a
// file that is being edited.
func (l *loader) loseAll() {
	if strings.EqualFold(path.Base(strings.ReplaceAll(l.file, `\`, "/")), customFile) {
		return
	}
	for _, m := range likeName().FindAllSubmatch(l.data, -1) {
		l.lost = append(l.lost, string(m[1]))
	}
}

// lostNames returns the names of tools that were recorded and are not defined elsewhere
// in the file.
func (l *loader) lostNames() []string {
	defined := map[string]bool{}
	for _, t := range l.tools {
		defined[t.Name] = true
	}
	lost := slices.DeleteFunc(l.lost, func(name string) bool { return defined[name] })
	slices.Sort(lost)
	return slices.Compact(lost)
}
