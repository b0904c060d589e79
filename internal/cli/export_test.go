package cli

// For tests in package cli_test, which run commands.

const InPieces = inPieces

var NoneCollected = noneCollected

// CollectedForFiles returns the percentage for the files that were read.
func CollectedForFiles() int {
	collecting.Lock()
	defer collecting.Unlock()
	return collecting.files
}
