package xmlcall

// A kin is what is found of the children of a block's elements when somebody asks. A
// call may have thousands of arguments, and many are asked for.
type kin struct {
	next []ElementID         // of each element: its next sibling, or NoElement
	last map[child]ElementID // the last child of a name
}

type child struct {
	parent ElementID
	local  string
}

// fewElements is up to how many elements a block has that looks its children up one
// after the other: to remember them costs more.
const fewElements = 64

// family returns the kin of a block with more than a few elements.
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

// firstChild returns the first child of an element, which comes right after it.
func (b *Block) firstChild(id ElementID) ElementID {
	if next := id + 1; b.has(id) && b.has(next) && b.elements[next].parent == id {
		return next
	}
	return NoElement
}
