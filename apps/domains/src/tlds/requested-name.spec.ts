import { setShippedRules } from './catalogue'
import { refuseUnfit, requestedName } from './requested-name'

beforeAll(setShippedRules)

describe('the name of a request', () => {
  it.each([
    ['example', 'com', 'example.com'],
    ['EXAMPLE', 'Com', 'example.com'],
    ['example', '.com', 'example.com'],
    ['bücher', 'de', 'xn--bcher-kva.de'],
    ['BÜCHER', 'de', 'xn--bcher-kva.de'],
    ['xn--bcher-kva', 'de', 'xn--bcher-kva.de'],
    ['XN--BCHER-KVA', 'de', 'xn--bcher-kva.de'],
    ['a-1', 'nl', 'a-1.nl'],
  ])('%s under %s is read as %s', (name, extension, whole) => {
    const [label] = whole.split('.')
    expect(requestedName({ name, extension })).toMatchObject({
      name: whole,
      label,
      tld: { extension: whole.split('.')[1] },
    })
  })

  it.each(['unsold', 'co.uk', 'c om'])('refuses the extension %p, which is not sold', (extension) => {
    expect(() => requestedName({ name: 'example', extension })).toThrow(
      expect.objectContaining({ refusal: 'extension_invalid' }),
    )
  })

  it('is refused without an extension', () => {
    expect(() => requestedName({ name: 'example', extension: '' })).toThrow(
      expect.objectContaining({ refusal: 'extension_missing' }),
    )
  })

  it.each<[string, string]>([
    ['', 'domain_name_missing'],
    ['-a', 'domain_name_hyphen_first'],
    ['a-', 'domain_name_hyphen_last'],
    ['a'.repeat(64), 'domain_name_too_long'],
    ...['ab--cd', 'a b', 'a_b', '*', 'a.b', 'xn--a', 'a\u0000'].map((name): [string, string] => [
      name,
      'domain_name_invalid',
    ]),
  ])('refuses %p, which cannot be registered, as %s', (name, refusal) => {
    expect(() => requestedName({ name, extension: 'com' })).toThrow(expect.objectContaining({ refusal }))
  })

  it.each([
    ['bücher', 'nl', 'domain_name_invalid'],
    ['пример', 'de', 'domain_name_invalid'],
    ['bücherпример', 'com', 'domain_name_invalid'],
    ['ü', 'eu', 'domain_name_too_short'],
    ['a', 'be', 'domain_name_too_short'],
  ])('refuses %s under %s, which does not allow it, as %s', (name, extension, refusal) => {
    expect(() => refuseUnfit(requestedName({ name, extension }))).toThrow(expect.objectContaining({ refusal }))
  })

  it.each([
    ['пример', 'com'],
    ['παράδειγμα', 'eu'],
    ['bücher', 'de'],
    ['日本', 'net'],
    ['a', 'com'],
  ])('accepts %s under %s', (name, extension) => {
    expect(() => refuseUnfit(requestedName({ name, extension }))).not.toThrow()
  })
})
