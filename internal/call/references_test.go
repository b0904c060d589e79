package call

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestOperators compares with a file which references can only be escapes, as they are in the place
// of an operator: for each, what is before it, and then each of what may be after it.
func TestOperators(t *testing.T) {
	beside := []string{"", " ", "\t", "\n", "\r", "a", "z", "A", "Z", "0", "9", "_", "(", ")", "`", "{", "@", "[", "/", ":", "é", "=", "-", "|", "+", "!", "&", "<", ">", ";", ",", "&amp;", "&lt;", "x;", "&x;", "\""}
	var out strings.Builder
	for _, reference := range []string{"&amp;", "&lt;", "&gt;", "&amp;&amp;", "-&gt;", "&lt;=", "&quot;", "&#x26;&#x26;", "&#x0000000026;=", "=&lt;&#60;"} {
		for _, before := range beside {
			fmt.Fprintf(&out, "%q after %q, before", reference, before)
			for _, after := range beside {
				if !partlyEscaped(before + reference + after) {
					fmt.Fprintf(&out, " %q", after)
				}
			}
			out.WriteString("\n")
		}
	}
	golden.File(t, filepath.Join("testdata", "operators.txt"), []byte(out.String()))
}

// TestOperatorRuns checks that the references of one run are classified together, and those after it
// again.
func TestOperatorRuns(t *testing.T) {
	for text, want := range map[string]string{
		"a &lt;&lt;= b": "ee", "a &lt;= b &gt;c&lt;": "e--", "x &gt;&gt;= y &amp; z": "ee-", "x &lt;-> y &lt;== z": "--", "&amp;&lt;b a &gt;&gt; b": "--ee", "&lt;": "-", "&amp;": "-", "a&gt;b&gt;c d &amp;lt; e": "ee-",
		"Use &lt; and &gt; in XML": "--", "if &lt; if ": "-", "write\n&lt;  instead of x": "-", "misuse &lt; x": "e", "x &lt; android": "e", "users &lt; insteads": "e",
	} {
		escapes, got := escapesIn(text), ""
		for i := range ampersands(text) {
			if escapes[i] {
				got += "e"
			} else {
				got += "-"
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestInURL checks which bytes are in the query of a URL.
func TestInURL(t *testing.T) {
	for text, want := range map[string]bool{
		"http://x.org/?a=1&": true, "see http://x.org/?a=1&": true, "(http://x.org/?&": true, "<a href='http://x.org/?&": true, "http://x.org/&": false, "x.org/?a=1&": false,
		"http://x.org/? &": false, "http://x.org/?\n&": false, "\"http://x.org/?\"&": false, "[http://x.org/?]&": false, "&": false, "http://?&": true,
		"http://x.org/?" + strings.Repeat("a", 4000) + "&": true,
	} {
		if got := inURL(text+" http://y.org/?", strings.LastIndexByte(text, '&')); got != want {
			t.Errorf("%.80s: %t", text, got)
		}
	}
}
