package transcript

// plain returns the value that a value of OpenTelemetry means: {"stringValue": "a"} is "a", and a
// kvlistValue an object. Others are returned as they are.
func (v *value) plain() node {
	n := v.node
	if n.kind != '{' || len(n.kids) != 1 {
		return *n
	}
	inner := n.kids[0]
	made := inner
	switch values := inner.member("values"); inner.key {
	case "stringValue", "boolValue", "doubleValue":
	case "intValue": // a string, as any number of 64 bits
		made.kind = '0'
	case "arrayValue", "kvlistValue":
		made = node{kind: '[', start: n.start, end: n.end}
		if inner.key == "kvlistValue" {
			made.kind = '{'
		}
		if values == nil {
			break
		}
		for i := range values.kids {
			kid := v.at(&values.kids[i])
			key := kid.member("key")
			if key != nil {
				name := kid.at(key)
				kid = kid.at(kid.member("value"))
				if kid.node == nil {
					continue
				}
				made.kids = append(made.kids, kid.plain())
				last := &made.kids[len(made.kids)-1]
				last.key, last.keyAt = name.unquoted(), key.start
			} else if made.kind == '[' {
				made.kids = append(made.kids, kid.plain())
			}
		}
	default:
		return *n
	}
	made.key, made.keyAt, made.wrapped = n.key, n.keyAt, true
	return made
}
