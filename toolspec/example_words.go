package toolspec

import (
	"slices"
	"strings"
	"unicode"
)

// A word describes the usual content of an argument whose name ends in one of the
// names. Code and text contain characters that need escaping, so that examples show
// how.
type word struct {
	names   string // separated by spaces; "a_b" matches only the whole end of a name
	values  []string
	numbers []float64
	path    bool // whether it is a path of a file or folder
}

// words is searched from the start: more specific entries come first.
var words = []word{
	{names: "start_line line_start first_line from_line", numbers: []float64{1, 41}},
	{names: "end_line line_end last_line to_line", numbers: []float64{40, 80}},
	{names: "line lines lineno line_number", numbers: []float64{12, 18}, values: []string{"return a < b && b < c", "return nil"}},
	{names: "old_path source_path from_path", values: []string{"internal/ring/buffer.go"}, path: true},
	{names: "path file filename file_path filepath files paths glob", values: []string{"internal/ring/ring.go", "internal/ring/ring_test.go", "docs/q&a.md"}, path: true},
	{names: "dir directory folder cwd root workspace working_directory directories", values: []string{"internal/ring", "docs"}, path: true},
	{names: "old_string old_str old_text search find", values: []string{"if i <= n && !done {", "x := <-in"}},
	{names: "new_string new_str new_text replace replacement", values: []string{"if i < n && !done {", "x, ok := <-in"}},
	{names: "exclude exclude_pattern exclude_patterns include_pattern file_pattern", values: []string{"vendor/**", "*.min.js"}},
	{names: "label_selector", values: []string{"app=checkout,tier!=cache"}},
	{names: "pattern regex regexp", values: []string{`func \w+\(`, `TODO|FIXME`}},
	{names: "url uri link href endpoint webhook urls links", values: []string{"https://example.com/search?q=go&lang=en", "https://example.com/docs"}},
	{names: "sql", values: []string{"SELECT name FROM users WHERE age >= 18 AND age < 65", "SELECT count(*) FROM users"}},
	{names: "jql", values: []string{"project = APP AND created >= -7d", "assignee = currentUser()"}},
	{names: "query q keywords search_query", values: []string{"ring buffer & backpressure", "ring buffer"}},
	{names: "command cmd shell commands", values: []string{"go vet ./... && go test ./...", "git status --short"}},
	{names: "code script source javascript expression snippet function", values: []string{"for (let i = 0; i < 3 && !done; i++) { step(i); }", "x < 1 && y > 2"}},
	{names: "html", values: []string{"<p>Fish &amp; chips</p>", "<b>Hello</b>"}},
	{names: "xml", values: []string{"<note to=\"ada\">Fish &amp; chips</note>"}},
	{names: "json payload", values: []string{`{"name": "ring", "size": 8}`, `{"name": "queue"}`}},
	{names: "diff patch", values: []string{"--- a/ring.go\n+++ b/ring.go\n@@ -1 +1 @@\n-if a <= b {\n+if a < b {\n"}},
	{names: "content contents file_text", values: []string{"if a < b && b < c {\n\treturn true\n}\n", "package ring\n"}},
	{names: "markdown", values: []string{"# Notes\n\nUse `a < b && c > d` with care.\n", "- one\n- two\n"}},
	{names: "body message text comment note notes caption summary prompt instructions details reason purpose reply", values: []string{"Latency is < 20 ms in Berlin & Oslo.", "The build is green again."}},
	{names: "description", values: []string{"Drops events when the queue is full & nobody reads.", "Adds a limit."}},
	{names: "question", values: []string{"Which of the two should the service use?"}},
	{names: "title subject headline heading", values: []string{"Fix the off-by-one error in the ring buffer", "Add a limit to the queue"}},
	{names: "email to from cc bcc recipient recipients sender attendee attendees emails mail", values: []string{"ada@example.com", "grace@example.com"}},
	{names: "first_name given_name", values: []string{"Ada", "Grace"}},
	{names: "last_name family_name surname", values: []string{"Lovelace", "Hopper"}},
	{names: "full_name display_name author customer_name", values: []string{"Ada Lovelace", "Grace Hopper"}},
	{names: "user username login assignee owner account assignees reviewer reviewers users member members", values: []string{"ada", "grace"}, numbers: []float64{7, 8}},
	{names: "org organization team company", values: []string{"example", "platform"}},
	{names: "repo repository project repos", values: []string{"ring", "queue"}},
	{names: "branch base head base_branch ref branches", values: []string{"main", "fix/ring-overflow"}},
	{names: "sha commit commit_sha hash revision", values: []string{"9fceb02d0ae598e95dc970b74767f19372d61af8", "d670460b4b4aece5915caf5c68d12f560a9fe3e4"}},
	{names: "tag version", values: []string{"v1.4.0", "v1.5.0"}, numbers: []float64{2, 3}},
	{names: "label labels tags category categories topic topics", values: []string{"bug", "queue"}},
	{names: "issue_number pull_number issue pr number", numbers: []float64{42, 43}, values: []string{"42", "43"}},
	{names: "channel channels room", values: []string{"#deployments", "#general"}},
	{names: "thread_ts ts", values: []string{"1712345678.000100"}},
	{names: "emoji reaction", values: []string{"thumbsup", "tada"}},
	{names: "timezone time_zone tz", values: []string{"Europe/Berlin", "America/New_York"}},
	{names: "datetime date_time timestamp created_at updated_at due_at start_time starts_at", values: []string{"2026-03-14T09:30:00Z", "2026-03-14T17:00:00Z"}, numbers: []float64{1773480600, 1773507600}},
	{names: "end_time ends_at", values: []string{"2026-03-14T17:00:00Z"}, numbers: []float64{1773507600}},
	{names: "until before end_date end check_out return_date", values: []string{"2026-03-15", "2026-03-16"}, numbers: []float64{40, 80}},
	{names: "date day since after due due_date start_date start dates check_in departure", values: []string{"2026-03-14", "2026-03-15"}, numbers: []float64{1, 40}},
	{names: "time", values: []string{"09:30", "17:00"}, numbers: []float64{10}},
	{names: "duration ttl", values: []string{"15m", "1h"}, numbers: []float64{15, 60}},
	{names: "city location place destination origin address street", values: []string{"Berlin", "Oslo"}},
	{names: "country country_code", values: []string{"DE", "NO"}},
	{names: "zip postal_code postcode zip_code", values: []string{"10115", "0150"}},
	{names: "phone phone_number mobile", values: []string{"+493012345678", "+4722123456"}},
	{names: "latitude lat", numbers: []float64{52.52, 59.91}, values: []string{"52.52"}},
	{names: "longitude lon lng", numbers: []float64{13.405, 10.75}, values: []string{"13.405"}},
	{names: "language lang locale languages", values: []string{"en", "de"}},
	{names: "units unit", values: []string{"metric", "imperial"}},
	{names: "currency", values: []string{"EUR", "USD"}},
	{names: "amount price total balance cost", numbers: []float64{1250, 980}, values: []string{"12.50", "9.80"}},
	{names: "ip ip_address", values: []string{"192.0.2.10", "192.0.2.11"}},
	{names: "host hostname domain server", values: []string{"api.example.com", "www.example.com"}},
	{names: "port", numbers: []float64{8080, 9090}, values: []string{"8080"}},
	{names: "namespace", values: []string{"staging", "production"}},
	{names: "pod container deployment service cluster resource node", values: []string{"checkout", "billing"}},
	{names: "image", values: []string{"registry.example.com/checkout:1.4.0", "nginx:1.27"}},
	{names: "selector css_selector locator", values: []string{"form > button.submit", "#submit"}},
	{names: "xpath", values: []string{"//form[@id='login']//button", "//a[1]"}},
	{names: "session session_name", values: []string{"main", "second"}},
	{names: "database db schema", values: []string{"shop", "stats"}},
	{names: "table tables", values: []string{"users", "orders"}},
	{names: "column columns field fields properties property sort_by order_by", values: []string{"name", "created_at"}},
	{names: "where filter condition", values: []string{"age >= 18 && age < 65", "status = 'open'"}},
	{names: "operator op", values: []string{"<=", ">"}},
	{names: "parameters params args arguments argv flags", values: []string{"--verbose", "--limit=10"}, numbers: []float64{18, 65}},
	{names: "model", values: []string{"small-1", "large-1"}},
	{names: "mime_type content_type mimetype media_type", values: []string{"text/markdown", "image/png"}},
	{names: "encoding", values: []string{"utf-8", "latin1"}},
	{names: "color colour", values: []string{"#3366cc", "#cc6633"}}, // words:allow
	{names: "uuid guid", values: []string{"3f2504e0-4f89-41d3-9a0c-0305e82c3301", "6ba7b810-9dad-41d1-80b4-00c04fd430c8"}},
	{names: "cursor token page_token api_key next_token", values: []string{"eyJwYWdlIjoyfQ", "eyJwYWdlIjozfQ"}},
	{names: "limit max_results per_page page_size count max first size n top top_k k", numbers: []float64{10, 20}, values: []string{"10"}},
	{names: "page offset skip index position", numbers: []float64{1, 2}, values: []string{"1"}},
	{names: "timeout timeout_seconds timeout_ms delay wait interval", numbers: []float64{30, 60}, values: []string{"30s", "1m"}},
	{names: "depth max_depth level retries", numbers: []float64{3, 4}},
	{names: "width", numbers: []float64{1280, 640}},
	{names: "height", numbers: []float64{720, 480}},
	{names: "x", numbers: []float64{120, 240}},
	{names: "y", numbers: []float64{80, 160}},
	{names: "quantity replicas attempts guests adults people nights", numbers: []float64{2, 3}},
	{names: "temperature threshold score ratio probability confidence", numbers: []float64{0.2, 0.5}},
	{names: "percent percentage", numbers: []float64{25, 50}},
	{names: "year", numbers: []float64{2026, 2027}, values: []string{"2026"}},
	{names: "priority severity", numbers: []float64{2, 3}, values: []string{"high", "low"}},
	{names: "status state", values: []string{"open", "closed"}},
	{names: "env environment environments", values: []string{"staging", "production"}},
	{names: "accept", values: []string{"application/json", "text/html"}},
	{names: "log_level", values: []string{"debug", "info"}},
	{names: "key", values: []string{"greeting", "limit"}},
	{names: "value values", values: []string{"a < b & c", "8"}, numbers: []float64{8, 16}},
	{names: "option options suggestion suggestions choice choices", values: []string{"PostgreSQL", "SQLite"}},
	{names: "id ids identifier", values: nil, numbers: []float64{42, 43}},
	{names: "name", values: nil},
}

// endsSpan reports whether an argument is the end of a time span.
func endsSpan(name string) bool {
	list := nameWords(name)
	return slices.ContainsFunc([]string{"end", "ends", "to", "until", "before", "due", "out"}, func(w string) bool {
		return slices.Contains(list, w)
	})
}

// nameWords returns the words of a name in lower case: startLine, start-line
// and start_line are two words.
func nameWords(name string) []string {
	var list []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			list = append(list, b.String())
			b.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == ' ':
			flush()
		case unicode.IsUpper(r) && lower:
			flush()
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
	}
	flush()
	return list
}

// lookUp returns the entry for a name: for all its words, otherwise for fewer and fewer of
// the last ones.
func lookUp(name string) *word {
	list := nameWords(name)
	for i := range list {
		end := strings.Join(list[i:], "_")
		for k := range words {
			if slices.Contains(strings.Fields(words[k].names), end) {
				return &words[k]
			}
		}
	}
	return nil
}

// HoldsPath reports whether an argument, judging by its name, holds the path of a file or
// folder.
func (a *Argument) HoldsPath() bool {
	if a.Kind != String || len(a.Enum) > 0 {
		return false
	}
	w := lookUp(a.Name)
	return w != nil && w.path
}

// wordStrings returns strings that an argument of a name usually holds.
func wordStrings(name, tool string) []string {
	list := nameWords(name)
	if len(list) == 0 {
		return []string{"example", "other"}
	}
	var values []string
	if w := lookUp(name); w != nil {
		values = slices.Clone(w.values)
	}
	what := strings.Join(list, "-")
	switch last := list[len(list)-1]; {
	case last == "id" || last == "ids" || last == "identifier":
		what = strings.Join(list[:len(list)-1], "-")
		if what == "" {
			what = object(tool)
		}
		return append(values, what+"-42", what+"-43")
	case last == "name" || last == "names":
		what = strings.Join(list[:len(list)-1], "-")
		if what == "" {
			what = object(tool)
		}
	}
	return append(values, "my-"+what, "other-"+what)
}

// verbs are last words of tools' names that do not name an object: kubectl_get.
var verbs = []string{
	"get", "set", "list", "read", "write", "create", "update", "patch", "delete", "remove", "add", "search", "find",
	"install", "run", "apply", "send", "open", "close",
}

// object returns the object of a tool's action, derived from its name: create_branch,
// branch.
func object(tool string) string {
	list := nameWords(tool)
	if len(list) < 2 || slices.Contains(verbs, list[len(list)-1]) {
		return "example"
	}
	return list[len(list)-1]
}

// wordNumbers returns numbers that an argument of a name usually holds.
func wordNumbers(name string) []float64 {
	if w := lookUp(name); w != nil {
		return slices.Clone(w.numbers)
	}
	return nil
}

// entryNames returns names for members of an object without named members.
func entryNames(object string) []string {
	list := nameWords(object)
	last := ""
	if len(list) > 0 {
		last = list[len(list)-1]
	}
	switch last {
	case "env", "environment", "variables":
		return []string{"LOG_LEVEL", "key"}
	case "headers", "header":
		return []string{"Accept", "key"}
	case "labels", "annotations", "metadata", "tags":
		return []string{"team", "key"}
	case "params", "parameters", "args", "arguments":
		return []string{"limit", "key"}
	}
	return []string{"key", "name"}
}
