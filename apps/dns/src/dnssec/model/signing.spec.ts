import { nextStep, type Signing } from './signing'

const at = (hour: number) => new Date(Date.UTC(2027, 0, 1, hour))
const on: Signing = { isWanted: true, seenAt: null, isDelegated: false, withdrawnAt: null }
const off: Signing = { ...on, isWanted: false }
const HOUR_MS = 3_600_000

it.each<[string, Signing, ReturnType<typeof nextStep>]>([
  ['checks whether a new key is served', on, 'see'],
  ['publishes the DS of a key that is served', { ...on, seenAt: at(1) }, 'delegate'],
  ['does nothing for a signed zone', { ...on, seenAt: at(1), isDelegated: true }, 'none'],
  ['unsigns at once a zone whose key was never served', off, 'unsign'],
  ['withdraws the DS first', { ...off, seenAt: at(1), isDelegated: true }, 'withdraw'],
  ['requests a withdrawal even when no DS was published by the platform', { ...off, seenAt: at(1) }, 'withdraw'],
  ['waits until resolvers no longer cache the DS', { ...off, seenAt: at(1), withdrawnAt: at(2) }, { waitUntil: at(6) }],
  ['unsigns a zone whose DS no resolver caches', { ...off, seenAt: at(1), withdrawnAt: at(1) }, 'unsign'],
])('%s', (_, signing, step) => {
  expect(nextStep(signing, at(5), 4 * HOUR_MS)).toEqual(step)
})
