import { isPublicSuffix } from './public-suffix'

test.each([
  ['com', true],
  ['uk', true],
  ['co.uk', true],
  ['com.au', true],
  ['or.jp', true],
  ['ck', true],
  ['anything.ck', true],
  ['in-addr.arpa', true],
  ['xn--55qx5d.cn', true],
  ['unheard-of', true],
  ['example.com', false],
  ['co.com', false],
  ['example.uk', false],
  ['example.co.uk', false],
  ['www.nl', false],
  ['web.de', false],
  ['github.io', false],
  ['www.ck', false],
  ['2.0.192.in-addr.arpa', false],
  ['example.unheard-of', false],
])('returns for %s whether it is a public suffix: %p', (name, expected) => expect(isPublicSuffix(name)).toBe(expected))
