import type { RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import { day, exampleDomain, generic } from '../../../test/example-domain'
import { desiredOf } from '../../lifecycle/model/desired'
import type { Domain } from '../../lifecycle/model/domain'
import { arrivalOf, arrivals, backupAt, caughtUp, journalOf, type Lost } from './loss'

const now = day('2027-06-02')
const since = day('2027-06-01')
const there: RegisteredDomain = {
  roid: 'D1-TEST',
  createdAt: '2027-01-01T00:00:00Z',
  expiresAt: '2028-01-01T00:00:00Z',
  statuses: ['ok'],
  graceStatuses: [],
  nameservers: [{ name: 'ns1.example.net' }, { name: 'ns2.example.net' }],
  zoneKeys: [],
  contacts: {},
}
const caught = (over: Partial<RegisteredDomain>, here: Partial<Domain> = {}, journal: readonly Lost[] = []) => {
  const domain = exampleDomain({
    roid: 'D1-TEST',
    createdAt: day('2027-01-01'),
    registryExpiresAt: day('2028-01-01'),
    expiresAt: day('2028-01-01'),
    ...here,
  })
  const desired = desiredOf(domain, [])
  const none = { contacts: new Map(), matches: new Map() }
  return caughtUp({ domain, desired, rules: generic, there: { ...there, ...over }, ...none }, journal, since, now)
}

it('reads the instant of a backup in whole seconds, as registries give dates', () => {
  expect(backupAt('2027-06-01T00:00:00.900Z')).toEqual(since)
})

it('finds how a name came after a backup, with the years that the registry has', () => {
  expect(arrivalOf(there, [], since)).toBeUndefined()
  const created = { ...there, createdAt: '2027-06-01T00:00:00Z', expiresAt: '2029-06-01T00:00:00Z' }
  expect(arrivalOf(created, [], since)).toEqual({ operation: 'create', at: since, years: 2 })
  const transferred = { ...there, transferredAt: '2027-06-01T05:00:00Z' }
  expect(arrivalOf(transferred, [], since)).toMatchObject({ operation: 'transfer', years: 1 })
})

it('finds it in the journal where the registry shows no date of creation', () => {
  const undated = { ...there, createdAt: undefined }
  const at = day('2027-06-02')
  const renewal = { operation: 'renew' as const, at, years: 1 }
  expect(arrivalOf(undated, [renewal], since)).toBeUndefined()
  const created = { operation: 'create' as const, at, years: 1 }
  expect(arrivalOf(undated, [created, renewal], since)).toEqual(created)
  expect(arrivals(undated, [created, renewal], since)).toEqual([created, renewal])
})

it('leaves automatic renewal upstream to a repair', () => {
  expect(caught({ autorenew: 'on', updatedAt: '2027-06-01T10:00:00Z' })).toBeUndefined()
})

it('believes a journal that has the arrival, and otherwise the registry', () => {
  const created = { ...there, createdAt: '2027-06-01T00:00:00Z', expiresAt: '2029-06-01T00:00:00Z' }
  const entry = (operation: Lost['operation'], at: string) => ({ operation, at, years: 1 })
  const renewal = entry('renew', '2027-06-01T02:00:00Z')
  const given = journalOf({ journal: [entry('create', '2027-06-01T00:00:00Z'), renewal] }, since)
  expect(arrivals(created, given, since).map(({ operation, years }) => [operation, years])).toEqual([
    ['create', 1],
    ['renew', 1],
  ])
  expect(arrivals(created, journalOf({ journal: [renewal] }, since), since)).toHaveLength(1)
  expect(journalOf({ journal: [entry('create', '2027-05-01T00:00:00Z')] }, since)).toEqual([])
})

it('takes a renewal, with its charge, although the registry shows no change', () => {
  const found = caught({ expiresAt: '2030-01-01T00:00:00Z', nameservers: [] })!
  expect(found.charges).toEqual([{ operation: 'renew', at: since, years: 2 }])
  expect(found.domain).toMatchObject({ expiresAt: day('2030-01-01'), registryExpiresAt: day('2030-01-01') })
  expect(found.domain.nameServers).toHaveLength(2)
})

it('takes settings that were changed since the backup, and no others', () => {
  const over = { nameservers: [{ name: 'ns9.example.net' }], statuses: ['clientTransferProhibited'] }
  expect(caught({ ...over, updatedAt: '2027-05-01T00:00:00Z' })).toBeUndefined()
  const found = caught({ ...over, updatedAt: '2027-06-01T10:00:00Z' })!
  expect(found).toMatchObject({
    charges: [],
    domain: { nameServers: [{ name: 'ns9.example.net' }], isLocked: true, nsGroup: '' },
  })
})

it('keeps the keys that it signs a zone with', () => {
  const own = { flags: 257, protocol: 3, alg: 13, pubKey: 'AAAA', isKept: true }
  const other = { ...own, pubKey: 'BBBB', isKept: undefined }
  const over = { zoneKeys: [other], updatedAt: '2027-06-01T10:00:00Z' }
  expect(caught(over, { zoneKeys: [own] })!.domain.zoneKeys).toEqual([own])
  expect(caught(over, {})!.domain.zoneKeys).toEqual([other])
})

it('charges a name that was registered again after the backup', () => {
  const found = caught({ roid: 'D9-TEST', createdAt: '2027-06-01T10:00:00Z', expiresAt: '2028-06-01T10:00:00Z' })!
  expect(found.charges).toMatchObject([{ operation: 'create', years: 1 }])
  expect(found.domain).toMatchObject({ roid: 'D9-TEST', expiresAt: new Date('2028-06-01T10:00:00Z') })
})
