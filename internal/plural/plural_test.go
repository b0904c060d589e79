package plural

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// surePlurals are names of lists, each with the only possible name of an item.
const surePlurals = `
	edits edit  tags tag  suggestions suggestion  files file  names name  paths path  items item  ids id  keys key  days day
	queries query  entries entry  categories category  policies policy  movies movie  cookies cookie
	boxes box  indexes index  suffixes suffix  taxes tax  patches patch  branches branch  searches search  caches cache
	hashes hash  dishes dish  classes class  addresses address  processes process
	statuses status  viruses virus  bonuses bonus  causes cause  clauses clause  houses house  uses use  buses bus
	aliases alias  cases case  databases database  phrases phrase  releases release
	responses response  courses course  exercises exercise  lenses lens  purposes purpose
	analyses analysis  hypotheses hypothesis  theses thesis  heroes hero  potatoes potato  photos photo  repos repo  videos video
	leaves leaf  knives knife  valves valve  archives archive  objectives objective  moves move  sizes size
	children child  people person  criteria criterion  schemas schema
	indices index  vertices vertex  matrices matrix  appendices appendix  services service  devices device  prices price
	formulas formula  menus menu  gpus gpu  apis api  uris uri
	sub_queries sub_query  file-paths file-path  spec.rules spec.rule  rowIndices rowIndex  userIDs userID  URLs URL
	APIs API  People Person  CHILDREN CHILD  QUERIES QUERY  PEOPLE PERSON  grandchildren grandchild`

// notSure are names, each with the result of Singular, which is not sure about them.
const notSure = `
	data datum  media medium  bases base  axes axis  contents content
	series series  species species  news news  metadata metadata  means means
	status status  class class  analysis analysis  address address  alias alias  bus bus  lens lens  gas gas  canvas canvas
	path path  s s  is is  os os  dns dns  https https  content content  specimen specimen  x_ x_  drama drama  élan élan
	userData userDatum  gridAxes gridAxis  fooS fooS  xs xs  s_x s_x`

func TestSingular(t *testing.T) {
	for list, sure := range map[string]bool{surePlurals: true, notSure: false} {
		words := strings.Fields(list)
		for i := 0; i < len(words); i += 2 {
			if item, got := Singular(words[i]); item != words[i+1] || got != sure {
				t.Errorf("Singular(%q) = %q, %v, want %q, %v", words[i], item, got, words[i+1], sure)
			}
		}
	}
	for list, want := range map[string]string{"edits": "edit", "series": "item", "path": "item", "": "item", "items": "item", "data": "datum"} {
		if got := Item(list); got != want {
			t.Errorf("Item(%q) = %q, want %q", list, got, want)
		}
	}
}

// TestSingularOnce checks that the name of an item is not taken for that of a list.
func TestSingularOnce(t *testing.T) {
	words := strings.Fields(surePlurals)
	for i := 1; i < len(words); i += 2 {
		if item, sure := Singular(words[i]); sure {
			t.Errorf("Singular(%q) = %q, and is sure", words[i], item)
		}
	}
}

func FuzzSingular(f *testing.F) {
	for name := range strings.FieldsSeq(surePlurals + notSure) {
		f.Add(name)
	}
	isName := func(s string) bool { return lex.NameEnd(s, 0) == len(s) && lex.IsName(s) }
	f.Fuzz(func(t *testing.T, name string) {
		item, sure := Singular(name)
		if sure && item == name || name != "" && item == "" || isName(name) && !isName(item) {
			t.Errorf("Singular(%q) = %q, %v", name, item, sure)
		}
	})
}
