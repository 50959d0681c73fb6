import { isSampled, isUnsampled, printTraceparent, readTraceparent, traceIdOf } from './traceparent'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

it.each([
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, false],
  [`01-${traceId}-${spanId}-03-and-more`, true],
])('reads %s', (text, isSampled) => {
  expect(readTraceparent(text)).toEqual({ traceId, spanId, isSampled })
})

it.each([
  [undefined],
  [['00']],
  [''],
  [`ff-${traceId}-${spanId}-01`],
  [`00-${traceId}-${spanId}-01-more`],
  [`00-${'0'.repeat(32)}-${spanId}-01`],
  [`00-${traceId}-${'0'.repeat(16)}-01`],
  [`00-${traceId.toUpperCase()}-${spanId}-01`],
  [`01-${traceId}-${spanId}-01${'-'.repeat(600)}`],
])('takes %s for no parent', (text) => {
  expect(readTraceparent(text)).toBeUndefined()
})

it('prints what it reads', () => {
  const text = `00-${traceId}-${spanId}-01`
  expect(printTraceparent(readTraceparent(text)!)).toBe(text)
})

it.each([
  [`00-${traceId}-${spanId}-00`, true],
  [`00-${traceId}-${spanId}-02`, true],
  [`00-${traceId}-${spanId}-01`, false],
  [`00-${traceId}-${spanId}-0b`, false],
  [`01-${traceId}-${spanId}-00`, false],
  [`00-${traceId}-${spanId}-00\n`, false],
  [`00-${'0'.repeat(32)}-${spanId}-00`, false],
  [`00-${traceId}-${'0'.repeat(16)}-00`, false],
  [undefined, false],
])('sees without reading it whether %s is not sampled', (text, expected) => {
  expect(isUnsampled(text)).toBe(expected)
})

it.each([
  ['00', false],
  ['02', false],
  ['01', true],
  ['0b', true],
])('reads from the flags %s whether a trace is sampled', (flags, expected) => {
  expect(isSampled(`00-${traceId}-${spanId}-${flags}`)).toBe(expected)
})

it('cuts the trace id out', () => {
  expect(traceIdOf(`00-${traceId}-${spanId}-00`)).toBe(traceId)
})
