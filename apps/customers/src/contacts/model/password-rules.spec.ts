import { passwordProblem } from './password-rules'

const owner = { username: 'anna.tester', email: 'anna@example.com' }

describe('a password', () => {
  it.each(['correct horse', '12345678', 'ÄÖÜäöüß!', '王王王王李李李張', 'x'.repeat(500) + 'yz' + 'x'.repeat(500)])(
    'may be %p',
    (password) => expect(passwordProblem(password, owner)).toBeUndefined(),
  )

  it.each([
    ['', 'must have at least 8 characters'],
    ['1234567', 'must have at least 8 characters'],
    ['😀😁😂😃', 'must have at least 8 characters'],
    ['abc'.repeat(342), 'must have at most 1024 characters'],
    ['aaaaaaaaaa', 'must not repeat one or two characters'],
    ['abababababab', 'must not repeat one or two characters'],
    ['Anna.Tester', 'must not be the username'],
    ['ANNA@example.com', 'must not be the e-mail address'],
  ])('may not be %p', (password, problem) => expect(passwordProblem(password, owner)).toBe(problem))
})
