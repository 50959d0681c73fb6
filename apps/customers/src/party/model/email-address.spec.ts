import { isEmailAddress } from './email-address'

describe('an e-mail address', () => {
  it.each(["o'hara+dns@mail.example.co.uk", 'jörg@müller.example', 'a@1.de', 'почта@пример.рф'])(
    'can be %s',
    (address) => expect(isEmailAddress(address)).toBe(true),
  )

  it.each([
    'anna@example',
    'anna',
    '@example.com',
    'a b@example.com',
    'a@b@example.com',
    'a..b@example.com',
    'a@-b.com',
    'a@example.com, b@example.com',
    'Anna <a@example.com>',
    `a@${'x'.repeat(64)}.com`,
    'a\u200b@example.com',
    'moc.\u202ea@example.com',
    'a\u2028b@example.com',
    'a\u00a0b@example.com',
    `${'x'.repeat(65)}@example.com`,
    '',
  ])('cannot be %s', (address) => expect(isEmailAddress(address)).toBe(false))
})
