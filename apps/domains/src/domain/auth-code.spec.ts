import { generateAuthCode } from './auth-code'

describe('an auth code of ours', () => {
  const codes = Array.from({ length: 200 }, generateAuthCode)

  it('has 24 characters that people can tell apart and XML need not escape', () => {
    for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-zA-HJ-NP-Z2-9!#%+:=?@]{24}$/)
  })

  it('has one of each kind, and not always in the same place', () => {
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]) {
      for (const code of codes) expect(code).toMatch(kind)
      expect(new Set(codes.map((code) => code.search(kind))).size).toBeGreaterThan(3)
    }
  })

  it('is never the same', () => {
    expect(new Set(codes).size).toBe(codes.length)
  })
})
