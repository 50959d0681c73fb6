import { fittingSentence, wholeSentence } from './sentence'

const template = '{reason}: registry refused {object}.'
const upTo = (length: number) => (sentence: string) => sentence.length <= length

test('does not change a sentence that fits', () => {
  expect(fittingSentence(template, { reason: 'Object exists', object: 'a.com' }, upTo(88))).toBe(
    'Object exists: registry refused a.com.',
  )
})

test('shortens a name over 40 characters even if the sentence fits', () => {
  expect(fittingSentence('{name} is taken.', { name: 'x'.repeat(50) })).toBe(`${'x'.repeat(39)}… is taken.`)
})

test('keeps the end of a long field path', () => {
  const field = `additional_data.${'x'.repeat(30)}.date`
  expect(fittingSentence('{field}: is missing.', { field })).toBe(`…${field.slice(-39)}: is missing.`)
})

test('drops a remark at the end of the reason first, then shortens names, then cuts the reason after a word', () => {
  const details = { reason: 'The name is reserved (Parameter value policy error)', object: 'example-of-a-name.com' }
  expect(fittingSentence(template, details, upTo(70))).toBe(
    'The name is reserved: registry refused example-of-a-name.com.',
  )
  expect(fittingSentence(template, details, upTo(55))).toBe('The name is reserved: registry refused example-of-a-n….')
  expect(fittingSentence(template, details, upTo(50))).toBe('The name is…: registry refused example-of-a-….')
})

test('shortens a long value inside the reason and keeps the rest of the reason', () => {
  const problem = `address ${'1'.repeat(200)} is not an IPv4 address`
  expect(fittingSentence('{record}: {problem}.', { record: 'A www', problem }, upTo(88))).toBe(
    `A www: address ${'1'.repeat(39)}… is not an IPv4 address.`,
  )
})

test('cuts a value that is still too long, but no character in half', () => {
  const cut = fittingSentence('{a}{b}{c}{d}', { a: '😀'.repeat(20), b: '', c: '', d: '' }, upTo(9))
  expect(cut).toBe('😀😀😀😀…')
})

test('wholeSentence shortens nothing', () => {
  const details = { reason: 'no (never)', object: 'x'.repeat(80) }
  expect(wholeSentence(template, details)).toBe(`no (never): registry refused ${'x'.repeat(80)}.`)
})
