import { AuthCodeCipher } from './auth-code-cipher'

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
const codes = new AuthCodeCipher([newer, older])
const name = 'example.com'

it('seals a code to a text that does not show it, and opens it', () => {
  const sealed = codes.seal(name, 'k7!Rp2nq')
  expect(sealed).toMatch(/^sealed\.[0-9a-f]{16}\.[\w-]+$/)
  expect(sealed).not.toContain('k7!Rp2nq')
  expect(codes.open(name, sealed)).toBe('k7!Rp2nq')
})

it('seals the same code of the same domain to the same text', () => {
  expect(codes.seal(name, 'one')).toBe(codes.seal(name, 'one'))
  expect(codes.seal(name, codes.seal(name, 'one'))).toBe(codes.seal(name, 'one'))
  expect(codes.seal('other.com', 'one')).not.toBe(codes.seal(name, 'one'))
})

it('refuses the code of another domain', () => {
  expect(() => codes.open('other.com', codes.seal(name, 'one'))).toThrow()
})

it('opens codes under older secrets, and seals them with the newest one', () => {
  const before = new AuthCodeCipher([older]).seal(name, 'one')
  expect(codes.open(name, before)).toBe('one')
  expect([codes.isSealed(before), codes.isSealed('one'), codes.isSealed('')]).toEqual([false, false, true])
  expect(codes.seal(name, before)).toBe(codes.seal(name, 'one'))
  expect(codes.isSealed(codes.seal(name, before))).toBe(true)
  expect(() => new AuthCodeCipher([newer]).open(name, before)).toThrow('AUTH_CODE_SECRET')
})

it('leaves an empty code empty, and reads codes of earlier versions', () => {
  expect([codes.seal(name, ''), codes.open(name, ''), codes.open(name, 'plain')]).toEqual(['', '', 'plain'])
})
