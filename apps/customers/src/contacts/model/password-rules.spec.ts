import { passwordProblem } from './password-rules'

const owner = { username: 'anna.tester', email: 'anna@example.com', companies: ['Tulip Hosting B.V.', ''] }
const ruleOf = (password: string, minLength = 8) => passwordProblem(password, owner, minLength)?.rule

describe('a password', () => {
  it.each([
    'correct horse',
    'correct horse battery',
    'ÄÖÜäöüß!',
    '王王王王李李李張',
    'anna likes tulips and dragons',
    'my password is long',
    'kim839201847362',
    'x'.repeat(500) + 'yz' + 'x'.repeat(500),
  ])('may be %p', (password) => expect(ruleOf(password)).toBeUndefined())

  it.each([
    ['', 'too short'],
    ['1234567', 'too short'],
    ['😀😁😂😃', 'too short'],
    ['abc'.repeat(342), 'too long'],
    ['aaaaaaaaaa', 'repetitive'],
    ['abababababab', 'repetitive'],
    ['password', 'common'],
    ['PassWord', 'common'],
    ['p a s s w o r d', 'common'],
    ['password2026!', 'common'],
    ['password1234567', 'common'],
    ['passwordpassword', 'common'],
    ['123456789012345', 'common'],
    ['qwertyuiopqwertyuiop', 'common'],
    ['ｐａｓｓｗｏｒｄ', 'common'],
    ['Anna.Tester', 'own name'],
    ['anna.tester2026', 'own name'],
    ['ANNA@example.com', 'own name'],
    ['anna.testeranna.tester', 'own name'],
    ['example.com', 'own name'],
    ['TulipHostingBV!', 'own name'],
    ['nameyard-nameyard', 'own name'],
    ['Nameyard2026', 'own name'],
  ])('may not be %p: %s', (password, rule) => expect(ruleOf(password)).toBe(rule))

  it.each([
    ['fourteen chars', 'too short'],
    ['fifteen letters', undefined],
  ])('has a minimum length that is given: %p', (password, rule) => expect(ruleOf(password, 15)).toBe(rule))

  it('is refused with a sentence that fits into an answer', () => {
    for (const password of ['short', 'x'.repeat(2000), 'aaaaaaaaaa', 'password', 'nameyard']) {
      const { problem } = passwordProblem(password, owner, 8)!
      expect(`password: ${problem}.`.length).toBeLessThanOrEqual(85)
    }
  })

  it('is checked quickly, whatever it is', () => {
    // Time of the processor, which other processes do not change.
    const started = process.cpuUsage()
    for (let i = 0; i < 100; i++) ruleOf('ab'.repeat(511) + String(i).padStart(2, 'c'))
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
  })
})
