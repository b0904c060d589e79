package filetools

// groups are a set of hashes of four characters of lines, in which white space and quotes do not count.
type groups [1 << 10]uint64

// skipped are the bytes that do not count, and how many bytes they are the start of: a typographic quote
// has three.
var skipped = [256]uint8{' ': 1, '\t': 1, '\r': 1, '"': 1, '\'': 1, '`': 1, 0xE2: 3}

// add adds the groups of a line, and returns how many there are.
func (g *groups) add(line string) (all int32) {
	at, last, n := start(line)
	if n == 0 {
		return 0
	}
	g.put(last)
	for all = 1; at < len(line); at++ {
		if skip := skipped[line[at]]; skip > 0 {
			at += int(skip) - 1
			continue
		}
		last = last<<8 | uint32(line[at])
		g.put(last)
		all++
	}
	return all
}

// count returns how many groups of a line are in the set, and how many there are. In a large file it takes
// most of the time, and so repeats the loop of add.
func (g *groups) count(line string) (known, all int32) {
	at, last, n := start(line)
	if n == 0 {
		return 0, 0
	}
	known, all = g.has(last), 1
	for ; at < len(line); at++ {
		c := line[at]
		if skip := skipped[c]; skip > 0 {
			at += int(skip) - 1
			continue
		}
		last = last<<8 | uint32(c)
		known += g.has(last)
		all++
	}
	return known, all
}

// start returns the first group of a line, which has n bytes, at most four, and where it ends.
func start(line string) (at int, first uint32, n int) {
	for ; at < len(line) && n < 4; at++ {
		if skip := skipped[line[at]]; skip > 0 {
			at += int(skip) - 1
			continue
		}
		first = first<<8 | uint32(line[at])
		n++
	}
	return at, first, n
}

func hash(group uint32) uint32 { return group * 2654435761 >> 16 }

func (g *groups) put(group uint32) { g[hash(group)>>6] |= 1 << (hash(group) & 63) }

// has returns 1 for a group in the set, and 0 for others.
func (g *groups) has(group uint32) int32 { return int32(g[hash(group)>>6] >> (hash(group) & 63) & 1) }
