//go:build !linux && !darwin

package replace

import "errors"

func exchange(string, string) error { return errors.ErrUnsupported }
