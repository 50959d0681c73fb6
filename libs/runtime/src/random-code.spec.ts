import fc from 'fast-check'
import { randomCode } from './random-code'

describe('a random code', () => {
  it('has the requested length, a character of each kind, and none that XML escapes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 64 }), (length) => {
        const code = randomCode(length)
        expect(code).toMatch(/^[a-hj-km-np-zA-HJ-NP-Z2-9!#%+:=?@]+$/)
        expect(code).toHaveLength(length)
        for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]) expect(code).toMatch(kind)
      }),
      { numRuns: 2_000 },
    )
  })

  it('has each kind of character at any position, and is never repeated', () => {
    const codes = Array.from({ length: 500 }, () => randomCode(16))
    expect(new Set(codes).size).toBe(codes.length)
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/])
      expect(new Set(codes.map((code) => code.search(kind))).size).toBeGreaterThan(3)
  })
})
