package workspace

import "testing"

type withinTest struct {
	folder, path string
	want         bool
}

func checkWithin(t *testing.T, tests []withinTest) {
	t.Helper()
	for _, test := range tests {
		if got := within(test.folder, test.path); got != test.want {
			t.Errorf("within(%s, %s) = %v, want %v", test.folder, test.path, got, test.want)
		}
	}
}
