package filetools

// groups are a set of hashes of four characters of lines, in which white space and quotes do not count.
type groups [1 << 10]uint64

// skipped are the bytes that do not count, and how many bytes they are the start of: a typographic quote
// has three.
var skipped = [256]uint8{' ': 1, '\t': 1, '\r': 1, '"': 1, '\'': 1, '`': 1, 0xE2: 3}

// count returns how many groups of a line are in the set, to which they are added before if put, and how many
// there are.
func (g *groups) count(line string, put bool) (known, all int32) {
	at, last, n := start(line)
	for n > 0 {
		if put {
			g.put(last)
		}
		known, all = known+g.has(last), all+1
		for at < len(line) && skipped[line[at]] > 0 {
			at += int(skipped[line[at]])
		}
		if at >= len(line) {
			break
		}
		last = last<<8 | uint32(line[at])
		at++
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
