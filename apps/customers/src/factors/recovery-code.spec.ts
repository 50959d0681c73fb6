import { newRecoveryCode, recoveryCodeHash } from './recovery-code'

it('a recovery code has 24 characters in groups, and is recognized however it is typed', () => {
  const { code, hash } = newRecoveryCode()
  expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/)
  for (const typed of [code, code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `]) {
    expect(recoveryCodeHash(typed)).toEqual(hash)
  }
  expect(recoveryCodeHash(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toEqual(hash)
  expect(newRecoveryCode().code).not.toBe(code)
})

it.each(['', '123456', 'abcdef-abcdef-abcdef-abcde'])('%p cannot be a recovery code', (typed) => {
  expect(recoveryCodeHash(typed)).toBeUndefined()
})
