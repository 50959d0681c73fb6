import { askedName, orderedName, storedPart } from './ordered-name'

describe('the name of a DMARC order', () => {
  it.each([
    ['Example', 'COM', { name: 'example.com', label: 'example', extension: 'com' }],
    ['bücher', '.de', { name: 'xn--bcher-kva.de', label: 'xn--bcher-kva', extension: 'de' }],
    ['XN--BCHER-KVA', 'de', { name: 'xn--bcher-kva.de', label: 'xn--bcher-kva', extension: 'de' }],
    ['example', 'co.uk', { name: 'example.co.uk', label: 'example', extension: 'co.uk' }],
  ])('reads %s under %s', (name, extension, ordered) => {
    expect(orderedName({ name, extension })).toEqual(ordered)
    expect(askedName({ name, extension })).toBe(ordered.name)
  })

  it.each([
    ['', 'com'],
    ['a_b', 'com'],
    ['example', ''],
    ['example', 'c m'],
  ])('refuses %p under %p', (name, extension) => {
    expect(() => orderedName({ name, extension })).toThrow(expect.objectContaining({ refusal: 'domain_name_invalid' }))
    expect(askedName({ name, extension })).toBeUndefined()
  })

  it('converts parts of a filter to their stored form', () => {
    expect([storedPart('BÜCHER'), storedPart('.De'), storedPart('no name')]).toEqual(['xn--bcher-kva', 'de', 'no name'])
  })
})
