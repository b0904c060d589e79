package filetools

// groups are a set of hashes of four characters of lines, in which white space and quotes do not count.
type groups [1 << 10]uint64

// skipped are the bytes that do not count, and how many bytes they are the start of: a typographic quote
// has three.
var skipped = [256]uint8{' ': 1, '\t': 1, '\r': 1, '"': 1, '\'': 1, '`': 1, 0xE2: 3}

// add adds the groups of a line, and returns how many there are.
func (g *groups) add(line string) (all int32) {
	_, all = g.each(line, true)
	return all
}

// count returns how many groups of a line are in the set, and how many there are. In a large file it takes
// most of the time, and so calls no function for each group.
func (g *groups) count(line string) (known, all int32) { return g.each(line, false) }

func (g *groups) each(line string, add bool) (known, all int32) {
	var last uint32 // the last four bytes
	n := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		if skip := skipped[c]; skip > 0 {
			i += int(skip) - 1
			continue
		}
		last = last<<8 | uint32(c)
		if n++; n >= 4 {
			known += g.see(last, add)
			all++
		}
	}
	if 0 < n && n < 4 { // a short line is a group
		known += g.see(last, add)
		all++
	}
	return known, all
}

// see adds a group if it is to be, and returns 1 if it is in the set.
func (g *groups) see(last uint32, add bool) int32 {
	h := uint16(last * 2654435761 >> 16)
	if add {
		g[h>>6] |= 1 << (h & 63)
	}
	return int32(g[h>>6] >> (h & 63) & 1)
}
