import { accountEvents } from '@nameyard/contracts/account-events'
import { arrivals, changes, held, incoming, moves, ofTime } from '../../../test/domain-event-cases'
import { day, exampleDomain, generic } from '../../../test/example-domain'
import { typeOfNew, eventsOf } from './account-events'
import { transitions, visibleStatus } from './lifecycle'
import { advance } from './settlement'

it.each(arrivals)('announces a new domain with %j as %s', (domain, type) => {
  expect(typeOfNew(exampleDomain(domain))).toBe(type)
})

it.each([...changes, ...moves, ...incoming])('announces the change from %j to %j as %j', (before, after, types) => {
  expect(eventsOf(exampleDomain(before), exampleDomain(after))).toEqual(types)
})

it('has a row of these tables for each type about domains', () => {
  const told = [
    ...ofTime,
    ...arrivals.map(([, type]) => type),
    ...[...changes, ...moves, ...incoming].flatMap(([, , types]) => types),
  ]
  const ofDomains = accountEvents.map(({ type }) => type).filter((type) => type.startsWith('domain.'))
  expect(ofDomains.filter((type) => !told.includes(type))).toEqual([])
})

it('announces every transition of the lifecycle that changes the status', () => {
  const silent = transitions.flatMap((transition) => {
    const { from, to, on, when } = transition
    if (from === 'none' || visibleStatus[from] === visibleStatus[to]) return []
    const type = from.startsWith('transfer') || on.startsWith('transfer') ? 'TRANSFER' : 'NEW'
    const before = exampleDomain({ ...(from.startsWith('active') && held), phase: from, type })
    const after = advance(before, { event: on }, generic, day('2028-01-01'))?.domain ?? { ...before, phase: to }
    return eventsOf(before, { ...after, phase: to }).length > 0 ? [] : [{ from, on, when, to }]
  })
  expect(silent).toEqual([])
})
