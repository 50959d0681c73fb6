import { isPublicSuffix } from './public-suffix'

test.each([
  ['com', true],
  ['uk', true],
  ['co.uk', true],
  ['com.au', true],
  ['or.jp', true],
  ['example.com', false],
  ['co.com', false],
  ['example.uk', false],
  ['example.co.uk', false],
  ['www.nl', false],
])('%s belongs to nobody but a registry: %p', (name, expected) => expect(isPublicSuffix(name)).toBe(expected))
