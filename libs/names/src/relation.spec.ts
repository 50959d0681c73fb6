import { ancestorsOf, isSubdomainOf, isWithin } from './relation'

it('distinguishes subdomains from the name itself and from names with the same ending', () => {
  expect(isSubdomainOf('www.example.com', 'example.com')).toBe(true)
  expect(isSubdomainOf('a.b.example.com', 'example.com')).toBe(true)
  expect(isSubdomainOf('example.com', 'example.com')).toBe(false)
  expect(isSubdomainOf('badexample.com', 'example.com')).toBe(false)
  expect(isSubdomainOf('.example.com', 'example.com')).toBe(false)
  expect(isWithin('example.com', 'example.com')).toBe(true)
  expect(isWithin('com', 'example.com')).toBe(false)
})

it('treats a dot after a backslash as part of its label', () => {
  expect(isSubdomainOf(String.raw`a\.example.com`, 'example.com')).toBe(false)
  expect(isSubdomainOf(String.raw`a\.b.example.com`, 'example.com')).toBe(true)
  expect(ancestorsOf(String.raw`a\.b.example.com`)).toEqual(['example.com', 'com'])
})

it('lists the ancestors of a name, nearest first', () => {
  expect(ancestorsOf('a.b.example.com')).toEqual(['b.example.com', 'example.com', 'com'])
  expect(ancestorsOf('com')).toEqual([])
})
