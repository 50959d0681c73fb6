import fc from 'fast-check'
import { propertySettings, within } from '@nameyard/testing/property'
import { wildcard } from './wildcard'

it.each([
  ['co', 'co', true],
  ['co', 'com', false],
  ['co*', 'com', true],
  ['*', 'com', true],
  ['*om', 'com', true],
  ['c*m', 'com', true],
  ['c*c', 'c', false],
  ['co.*', 'co.uk', true],
  ['co.*', 'coxuk', false],
  ['*o*o*', 'photo', true],
  ['*o*o*o*', 'photo', false],
  ['a*b*ab', 'abab', true],
  ['a*bb*b', 'abb', false],
  ['', '', true],
  ['', 'com', false],
])('compares %s with %s: %s', (pattern, name, isMatch) => expect(wildcard(pattern)(name)).toBe(isMatch))

it('finds what a regular expression finds', () => {
  const text = (max: number) =>
    fc.array(fc.constantFrom('a', 'b', '*', '.'), { maxLength: max }).map((all) => all.join(''))
  fc.assert(
    fc.property(text(6), text(8), (pattern, given) => {
      const name = given.replaceAll('*', 'c')
      const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
      expect(wildcard(pattern)(name)).toBe(expression.test(name))
    }),
    propertySettings(2_000),
  )
})

it('answers at once for a pattern of many wildcards', () => {
  const isMatch = wildcard(`${'*e'.repeat(127)}!`)
  expect(within(100, () => isMatch('e'.repeat(63)))).toBe(false)
})
