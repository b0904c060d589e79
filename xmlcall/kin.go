package xmlcall

// A kin indexes the children of a block's elements. It is built on first use: a call
// may have thousands of arguments, and many of them are looked up.
type kin struct {
	next []ElementID         // of each element: its next sibling, or NoElement
	last map[child]ElementID // the last child of a name
}

type child struct {
	parent ElementID
	local  string
}

// fewElements is the number of elements up to which a block scans its children: an
// index costs more.
const fewElements = 64

// family returns the kin of a block with more than fewElements elements, or nil.
func (b *Block) family() *kin {
	if k := b.kin.Load(); k != nil {
		return k
	}
	k := &kin{next: make([]ElementID, len(b.elements)), last: make(map[child]ElementID, len(b.elements))}
	before := make([]ElementID, len(b.elements)) // of each element: its last child so far
	for i := range b.elements {
		id, parent := ElementID(i), b.elements[i].parent
		k.next[i] = NoElement
		if parent == NoElement {
			continue
		}
		if last := before[parent]; last != 0 {
			k.next[last] = id
		}
		before[parent] = id
		name := b.Element(id).Local()
		k.last[child{parent, name}] = id
		if whole := b.Element(id).Name(); whole != name {
			k.last[child{parent, whole}] = id
		}
	}
	b.kin.Store(k)
	return k
}

// firstChild returns the first child of an element, which is the next one.
func (b *Block) firstChild(id ElementID) ElementID {
	if next := id + 1; b.has(id) && b.has(next) && b.elements[next].parent == id {
		return next
	}
	return NoElement
}
