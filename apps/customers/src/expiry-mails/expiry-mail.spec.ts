import { expiryMail } from './expiry-mail'

const reader = {
  recipient: 'AT100000-NL',
  email: 'anna@example.com',
  locale: 'en_GB',
  isRegistrant: true,
  company: 'Names & More',
  website: '',
}
const notice = {
  domain: 'bücher.example',
  kind: 'in-30-days',
  ownerHandle: 'AT100000-NL',
  expiresAt: '2028-01-31T10:00:00.000Z',
  isAutorenewed: false,
  restorableUntil: null,
} as const

const languages = ['en_GB', 'nl_NL', 'de_DE', 'fr_FR', 'es_ES']

it('says what expires, when and whom to ask, under the name of the account', () => {
  const { to, subject, text, senderName } = expiryMail({ ...reader, website: 'https://names.example' }, notice)
  expect({ to, subject, senderName }).toEqual({
    to: 'anna@example.com',
    subject: 'bücher.example expires on 2028-01-31',
    senderName: 'Names & More',
  })
  expect(text).toContain('ask Names & More (https://names.example) to renew it before 2028-01-31')
})

it.each(languages)('has words of its own in %s for each news', (locale) => {
  const kinds = [
    notice,
    { ...notice, isAutorenewed: true },
    { ...notice, kind: 'expired' as const },
    { ...notice, kind: 'expired' as const, restorableUntil: '2028-02-20T10:00:00.000Z' },
  ]
  const texts = kinds.map((each) => expiryMail({ ...reader, locale }, each).text)
  expect(new Set(texts).size).toBe(kinds.length)
  for (const text of texts) expect(text).toMatch(/bücher\.example[^]*2028-01-31[^]*Names & More/)
  expect(texts[3]).toContain('2028-02-20')
})

it('is different in each language, and English in any other one', () => {
  const textIn = (locale: string) => expiryMail({ ...reader, locale }, notice).text
  expect(new Set(languages.map(textIn)).size).toBe(languages.length)
  expect(textIn('pl_PL')).toBe(textIn('en_GB'))
  expect(textIn('')).toBe(textIn('en_GB'))
})

it('has the same content as HTML, in which no value is read as HTML', () => {
  const { html } = expiryMail({ ...reader, locale: 'fr_FR', company: '<b onload="x">A & B</b>' }, notice)
  expect(html).toContain('<html lang="fr">')
  expect(html).toContain('&lt;b onload=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;')
  expect(html).not.toContain('<b onload')
})

it('tells an administrator who the registrant is', () => {
  expect(expiryMail({ ...reader, isRegistrant: false }, notice).text).toContain(
    'The registrant is the customer AT100000-NL.',
  )
})
