package sumtree

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A number is an item: its weight is its size, and it is marked if it is divisible by
// 97.
type number int

func (n number) Summary() total {
	t := total{count: 1, weight: int(n), first: n, last: n}
	if n%97 == 0 {
		t.marked = 1
	}
	return t
}

// A total combines associatively but not commutatively: falls counts the items
// that are smaller than the one before.
type total struct {
	count, weight, marked, falls int
	first, last                  number
}

func (t total) Add(next total) total {
	if t.count == 0 || next.count == 0 {
		if t.count == 0 {
			return next
		}
		return t
	}
	sum := total{t.count + next.count, t.weight + next.weight, t.marked + next.marked, t.falls + next.falls, t.first, next.last}
	if next.first < t.last {
		sum.falls++
	}
	return sum
}

type tree = Tree[number, total]

func random(r *rand.Rand, n int) []number {
	list := make([]number, n)
	for i := range list {
		list[i] = number(r.IntN(1000))
	}
	return list
}

func sumOf(list []number) total {
	var sum total
	for _, n := range list {
		sum = sum.Add(n.Summary())
	}
	return sum
}

// at is reached at the item of an index.
func at(i int) func(total) bool { return func(t total) bool { return t.count > i } }

// A place is what an iteration yields.
type place struct {
	before total
	item   number
}

func places(seq iter.Seq2[total, number]) []place {
	var list []place
	for before, item := range seq {
		list = append(list, place{before, item})
	}
	return list
}

// check compares the tree with the slice and checks its invariants.
func check(t *testing.T, got tree, want []number) {
	t.Helper()
	if got.Len() != len(want) || got.Summary() != sumOf(want) {
		t.Fatalf("%d items, %+v; want %d, %+v", got.Len(), got.Summary(), len(want), sumOf(want))
	}
	i := 0
	for before, item := range got.All() {
		if item != want[i] || before.count != i {
			t.Fatalf("item %d is %d after %d, want %d", i, item, before.count, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Fatalf("%d items, want %d", i, len(want))
	}
	if got.root != nil {
		checkNode(t, got.root, true)
	}
}

func checkNode(t *testing.T, n *node[number, total], root bool) {
	t.Helper()
	least := minEntries
	switch {
	case root && n.height == 0:
		least = 1
	case root:
		least = 2
	}
	if n.entries() < least || n.entries() > maxEntries || (n.height == 0) != (len(n.kids) == 0) {
		t.Fatalf("a node of height %d has %d items and %d nodes", n.height, len(n.items), len(n.kids))
	}
	if cap(n.items)-len(n.items) > maxEntries || cap(n.kids)-len(n.kids) > maxEntries {
		t.Fatalf("a node has room for %d items and %d nodes more", cap(n.items)-len(n.items), cap(n.kids)-len(n.kids))
	}
	sum, count := sumOf(n.items), len(n.items)
	for _, kid := range n.kids {
		if kid.height != n.height-1 {
			t.Fatalf("below height %d is height %d", n.height, kid.height)
		}
		checkNode(t, kid, false)
		sum, count = sum.Add(kid.sum), count+kid.len
	}
	if sum != n.sum || count != n.len {
		t.Fatalf("%d items, %+v; the node has %d, %+v", count, sum, n.len, n.sum)
	}
}

func TestOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 3*maxEntries + 2 {
		list := random(r, n)
		check(t, Of(list...), list)
	}
	for _, n := range []int{maxEntries*maxEntries - 1, maxEntries * maxEntries, maxEntries*maxEntries + 1, 5000, 40000} {
		list := random(r, n)
		check(t, Of(list...), list)
	}
	list := random(r, 100)
	of := Of(list...)
	want := slices.Clone(list)
	clear(list)
	check(t, of, want)
}

func TestEmpty(t *testing.T) {
	var empty tree
	check(t, empty, nil)
	check(t, empty.Splice(at(0), at(0)), nil)
	check(t, empty.Splice(at(0), at(0), 1, 2), []number{1, 2})
	if _, _, ok := empty.Seek(at(0)); ok {
		t.Error("an empty tree has an item")
	}
	for range empty.SelectBackward(at(0), nil) {
		t.Error("an empty tree has an item")
	}
}

func TestSplice(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		list := random(r, r.IntN(1<<r.IntN(13)))
		i := r.IntN(len(list) + 2)
		j := i + r.IntN(1<<r.IntN(12))
		items := random(r, r.IntN(1<<r.IntN(8)))
		got := Of(list...).Splice(at(i), at(j), items...)
		i, j = min(i, len(list)), min(j, len(list))
		check(t, got, slices.Concat(list[:i], items, list[j:]))
	}
}

// TestManySplices checks that a tree that was changed a hundred thousand times is as
// balanced as a new one, and so are the versions that were kept.
func TestManySplices(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var list []number
	var got tree
	kept := map[*tree][]number{}
	for i := range 100_000 {
		from := r.IntN(len(list) + 1)
		to := min(from+r.IntN(10), len(list))
		size := r.IntN(10)
		if r.IntN(5000) == 0 {
			to, size = min(from+r.IntN(2000), len(list)), r.IntN(2000)
		}
		items := random(r, size)
		got = got.Splice(at(from), at(to), items...)
		list = slices.Replace(list, from, to, items...)
		if i%5000 == 0 {
			check(t, got, list)
			snapshot := got
			kept[&snapshot] = slices.Clone(list)
		}
		if most := 1 + math.Log(float64(max(len(list), 2)))/math.Log(minEntries); got.root != nil && float64(got.root.height) > most {
			t.Fatalf("%d items are %d high, want at most %.1f", len(list), got.root.height, most)
		}
	}
	check(t, got, list)
	for old, want := range kept {
		check(t, *old, want)
	}
}

// TestSeekAndIterate checks that descent finds what a walk over all items finds.
func TestSeekAndIterate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	marked := func(t total) bool { return t.marked > 0 }
	for range 500 {
		list := random(r, r.IntN(1<<r.IntN(13)))
		whole := Of(list...)
		weight := r.IntN(sumOf(list).weight + 10)
		heavy := func(t total) bool { return t.weight > weight }

		var all []place
		var sum total
		start := len(list)
		for i, n := range list {
			p := place{sum, n}
			all = append(all, p)
			if sum = sum.Add(n.Summary()); heavy(sum) {
				start = min(start, i)
			}
		}
		selected := func(list []place) []place {
			return slices.DeleteFunc(slices.Clone(list), func(p place) bool { return p.item%97 != 0 })
		}
		reversed := slices.Clone(all[:min(start+1, len(all))])
		slices.Reverse(reversed)

		before, item, ok := whole.Seek(heavy)
		if ok != (start < len(list)) || ok && (place{before, item}) != all[start] || !ok && before != sumOf(list) {
			t.Fatalf("Seek = %+v, %d, %t; want item %d of %d", before, item, ok, start, len(list))
		}
		for name, test := range map[string]struct{ got, want []place }{
			"All":                     {places(whole.All()), all},
			"From":                    {places(whole.From(heavy)), all[start:]},
			"SelectBackward of all":   {places(whole.SelectBackward(heavy, nil)), reversed},
			"Select":                  {places(whole.Select(heavy, marked)), selected(all[start:])},
			"Select from nil":         {places(whole.Select(nil, marked)), selected(all)},
			"SelectBackward":          {places(whole.SelectBackward(heavy, marked)), selected(reversed)},
			"SelectBackward from nil": {places(whole.SelectBackward(nil, nil))[:min(1, len(all))], all[max(0, len(all)-1):]},
		} {
			if !slices.Equal(test.got, test.want) {
				t.Fatalf("%s yields %v, want %v", name, test.got, test.want)
			}
		}
	}
}

// TestStop checks that an iteration can be stopped at any item.
func TestStop(t *testing.T) {
	list := random(rand.New(rand.NewPCG(6, 6)), 3000)
	whole := Of(list...)
	for most := 1; most <= len(list); most = most*2 + 1 {
		for _, seq := range []iter.Seq2[total, number]{whole.All(), whole.SelectBackward(nil, nil)} {
			n := 0
			for range seq {
				if n++; n == most {
					break
				}
			}
			if n != most {
				t.Fatalf("%d items, want %d", n, most)
			}
		}
	}
}

// TestSelectSkips checks that a selection visits few of the items that it does not
// yield.
func TestSelectSkips(t *testing.T) {
	list := make([]number, 100_000)
	for i := range list {
		list[i] = 1
	}
	list[70_000] = 97
	calls := 0
	has := func(t total) bool { calls++; return t.marked > 0 }
	got := places(Of(list...).Select(at(10), has))
	if len(got) != 1 || got[0].before.count != 70_000 {
		t.Fatalf("found %v", got)
	}
	if most := 5 * maxEntries; calls > most {
		t.Errorf("%d calls, want at most %d", calls, most)
	}
}
