import { parseDomainName, type NameError, type NameForm } from './domain-name'

const owner: NameForm = { underscore: true, wildcard: true }

function kindOf(text: string, form?: NameForm): NameError['kind'] | undefined {
  const parsed = parseDomainName(text, form)
  return parsed.ok ? undefined : parsed.error.kind
}

describe('parseDomainName', () => {
  it.each([
    ['example.com', 'example.com', 'example.com'],
    ['Example.COM.', 'example.com', 'example.com'],
    ['com', 'com', 'com'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de', 'münchen.de'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de', 'münchen.de'],
    ['faß.de', 'xn--fa-hia.de', 'faß.de'],
    ['例え。jp', 'xn--r8jz45g.jp', '例え.jp'],
    ['1.2.3', '1.2.3', '1.2.3'],
    ['0x7f.1', '0x7f.1', '0x7f.1'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('reads %s', (text, ascii, unicode) => {
    expect(parseDomainName(text)).toEqual({ ok: true, value: { ascii, unicode, labels: ascii.split('.') } })
  })

  it.each<[string, NameError['kind']]>([
    ['', 'name_empty'],
    ['.', 'name_empty'],
    ['a..b', 'label_empty'],
    ['.com', 'label_empty'],
    ['a.com..', 'label_empty'],
    [`${'a'.repeat(64)}.com`, 'label_too_long'],
    [`${'ä'.repeat(60)}.com`, 'label_too_long'],
    [`${'a'.repeat(63)}.${'a'.repeat(63)}.${'a'.repeat(63)}.${'a'.repeat(62)}`, 'name_too_long'],
    ['a b.com', 'character_invalid'],
    ['a\n.com', 'character_invalid'],
    ['%41.com', 'character_invalid'],
    ['ä%41.com', 'idna_invalid'],
    ['_dmarc.com', 'character_invalid'],
    ['*.com', 'wildcard_misplaced'],
    ['-a.com', 'hyphen_misplaced'],
    ['a-.com', 'hyphen_misplaced'],
    ['ab--c.com', 'hyphen_misplaced'],
    ['xn--a.com', 'idna_invalid'],
    ['xn--abc-.com', 'hyphen_misplaced'],
    ['a／b.com', 'idna_invalid'],
    ['‍x.com', 'idna_invalid'],
    ['http://example.com', 'character_invalid'],
  ])('refuses %j as %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind)
  })

  it('reads a full-width number as a label, not as an address', () => {
    expect(parseDomainName('１２.com')).toMatchObject({ ok: true, value: { ascii: '12.com' } })
  })

  it('allows underscores, hyphens anywhere and a leftmost wildcard in owner names', () => {
    expect(kindOf('_acme-challenge.www', owner)).toBeUndefined()
    expect(kindOf('r3---sn.-x', owner)).toBeUndefined()
    expect(kindOf('*.www', owner)).toBeUndefined()
    expect(kindOf('*', owner)).toBeUndefined()
    expect(kindOf('www.*', owner)).toBe('wildcard_misplaced')
    expect(kindOf('a*.www', owner)).toBe('wildcard_misplaced')
  })

  it('accepts a name of 253 characters', () => {
    const name = `${'a'.repeat(63)}.${'a'.repeat(63)}.${'a'.repeat(63)}.${'a'.repeat(61)}`
    expect(name).toHaveLength(253)
    expect(kindOf(name)).toBeUndefined()
  })
})
