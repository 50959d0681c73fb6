import { candidates } from './suggestions'

const extensions = [
  { extension: 'com', hasIdn: true },
  { extension: 'nl', hasIdn: false },
]
const names = (text: string, options = {}) => candidates(text, extensions, options).map(({ name }) => name)

describe('suggested names', () => {
  it('start with the words themselves, under every extension', () => {
    expect(names('Blue Bakery').slice(0, 3)).toEqual(['bluebakery.com', 'bluebakery.nl', 'blue-bakery.com'])
    expect(names('Blue Bakery')).toContain('blue-bakery.nl')
  })

  it('have both spellings where the extension has IDN, and ASCII elsewhere', () => {
    expect(candidates('Bücher', extensions).slice(0, 3)).toMatchObject([
      { name: 'xn--bcher-kva.com', label: 'bücher', extension: 'com' },
      { name: 'buecher.com', label: 'buecher', extension: 'com' },
      { name: 'buecher.nl', label: 'buecher', extension: 'nl' },
    ])
  })

  it('use known words within words that are written together', () => {
    expect(names('bluebakery')).toEqual(expect.arrayContaining(['blue-bakery.com', 'bluebakehouse.com']))
    expect(names('zzqqx')).not.toContain('z-zqqx.com')
  })

  it('replace one word by related words', () => {
    expect(names('coffee')).toEqual(expect.arrayContaining(['cafe.com', 'coffeeroast.nl']))
    expect(names('garden school')).toEqual(expect.arrayContaining(['gardenacademy.com', 'plantsschool.com']))
  })

  it('use an extension as their ending', () => {
    const hacks = candidates('youtube', [...extensions, { extension: 'be', hasIdn: true }])
    expect(hacks.slice(0, 3).map(({ name }) => name)).toEqual(['youtube.com', 'youtube.nl', 'youtu.be'])
  })

  it('have similar spellings, in German with umlauts', () => {
    expect(names('photo')).toEqual(expect.arrayContaining(['photos.com', 'foto.nl']))
    expect(candidates('muenchen', extensions, { language: 'deu' }).map(({ label }) => label)).toContain('münchen')
  })

  it('mix strategies and extensions in the first results', () => {
    const labels = candidates(
      'bakery',
      ['com', 'be', 'de', 'eu', 'fr', 'info', 'net', 'nl', 'org'].map((extension) => ({ extension, hasIdn: false })),
    ).slice(0, 10)
    expect(new Set(labels.map(({ label }) => label)).size).toBeGreaterThan(2)
    expect(new Set(labels.map(({ extension }) => extension)).size).toBeGreaterThan(3)
  })

  it('use common prefixes and suffixes of the language', () => {
    expect(names('bakker', { language: 'nld' })).toEqual(expect.arrayContaining(['mijnbakker.nl', 'bakkerwinkel.nl']))
    expect(names('baker', { language: 'tlh' })).toContain('mybaker.com')
  })

  it('leave out obscene words on request', () => {
    expect(names('porn', { isClean: true })).toEqual([])
    expect(names('porn')).toContain('porn.com')
  })

  it.each(['', '  ', '!?', '...'])('are none for %j', (text) => expect(names(text)).toEqual([]))

  it('can be registered, also for very long or unusual words', () => {
    expect(names('x'.repeat(70))).toEqual([])
    const long = names('a'.repeat(60))
    expect(long.slice(0, 2)).toEqual([`${'a'.repeat(60)}.com`, `${'a'.repeat(60)}.nl`])
    expect(long.every((name) => name.indexOf('.') <= 63)).toBe(true)
    expect(names('例え')).toContain('xn--r8jz45g.com')
  })
})
