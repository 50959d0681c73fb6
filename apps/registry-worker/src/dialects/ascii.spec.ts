import { ascii, inAscii } from './ascii'

it.each([
  ['Jörg Müller', 'Joerg Mueller'],
  ['Ærø Åse', 'Aeroe Aase'],
  ['Šárka Łódź', 'Sarka Lodz'],
  ['Weißstraße', 'Weissstrasse'],
  ['O\u0308l', 'Oel'],
  ['Иван', 'Иван'],
  ['plain', 'plain'],
])('writes %s as %s', (text, expected) => {
  expect(ascii(text)).toBe(expected)
})

it('writes the name and address of a person, and no other field', () => {
  const person = { handle: 'hö', street: ['Ä 1'], countryCode: 'AT', voice: '+43.1', email: 'ö@example.com' }
  const named = { ...person, name: 'Ö', city: 'Ü', organization: 'Ä', stateOrProvince: 'ß' }
  const written = { street: ['Ae 1'], name: 'Oe', city: 'Ue', organization: 'Ae', stateOrProvince: 'ss' }
  expect(inAscii(named)).toEqual({ ...person, ...written })
  expect(inAscii({ ...person, name: 'Ö', city: 'Ü' })).toEqual({ ...person, name: 'Oe', city: 'Ue', street: ['Ae 1'] })
})
