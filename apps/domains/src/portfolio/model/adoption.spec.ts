import type { RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import { generic } from '../../../test/example-domain'
import { adoptedDomain, notesOf, obstacleOf } from './adoption'

const now = new Date('2027-06-01T00:00:00Z')
const domain: RegisteredDomain = {
  roid: 'D1-TEST',
  createdAt: '2020-01-01T00:00:00.000Z',
  expiresAt: '2028-01-01T00:00:00.000Z',
  statuses: ['clientTransferProhibited'],
  graceStatuses: [],
  nameservers: [{ name: 'ns1.example.net' }],
  zoneKeys: [],
  registrant: 'C1',
  contacts: { admin: 'C2' },
}
const contact = { id: '', name: '', street: [], city: '', countryCode: 'NL', voice: '', email: '' }
const contacts = new Map([
  ['C1', contact],
  ['C2', contact],
])
const obstacle = (over: Partial<RegisteredDomain>, owner = '') =>
  obstacleOf({ name: 'one.com', presence: 'ours', domain: { ...domain, ...over } }, contacts, owner, now)

it('adopts a registered domain, without automatic renewal', () => {
  expect(obstacle({})).toBeUndefined()
  const handles = new Map([
    ['C1', 'AA1-NL'],
    ['C2', 'BB2-NL'],
  ])
  const adopted = { name: 'one.co.test', resellerId: 7, owner: '', domain, handles, leavesZones: true, spread: 3 }
  expect(adoptedDomain(adopted, generic, now)).toMatchObject({
    name: 'one.co.test',
    label: 'one',
    extension: 'co.test',
    phase: 'active',
    autorenew: 'off',
    ownerHandle: 'AA1-NL',
    adminHandle: 'BB2-NL',
    techHandle: 'AA1-NL',
    isLocked: true,
    leavesZones: true,
    registryExpiresAt: new Date('2028-01-01'),
    expiresAt: new Date('2028-01-01'),
  })
})

it.each<[string, Partial<RegisteredDomain>, string]>([
  ['that is held', { statuses: ['clientHold'] }, 'has clientHold'],
  ['in its redemption period', { graceStatuses: ['redemptionPeriod'], statuses: ['ok'] }, 'redemption period'],
  ['that is being transferred', { statuses: ['pendingTransfer'] }, 'is being transferred'],
  ['that has expired', { expiresAt: '2027-05-31T00:00:00.000Z' }, 'has expired on 2027-05-31'],
  ['without an expiry date', { expiresAt: undefined }, 'has no expiry date'],
  ['whose contact cannot be read', { contacts: { tech: 'C3' } }, 'a contact that cannot be read: C3'],
  ['without a registrant', { registrant: undefined }, 'name its owner'],
])('refuses a domain %s', (_, over, reason) => {
  expect(obstacle(over)).toContain(reason)
})

it('adopts a domain without a registrant for the owner of the list', () => {
  expect(obstacle({ registrant: undefined, contacts: {} }, 'AA1-NL')).toBeUndefined()
})

it.each(['foreign', 'missing', 'elsewhere', 'unreadable'] as const)('refuses a name that is %s', (presence) => {
  expect(obstacleOf({ name: 'one.com', presence }, contacts, '', now)).toMatch(/^(is|has|cannot)/)
})

it('notes statuses that the platform does not keep', () => {
  expect(notesOf(domain)).toEqual({})
  expect(notesOf({ ...domain, statuses: ['clientDeleteProhibited', 'serverHold'] }).notes).toEqual([
    'clientDeleteProhibited: the first change that is made here removes it',
  ])
})
