import { nextStep, type Signing } from './signing'

const at = (hour: number) => new Date(Date.UTC(2027, 0, 1, hour))
const on: Signing = { isWanted: true, seenAt: null, isDelegated: false, withdrawnAt: null }
const off: Signing = { ...on, isWanted: false }
const HOUR_MS = 3_600_000

it.each<[string, Signing, ReturnType<typeof nextStep>]>([
  ['looks for a new key', on, 'see'],
  ['tells the zone above of a key that was seen', { ...on, seenAt: at(1) }, 'delegate'],
  ['leaves a signed zone alone', { ...on, seenAt: at(1), isDelegated: true }, 'none'],
  ['unsigns at once what nobody has seen', off, 'unsign'],
  ['has the zone above forget the key first', { ...off, seenAt: at(1), isDelegated: true }, 'withdraw'],
  ['has a zone above that is not ours asked, too', { ...off, seenAt: at(1) }, 'withdraw'],
  ['waits for resolvers to forget', { ...off, seenAt: at(1), withdrawnAt: at(2) }, { waitUntil: at(6) }],
  ['unsigns what no resolver remembers', { ...off, seenAt: at(1), withdrawnAt: at(1) }, 'unsign'],
])('%s', (_, signing, step) => {
  expect(nextStep(signing, at(5), 4 * HOUR_MS)).toEqual(step)
})
