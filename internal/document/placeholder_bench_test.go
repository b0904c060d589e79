package document

import "testing"

// BenchmarkPlaceholders measures the scan for placeholders over 10 MB of text without braces, and with those of code.
func BenchmarkPlaceholders(b *testing.B) {
	prose := "# Title\n\n" + proseText + "\n- item `code` and\n\n> quote\n\n"
	for name, text := range map[string]string{
		"prose": fill(prose, 10<<20),
		"code":  fill(prose+"```go\nfunc f(m map[string][]T) error {\n\tif len(m) == 0 {\n\t\treturn fmt.Errorf(\"%d: %w\", T{1, 2}.a, errors.New(\"x\"))\n\t}\n\tfor _, t := range m[\"a\"] {\n\t\tg(struct{}{}, []T{{1}, {2}})\n\t}\n\treturn nil\n}\n```\n\n```js\nconst s = `${a.b} is ${name}`;\nf({a: 1, b: {c: 2}}, () => { return {}; });\n```\n", 10<<20),
		"JSON":  fill(`{"type":"function","parameters":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}},`+"\n", 10<<20),
		"jinja": fill(prose+"{% if a %}{{ name }}{% endif %} ${HOME}\n", 10<<20),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				placeholders(text)
			}
		})
	}
}
