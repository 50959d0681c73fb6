import { domainToASCII } from 'node:url'

/** Delegated names under which registrars sell nothing. */
const unsold = new Set(['arpa', 'edu', 'gov', 'int', 'mil'])

/** Extensions of countries in their own scripts: they are not generic. */
const countries = new Set(
  (
    'ελ ευ ею бг бел мкд мон рф срб укр қаз հայ ישראל الاردن البحرين الجزائر السعودية المغرب امارات ایران بارت بھارت تونس سودان ' +
    'سورية عراق عمان فلسطين قطر مصر مليسيا موريتانيا پاکستان ڀارت भारत भारतम् भारोत বাংলা ভারত ভাৰত ਭਾਰਤ ભારત ଭାରତ இந்தியா இலங்கை ' +
    'சிங்கப்பூர் భారత్ ಭಾರತ ഭാരതം ලංකා ไทย ລາວ გე 中国 中國 台湾 台灣 新加坡 澳門 香港 한국'
  )
    .split(' ')
    .map(domainToASCII),
)

/**
 * The generic extensions of a list of top-level domains, by their back-ends, in the order of their names. `without` are those
 * that have a file of their own.
 */
export function delegatedGtlds(text, backEnds, without = new Set()) {
  const names = text.trimStart().startsWith('[')
    ? JSON.parse(text)
    : text.split('\n').filter((line) => !line.startsWith('#'))
  const suffixes = names
    .map((name) => domainToASCII(name.trim().toLowerCase()))
    .filter((name) => name.length > 2 && !unsold.has(name) && !countries.has(name) && !without.has(name))
    .sort()
  const known = new Map(backEnds.flatMap(({ name, extensions }) => extensions.map((each) => [each, name])))
  return backEnds
    .map(({ name }, index) => ({
      backEnd: name,
      suffixes: suffixes.filter((suffix) => known.get(suffix) === name || (index === 0 && !known.has(suffix))),
    }))
    .filter((group) => group.suffixes.length > 0)
}
