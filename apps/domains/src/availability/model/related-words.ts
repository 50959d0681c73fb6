/**
 * Synonyms in names of businesses and people: each line is a group, the most usual first. Written for this project, so
 * it has the licence of the project. A word may be in several groups.
 */
const groups = `
shop store market outlet boutique
bakery bakehouse bread oven patisserie
baker bakers bakehouse
coffee cafe espresso roast brew
tea teahouse chai infusion
restaurant bistro kitchen diner table
kitchen cook cuisine chef
food eats taste dish meal
pizza pizzeria slice
wine vineyard cellar winery
beer brewery brew pub
garden gardens green plants nursery
flower flowers bloom floral bouquet
tree forest woods grove
house home homes living
home house nest living
design studio creative atelier
studio atelier workshop lab
photo photography pictures camera images
film movie video cinema
music sound audio tunes melody
art gallery artist canvas
book books library reader pages
news daily times press journal
blog diary journal notes
travel trip tours journey voyages
tour tours trip guide
hotel inn lodge stay suites
holiday vacation getaway escape
car cars auto motor drive
auto car motors garage
bike bikes cycle cycling velo
boat boats sail yacht marine
taxi cab ride transfer
law legal lawyer counsel attorney
lawyer attorney legal counsel
finance money capital invest funds
bank banking money credit
tax taxes accounting fiscal
insurance cover protect assurance
health wellness care clinic medical
doctor clinic medical practice
dental dentist smile teeth
fitness gym sport training workout
yoga pilates meditation asana
beauty salon cosmetics style glow
hair salon barber hairdresser style
fashion style wear clothing apparel
shoes sneakers footwear boots
jewelry jewels gems gold
wedding weddings bride marry events
party events celebrate fest
event events occasion venue
baby kids infant little
kids children junior young
school academy college learning
academy school institute learning
course courses class training lessons
language speak words lingua
pet pets animal paws
dog dogs puppy hound canine
cat cats kitten feline
horse horses pony stable riding
farm farms ranch harvest fields
energy power solar electric
solar sun energy power
water aqua hydro spring
clean cleaning fresh tidy pure
build building construction builders
builder builders construction craft
paint painting painter colour
plumber plumbing pipes heating
roof roofing roofs tiles
wood timber woodwork carpentry
metal steel iron works
repair fix service mend
service services help support
consult consulting advice advisors
consulting advisors advice partners
marketing promo brand media
media press studio channel
agency bureau partners studio
cloud hosting server sky
hosting host server web
web online digital net
digital online tech smart
software apps code dev
code coding dev program
app apps mobile software
data info analytics insight
computer pc tech systems
phone mobile call telecom
game games play gaming arcade
play game fun joy
toy toys play kids
sport sports active athletics
football soccer goal club
tennis racket court
golf fairway green club
run running runner race
ski snow slope alpine
mountain peak summit alpine hills
sea ocean marine coast
beach coast shore sand
lake pond waters
city town urban metro
village town hamlet
street road lane avenue
world global planet earth
green eco natural leaf
blue azure sky ocean navy
red ruby crimson scarlet
black dark night onyx
white bright snow ivory
gold golden bullion aurum
silver sterling argent
big large mega grand
small little mini tiny
fast quick rapid speedy swift
new fresh modern novel
old classic vintage antique
smart clever bright wise
happy joy smile cheerful
love heart amour passion
friend friends buddy mate
family families home kin
people folks team crowd
team crew group squad
group team circle alliance
club society circle union
company firm works enterprise
office desk workspace bureau
job jobs work career
work works job labour
real true genuine
estate property land realty
property estate homes realty
rent rental lease hire
sale sales deals offers
deal deals offers bargain
gift gifts present surprise
card cards pass ticket
ticket tickets pass entry
star stars stellar nova
sun sunny solar light
moon lunar night
light lights bright lamp
fire flame blaze spark
stone stones rock granite
river stream waters
wind breeze air
king royal crown
best top prime finest
top best peak prime
first prime one lead
easy simple quick handy
free open liberty
secure safe guard protect
safe secure trust guard
fish fishing angler seafood
meat butcher grill steak
cheese dairy creamery
chocolate cocoa sweets
cake cakes pastry bake
ice frozen gelato
spice spices herbs flavour
organic bio natural pure
winkel shop store markt
bakker bakkerij brood
bloem bloemen boeket
huis thuis woning
tuin tuinen groen hovenier
fiets fietsen rijwiel
auto wagen garage
boek boeken lezen
kapper kapsalon haar
haus heim wohnen
laden shop markt
garten gruen pflanzen
blumen bluete floristik
buch buecher lesen
fahrrad rad velo
reise reisen urlaub
maison foyer habitat
boutique magasin commerce
jardin vert plantes
fleur fleurs bouquet
voyage voyages evasion
casa hogar vivienda
tienda comercio mercado
jardin flores verde
negozio bottega mercato
`

/** Common first and last words of names, without related words. */
const others = `
the my our your get go one two all and for pro plus max hub box spot point place corner center centre zone land link
line base core next now today direct express online shop web net site store time life day night way north south east
west great good super ultra royal prime alpha beta delta omega union partners brothers sisters sons international
amsterdam berlin london paris vienna madrid rome brussels hello try use join meet find buy sell make made hand craft
`

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const relatedTo = new Map<string, Set<string>>()
for (const line of groups.trim().split('\n')) {
  const [first, ...rest] = wordsOf(line) as [string, ...string[]]
  for (const word of rest) {
    relatedTo.set(first, (relatedTo.get(first) ?? new Set()).add(word))
    // The first word of a group is related to all others. Each of the others is related to the first word only.
    relatedTo.set(word, (relatedTo.get(word) ?? new Set()).add(first))
  }
}

/** All known words. Joined keywords are split into them. */
export const knownWords: ReadonlySet<string> = new Set([...relatedTo.keys(), ...wordsOf(others)])

/** Related words that may replace a word in a name, the closest first; empty for an unknown word. */
export function relatedWords(word: string): readonly string[] {
  return [...(relatedTo.get(word) ?? [])]
}
