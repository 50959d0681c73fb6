import { handleInitials } from './handle'

describe('the letters of a handle', () => {
  it.each([
    ['Anna', 'Tester', 'AT'],
    ['anna', 'tester', 'AT'],
    ['Élodie', 'Ångström', 'EA'],
    ['Øyvind', 'Łukasz', 'OL'],
    ['ægir', 'þór', 'AT'],
    ['ß', 'ﬁsher', 'SF'],
    ['Иван', '王', 'XX'],
    ["'t", '-42', 'TX'],
    ['', '   ', 'XX'],
  ])('of %s %s are %s', (first_name, last_name, letters) => {
    expect(handleInitials({ first_name, last_name })).toBe(letters)
  })
})
