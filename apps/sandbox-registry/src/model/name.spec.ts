import { canonicalName, parentOf, selfAndAncestors } from './name'

describe('canonicalName', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['a.nl', 'a.nl'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    ['1.com', '1.com'],
  ])('returns %s as %s', (text, name) => expect(canonicalName(text)).toBe(name))

  it.each([
    'com',
    '',
    '.com',
    'example.com.',
    'exa mple.com',
    '-a.com',
    'a-.com',
    'a_b.com',
    'ab--c.com',
    'xn--a.com',
    'xn--example-.com',
    'münchen.de',
    '192.0.2.1',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(126)}com`,
  ])('refuses %s', (text) => expect(canonicalName(text)).toBeUndefined())

  it('selfAndAncestors returns a name and its ancestors', () => {
    expect(parentOf('example.com')).toBe('com')
    expect(selfAndAncestors('ns1.a.example.com')).toEqual(['ns1.a.example.com', 'a.example.com', 'example.com'])
  })
})
