package plural

import (
	"strings"
	"sync"
)

// irregular are words whose singular does not follow from their ending, each with its
// singular. A word that looks like a plural but is not one, or is its own singular, is
// listed with itself.
var irregular = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	pairs := strings.Fields(irregularPlurals)
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	for _, family := range []struct{ words, plural, one string }{
		{dropS, "s", ""},
		{dropEs, "es", ""},
		{fromF, "ves", "f"},
		{fromFe, "ves", "fe"},
		{fromMan, "men", "man"},
		{fromEx, "ices", "ex"},
		{fromIx, "ices", "ix"},
		{fromIs, "es", "is"},
		{fromUm, "a", "um"},
		{fromOn, "a", "on"},
		{fromUsI, "i", "us"},
		{fromAe, "e", ""},
	} {
		for one := range strings.FieldsSeq(family.words) {
			m[strings.TrimSuffix(one, family.one)+family.plural] = one
		}
	}
	for word := range strings.FieldsSeq(noPlurals) {
		m[word] = word
	}
	return m
})

// doubtful are plurals whose singular is a guess.
var doubtful = map[string]string{
	"data":     "datum",  // mostly used as a singular
	"media":    "medium", // items mostly have names of their own
	"axes":     "axis",   // or axe
	"bases":    "base",   // or basis
	"ellipses": "ellipse",
	"dice":     "die",
	"pence":    "penny",
	"graffiti": "graffito",
	"windows":  "window", // or the system
	"contents": "content",
	"details":  "detail",
	"goods":    "good",
	"opera":    "opus",
}

// compounded are words of irregular that occur as the end of compounds, such as
// grandchildren and bookshelves.
var compounded = []string{
	"children", "people", "women", "criteria", "indices", "matrices", "vertices", "shelves", "wolves", "knives", "wives", "teeth", "caches",
}

// irregularPlurals are plurals, each followed by its singular.
const irregularPlurals = `
	children child  people person  feet foot  teeth tooth  geese goose  mice mouse  lice louse  oxen ox
	quizzes quiz  whizzes whiz  fezzes fez  buses bus  gases gas
	corpora corpus  genera genus  schemata schema  stigmata stigma  stomata stoma
	bureaux bureau  plateaux plateau  tableaux tableau  chateaux chateau
	kibbutzim kibbutz  cherubim cherub  seraphim seraph`

// dropS are words whose plural just adds an s although its ending looks as if es had
// been added, or as if it were not a plural.
const dropS = `
	movie cookie tie pie lie die vie calorie selfie zombie genie brownie rookie hoodie smoothie pixie prairie birdie goalie
	shoe toe canoe foe hoe oboe woe aloe floe sloe roe horseshoe tiptoe
	cache niche ache headache toothache avalanche creche psyche quiche mustache moustache cliche brioche pastiche
	use fuse muse ruse abuse excuse reuse misuse refuse recluse
	finesse impasse crevasse mousse posse
	menu guru cpu gpu tpu vcpu dpu sku mtu emu gnu haiku tutu milieu adieu tofu zebu flu kudu bayou caribou you
	taxi ski emoji api uri iri kpi alibi bikini safari cli gui tui ui wiki poi abi doi roi ai pi kiwi khaki rabbi yeti jacuzzi
	martini salami tsunami yogi corgi sari sdi cgi spi multi maxi mini semi`

// dropEs are words whose plural adds es and looks as if it added an s.
const dropEs = `
	alias bias atlas canvas pancreas iris trellis pelvis ibis metropolis necropolis acropolis lens rhinoceros cosmos chaos
	albatross hero`

const (
	fromF   = `leaf wolf half shelf self calf thief loaf scarf hoof dwarf elf wharf sheaf turf`
	fromFe  = `knife life wife midwife afterlife penknife`
	fromMan = `
		man woman chairman fireman policeman workman foreman gentleman freshman fisherman postman mailman milkman horseman
		salesman craftsman spokesman businessman sportsman tradesman statesman congressman clansman`
	fromEx = `index vertex vortex codex cortex apex`
	fromIx = `matrix appendix helix radix`
	fromIs = `
		analysis crisis diagnosis prognosis hypothesis thesis synthesis parenthesis oasis emphasis synopsis neurosis psychosis
		prosthesis metamorphosis paralysis catalysis symbiosis`
	fromUm = `
		bacterium stratum erratum addendum quantum spectrum memorandum curriculum symposium referendum millennium aquarium
		maximum minimum optimum extremum momentum ovum desideratum`
	fromOn  = `criterion phenomenon automaton polyhedron taxon`
	fromUsI = `
		radius nucleus stimulus fungus cactus focus locus alumnus syllabus terminus bacillus octopus modulus calculus uterus`
	fromAe = `formula antenna vertebra larva alga nebula supernova alumna`
)

// noPlurals are words that end in s and are not plurals, or are the same in singular
// and plural.
const noPlurals = `
	series species news means headquarters chassis crossroads sheep fish deer aircraft spacecraft offspring moose shrimp
	physics mathematics maths economics politics ethics genetics electronics analytics robotics linguistics logistics athletics
	alias bias gas atlas canvas pancreas lens iris trellis bus plus minus yes this his its was has as is us os ios macos dos pos
	ethos pathos kudos chaos cosmos rhinoceros asbestos thermos christmas pyjamas texas
	dns tls css js ts aws sms gps cms dbms ms ns https vps sass less devops ops alms scissors trousers pants jeans thanks clothes
	kubernetes redis postgres jenkins pandas keras always perhaps across versus whereas afterwards towards besides sometimes
	metadata trivia agenda does goes`
