import { languages } from '../words/mail-type'
import { mailTypes } from '../words/mail-types'
import { variablesOf } from './compiled-mail'
import { embeddedMail } from './embedded'

const cases = mailTypes.flatMap((type) => languages.map((language) => [type.name, language, type] as const))

const samples = (type: (typeof mailTypes)[number]) =>
  Object.fromEntries(Object.entries(variablesOf(type)).map(([name, { sample }]) => [name, sample]))

it.each(cases)('says the same in the text and the HTML of %s in %s', (_, language, type) => {
  const { subject, text, html } = embeddedMail(type, language)(samples(type))
  const words = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  expect(words).toBe(text.replaceAll(/\s+/g, ' ').trim())
  expect(subject).not.toBe('')
  expect(html).not.toContain('<p></p>')
})

it.each(mailTypes.map((type) => [type.name, type] as const))(
  'uses the same variables in each language of %s',
  (_, type) => {
    const used = languages.map((language) => {
      const { subject, text } = type.words[language]
      return [...new Set(`${subject}${text}`.match(/\{\{[#^/]?\w+\}\}/g))]
        .filter((each) => each !== '{{seller}}')
        .toSorted()
    })
    for (const each of used) expect(each).toEqual(used[0])
  },
)

it.each(mailTypes.map((type) => [type.name, type] as const))('says %s differently in each language', (_, type) => {
  const texts = languages.map((language) => embeddedMail(type, language)(samples(type)).text)
  expect(new Set(texts).size).toBe(languages.length)
})

it('makes a link of a paragraph that is a link', () => {
  const type = mailTypes.find(({ name }) => name === 'verification')!
  const link = 'https://names.example/verify/a?b="c"&d'
  const { html, text } = embeddedMail(type, 'en')({ email: '', link, deadline: '' })
  expect(text).toContain(`\n\n${link}\n\n`)
  expect(html).toContain('<p><a href="https://names.example/verify/a?b=&quot;c&quot;&amp;d">')
})
