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

type onVolumeTest struct{ path, volume, below string }

func checkOnVolume(t *testing.T, tests []onVolumeTest) {
	t.Helper()
	for _, test := range tests {
		volume, below, ok := onVolume(test.path)
		if volume != test.volume || below != test.below || !ok {
			t.Errorf("onVolume(%s) = %s, %s, %v; want %s, %s", test.path, volume, below, ok, test.volume, test.below)
		}
	}
}
