package check

import (
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/entrhq/forge-lsp/internal/cache"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A checkCache keeps the reports about files for the next run.
type checkCache struct {
	*cache.Cache
	began        time.Time // before any file was examined
	dependencies map[string]dependency
}

// A dependency is everything that the reports about the files of a folder depend on.
type dependency struct {
	settings *workspace.Settings // to one of them
	sum      cache.Sum
	shared   bool // by all of them
}

// A target is a source to check, with the facts known before it is read.
type target struct {
	workspace.Source
	dependency

	stamp   cache.Stamp
	stamped bool
	entry   *cache.Entry // nil if there is none, or one for other ones
	// settled reports whether the report is known: the entry is valid, or the file is
	// excluded.
	settled, excluded bool
}

func (f *checkFlags) addCache(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.cacheDir, "cache-dir", "", "cache results in `folder` until the files change (default: forge-lsp in the user cache folder)")
	cmd.Flags().BoolVar(&f.noCache, "no-cache", false, "do not read or write the cache")
}

func (f *checkFlags) checkCache(cmd *cobra.Command) error {
	switch given := cmd.Flags().Changed("cache-dir"); {
	case given && f.noCache:
		return cli.Usagef(cmd, "--no-cache cannot be combined with --cache-dir")
	case given && f.cacheDir == "":
		return cli.Usagef(cmd, "--cache-dir needs a folder")
	}
	return nil
}

// worthwhile is the total size of the files in bytes below which a cache would cost as much
// as it saves.
const worthwhile = 1 << 20

// targets returns the sources with their entries in the cache.
func (c *checker) targets(cmd *cobra.Command, sources []workspace.Source) []target {
	list := make([]target, len(sources))
	for i := range sources {
		list[i].Source = sources[i]
	}
	if c.noCache || c.Files != nil || c.writes() || c.diff {
		return list
	}
	began, size := time.Now(), int64(0)
	if c.Now != nil {
		began = c.Now()
	}
	const chunk = 64
	cores.Each((len(list)+chunk-1)/chunk, func(k int) {
		for i := range list[k*chunk : min(len(list), (k+1)*chunk)] {
			if t := &list[k*chunk+i]; t.Err == nil && !t.IsStream() {
				t.stamp, t.stamped = cache.StampOf(t.File)
			}
		}
	})
	for i := range list {
		size += list[i].stamp.Size
	}
	folder := c.cacheDir
	if folder == "" {
		user, err := os.UserCacheDir()
		if err != nil || size < worthwhile {
			return list
		}
		folder = filepath.Join(user, "forge-lsp")
	}
	c.cache = &checkCache{cache.Open(cli.Absolute(folder), c.cacheKey(cmd)), began, map[string]dependency{}}
	for i := range list {
		c.lookUp(&list[i])
	}
	return list
}

// onOutputOnly are the flags that do not change any report about a file.
var onOutputOnly = []string{"output", "quiet", "exit-zero", "max-warnings", "changed", "no-ignore", "cache-dir", "no-cache"}

// cacheKey returns a sum of everything that all reports of the run depend on.
func (c *checker) cacheKey(cmd *cobra.Command) cache.Sum {
	parts := []string{
		cli.ThisBuild().String(), cache.ProgramID(), cli.Absolute("."), // paths are told from there
		strconv.Itoa(c.style.Width), strconv.FormatBool(c.style.Terminal), c.style.Bad.Sprint("color"),
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(onOutputOnly, f.Name) {
			parts = append(parts, f.Name, f.Value.String())
		}
	})
	return cache.SumOf(parts...)
}

// lookUp looks up the entry of a target.
func (c *checker) lookUp(t *target) {
	if !t.stamped {
		return
	}
	t.dependency = c.dependencyOf(t)
	if t.settings.Configuration.Excludes(&t.Source) {
		t.settled, t.excluded = true, true
		return
	}
	e := c.cache.Find(t.name())
	if e != nil && e.Context == t.sum {
		t.entry, t.settled = e, e.Stamp == t.stamp && !e.Racy
	}
}

// name returns the name of the entry of a target. A named source is read differently
// from one that is found.
func (t *target) name() string {
	if t.Walked {
		return t.Path
	}
	return t.Path + "\x00"
}

func (c *checker) dependencyOf(t *target) dependency {
	folder := t.Path[:strings.LastIndexByte(t.Path, '/')+1]
	b, ok := c.cache.dependencies[folder]
	if ok && b.shared {
		return b
	}
	b.settings = c.Settings(t.Source)
	sum, shared := b.settings.Fingerprint()
	b.sum, b.shared = cache.Sum(sum), shared
	c.cache.dependencies[folder] = b
	return b
}

// batches divides targets into those that have to be read, each alone, and runs of others.
func batches(list []target) iter.Seq[[]target] {
	const most = 256
	return func(yield func([]target) bool) {
		for len(list) > 0 {
			n := 1
			for list[0].settled && n < min(most, len(list)) && list[n].settled {
				n++
			}
			if !yield(list[:n]) {
				return
			}
			list = list[n:]
		}
	}
}

// checkBatch checks targets, of which usually only the first has to be read.
func (c *checker) checkBatch(list []target) []checked {
	all := make([]checked, len(list))
	for i := range list {
		if t := &list[i]; !t.settled || !c.recall(t, &all[i]) {
			all[i] = c.check(t)
		}
	}
	return all
}

// saveCache writes the cache. An error is ignored: the next run only takes longer.
func (c *checker) saveCache() {
	if c.cache != nil {
		_ = c.cache.Save()
	}
}
