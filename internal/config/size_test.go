package config

import "testing"

func TestMaxSize(t *testing.T) {
	file, problems := parse("f", []byte("max-size = 1_000_000\n"))
	if len(problems) > 0 || file.MaxSize != 1_000_000 {
		t.Errorf("%+v, %v", file, problems)
	}
	settings, problems := ReadSettings(nil, []byte(`{"max-size": 500}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := Defaults()
	settings.Config.Resolve(r, "", asNamed)
	if o := r.Options(); o.MaxSize != 500 || r.MaxSize.From.String() == "default" {
		t.Errorf("%+v", r.MaxSize)
	}
}
