// All names of this file are lower case, in A-labels, without a final dot.

/**
 * Labels below which registries of countries register names as they do below the country itself: co.uk, com.au. The
 * registries of all countries have agreed on no list; these are the words that they use for branches and for people.
 */
const branches: ReadonlySet<string> = new Set(
  `ac ad asn co com ed edu firm gen go gob gouv gov govt gr gub gv id idv in ind inf info int law lg ltd maori me med mi mil muni name
   ne net nhs nic nom or org parliament plc police press priv pro pub res sch school store tm tv web`.split(/\s+/),
)

/**
 * Whether a name belongs to nobody but a registry, so that who looks after it speaks for nobody below it: a top-level
 * domain, or a branch of a country. A name that looks like one and is none is taken for one: that is the safe side.
 */
export function isPublicSuffix(name: string): boolean {
  const [first = '', second, ...more] = name.split('.')
  if (second === undefined) return true
  return more.length === 0 && second.length === 2 && branches.has(first)
}
