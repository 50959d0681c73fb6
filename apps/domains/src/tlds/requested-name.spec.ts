import { requestedName } from './requested-name'

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
  ])('%s under %s is %s', (name, extension, whole) => {
    const [label] = whole.split('.')
    expect(requestedName({ name, extension })).toMatchObject({
      name: whole,
      label,
      tld: { extension: whole.split('.')[1] },
    })
  })

  it.each(['unsold', 'co.uk', '', 'c om'])('knows no extension %p that is not sold', (extension) => {
    expect(() => requestedName({ name: 'example', extension })).toThrow(
      expect.objectContaining({ refusal: 'extension_invalid' }),
    )
  })

  it.each(['', '-a', 'a-', 'ab--cd', 'a b', 'a_b', '*', 'a.b', 'a'.repeat(64), 'xn--a', 'a\u0000'])(
    'refuses %p, which nobody can register',
    (name) => {
      expect(() => requestedName({ name, extension: 'com' })).toThrow(
        expect.objectContaining({ refusal: 'domain_name_invalid' }),
      )
    },
  )
})
