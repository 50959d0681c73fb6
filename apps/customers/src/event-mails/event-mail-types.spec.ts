import { accountEvents } from '@nameyard/contracts/account-events'
import { choicesOf, eventMailTypes, recipientsOf } from './event-mail-types'

it('has words for the mail of each event, with the variables that the event gives', () => {
  const declared = accountEvents.flatMap(({ type, mail }) => (mail ? [type] : []))
  expect(eventMailTypes.map(({ event }) => event).toSorted()).toEqual(declared.toSorted())
  for (const { event, mail, type } of eventMailTypes)
    expect([event, Object.keys(mail.values).filter((name) => !(name in type.variables))]).toEqual([event, []])
})

const ofRegistrant = { type: 'x', to: 'registrant', registrant: '{owner_handle}', values: {} } as const

it('offers the registrant only where the event has one', () => {
  expect(choicesOf({ type: 'x', to: 'reseller', values: {} })).toEqual(['reseller', 'nobody'])
  expect(choicesOf(ofRegistrant)).toEqual(['registrant', 'reseller', 'both', 'nobody'])
  expect(choicesOf({ ...ofRegistrant, policy: 'transfer' })).toEqual(['registrant', 'both'])
})

it.each([
  [undefined, false, 'registrant'],
  ['nobody', false, 'nobody'],
  ['nobody', true, 'registrant'],
  ['reseller', true, 'both'],
  ['both', true, 'both'],
] as const)('with the choice %s, demanded %s, mails %s', (chosen, isDemanded, expected) => {
  expect(recipientsOf(ofRegistrant, chosen, isDemanded)).toBe(expected)
})
