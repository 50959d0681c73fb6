import { generateAuthCode } from './auth-code'

describe('a generated auth code', () => {
  const codes = Array.from({ length: 200 }, generateAuthCode)

  it('has 24 characters that are easy to distinguish and need no escaping in XML', () => {
    for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-zA-HJ-NP-Z2-9!#%+:=?@]{24}$/)
  })

  it('has a character of each kind, at varying positions', () => {
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]) {
      for (const code of codes) expect(code).toMatch(kind)
      expect(new Set(codes.map((code) => code.search(kind))).size).toBeGreaterThan(3)
    }
  })

  it('is different each time', () => {
    expect(new Set(codes).size).toBe(codes.length)
  })
})
