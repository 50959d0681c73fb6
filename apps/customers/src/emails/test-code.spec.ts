import { isTestCode, testCodeOf } from './test-code'

const [secret, former] = ['a'.repeat(32), 'b'.repeat(32)] as const
const code = testCodeOf(secret, 7, 'Ada@example.com')

it('is accepted as a person copies it, also after the secret has changed', () => {
  expect(code).toMatch(/^[0-9a-f]{12}$/)
  expect(isTestCode([secret], ` ${code.toUpperCase()}\n`, 7, 'ada@example.com')).toBe(true)
  expect(isTestCode([former, secret], code, 7, 'ada@example.com')).toBe(true)
})

it.each([
  ['another contact', code, 8, 'ada@example.com', [secret]],
  ['another address', code, 7, 'stranger@example.com', [secret]],
  ['another secret', code, 7, 'ada@example.com', [former]],
  ['a part of it', code.slice(0, -1), 7, 'ada@example.com', [secret]],
  ['no code', '', 7, 'ada@example.com', [secret]],
] as const)('is refused for %s', (_case, given, contactId, address, secrets) => {
  expect(isTestCode(secrets, given, contactId, address)).toBe(false)
})
