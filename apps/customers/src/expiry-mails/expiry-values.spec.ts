import { embeddedMail } from '../mail/templates/embedded'
import { expiry } from '../mail/words/expiry'
import { languages, type Language } from '../mail/words/mail-type'
import { expiryValues } from './expiry-values'

const notice = {
  domain: 'bücher.example',
  kind: 'in-30-days',
  ownerHandle: 'AT100000-NL',
  expiresAt: '2028-01-31T10:00:00.000Z',
  isAutorenewed: false,
  restorableUntil: null,
} as const
const sender = { account: 'Names & More', seller: 'Names & More (https://names.example)' }

const mailOf = (
  over: Partial<Parameters<typeof expiryValues>[0]> = {},
  language: Language = 'en',
  isRegistrant = true,
) => embeddedMail(expiry, language)({ ...expiryValues({ ...notice, ...over }, isRegistrant), ...sender })

it('says what expires, when and whom to ask', () => {
  const { subject, text } = mailOf()
  expect(subject).toBe('bücher.example expires on 2028-01-31')
  expect(text).toContain('ask Names & More (https://names.example) to renew it before 2028-01-31')
})

it.each(languages)('has words of its own in %s for each news', (language) => {
  const kinds = [
    {},
    { isAutorenewed: true },
    { kind: 'expired' as const },
    { kind: 'expired' as const, restorableUntil: '2028-02-20T10:00:00.000Z' },
  ]
  const texts = kinds.map((each) => mailOf(each, language).text)
  expect(new Set(texts).size).toBe(kinds.length)
  for (const text of texts) expect(text).toMatch(/bücher\.example[^]*2028-01-31[^]*Names & More/)
  expect(texts[3]).toContain('2028-02-20')
})

it('tells an administrator who the registrant is', () => {
  expect(mailOf({}, 'en', false).text).toContain('The registrant is the customer AT100000-NL.')
})
