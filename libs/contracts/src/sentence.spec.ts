import { fittingSentence, wholeSentence } from './sentence'

const template = '{reason}: registry refused {object}.'
const upTo = (length: number) => (sentence: string) => sentence.length <= length

test('leaves a sentence that fits as it is', () => {
  expect(fittingSentence(template, { reason: 'Object exists', object: 'a.com' }, upTo(88))).toBe(
    'Object exists: registry refused a.com.',
  )
})

test('shortens a name over 40 characters even where there is room', () => {
  expect(fittingSentence('{name} is taken.', { name: 'x'.repeat(50) })).toBe(`${'x'.repeat(39)}… is taken.`)
})

test('keeps the end of the path of a field', () => {
  const field = `additional_data.${'x'.repeat(30)}.date`
  expect(fittingSentence('{field}: is missing.', { field })).toBe(`…${field.slice(-39)}: is missing.`)
})

test('drops a remark at the end of the reason first, then shortens names, then the reason at a word', () => {
  const details = { reason: 'The name is reserved (Parameter value policy error)', object: 'example-of-a-name.com' }
  expect(fittingSentence(template, details, upTo(70))).toBe(
    'The name is reserved: registry refused example-of-a-name.com.',
  )
  expect(fittingSentence(template, details, upTo(55))).toBe('The name is reserved: registry refused example-of-a-n….')
  expect(fittingSentence(template, details, upTo(50))).toBe('The name is…: registry refused example-of-a-….')
})

test('shortens a long value that the reason repeats, and keeps what is said of it', () => {
  const problem = `address ${'1'.repeat(200)} is not an IPv4 address`
  expect(fittingSentence('{record}: {problem}.', { record: 'A www', problem }, upTo(88))).toBe(
    `A www: address ${'1'.repeat(39)}… is not an IPv4 address.`,
  )
})

test('cuts what cannot fit otherwise, and no character in half', () => {
  const cut = fittingSentence('{a}{b}{c}{d}', { a: '😀'.repeat(20), b: '', c: '', d: '' }, upTo(9))
  expect(cut).toBe('😀😀😀😀…')
})

test('shortens nothing of a whole sentence', () => {
  const details = { reason: 'no (never)', object: 'x'.repeat(80) }
  expect(wholeSentence(template, details)).toBe(`no (never): registry refused ${'x'.repeat(80)}.`)
})
