//go:build !linux && !darwin

package replace

import "errors"

func (theSystem) exchanges() bool { return false }

func (theSystem) exchange(string, string) error { return errors.ErrUnsupported }
