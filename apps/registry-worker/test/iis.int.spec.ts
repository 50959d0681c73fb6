import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { createContact } from '@nameyard/epp/contact/create'
import { requestTransfer } from '@nameyard/epp/domain/transfer'
import { Iis } from '../src/dialects/iis/iis'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, plant, someFaults } from './registry-lifecycle'

const months = [
  { unit: 'm' as const, min: 12, max: 99 },
  { unit: 'y' as const, min: 9, max: 10 },
]
const test = new DialectPlatform([
  {
    suffix: 'se',
    registry: { dialect: 'iis', eppExtensions: ['secDNS', 'loginSec'], periods: { create: months, renew: months } },
    contacts: { roles: ['admin', 'tech'] },
    dnssec: { maxRecords: 4 },
    grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
    quarantine: { softDays: 0, hardDays: 60 },
    pendingDeleteDays: 0,
    restore: 'immediate',
    transfer: { model: 'immediate', waitDays: 0, periodYears: 0, lockDays: 0, approvedBy: 'nobody' },
    authCode: { comes: 'here' },
  },
])
const DAY_MS = 86_400_000
const dialect = new Iis()
const tld = { ...genericTerms, options: {} }
const citizen = (name: string): ContactSnapshot => ({
  ...person(name),
  countryCode: 'SE',
  facts: { personalNumber: '800131-1234', registrationNumber: '556000-0001', vat: 'SE556000000101' },
})
const people = (registrant = citizen('Åsa Ek')) => ({ registrant, contacts: { admin: registrant, tech: registrant } })
const year = { value: 1, unit: 'y' as const }

async function newCode(name: string): Promise<string> {
  const end = await test.ended('domain.update', name, { desired: { authInfo: 'Our-0wn-Code-123' } })
  expect(end).toMatchObject({ outcome: 'done', registry: { authInfo: await test.codeOf(name) } })
  return test.codeOf(name)
}

describe('the contacts of a domain', () => {
  it('have the number of the person or organization', async () => {
    await test.registered('numbers.se', {
      registrant: citizen('Eva Ek'),
      contacts: { admin: { ...citizen('Adam Ask'), organization: 'Ask AB' }, tech: citizen('Eva Ek') },
    })
    const created = (await test.asked('contact:create')).join()
    expect(created).toMatch(/Eva Ek[^]*orgno>\[SE\]800131-1234</)
    expect(created).toMatch(/Ask AB[^]*orgno>\[SE\]556000-0001<[^]*vatno>SE556000000101</)
    const [create] = await test.asked('domain:create', 'numbers.se')
    expect(create).toMatch(/period unit="m">12</)
    expect(create).not.toMatch(/"billing"/)
  })

  it('are refused without a number, and with one that is none', async () => {
    const without = await test.platform.ended(await test.platform.submit('without.se'))
    expect(without.outcome).toBe('failed')
    expect(without.reason?.text).toMatch(/personalNumber.*missing/)
    const wrong = { ...citizen('Wil Wrong'), facts: { personalNumber: 'x' } }
    const end = await test.platform.ended(await test.platform.submit('wrong.se', people(wrong)))
    expect(end).toMatchObject({ reason: { text: expect.stringMatching(/no Swedish number/) } })
  })
})

it.each(someFaults())('lives from create to purge: renewed, given up, kept, given up again (%s)', async (fault) => {
  const { platform } = test
  const name = `life-${fault}.se`
  await plant(platform, fault, 'domain:create', name)
  const first = await test.registered(name, people())
  await plant(platform, fault, 'domain:renew', name)
  const renewal = { expiresOn: first.expiresAt!.slice(0, 10), period: year }
  const renewed = await test.ended('domain.renew', name, renewal)
  expect(Number(renewed.registry.expiresAt!.slice(0, 4))).toBe(Number(first.expiresAt!.slice(0, 4)) + 1)
  await plant(platform, fault, 'domain:update', name)
  const desired = {
    registrant: citizen('Nora New'),
    nameservers: [{ name: 'ns1.nameserver.example' }],
    statuses: ['clientTransferProhibited' as const],
  }
  const updated = await test.ended('domain.update', name, { desired })
  expect(updated).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns1.nameserver.example'] } })
  expect(updated.registry.statuses).toContain('clientTransferProhibited')
  await plant(platform, fault, 'domain:update', name)
  const deleted = await test.ended('domain.delete', name, { freesHosts: false })
  expect(deleted).toMatchObject({ outcome: 'done', registry: { graceStatuses: ['redemptionPeriod'] } })
  await plant(platform, fault, 'domain:update', name)
  expect(await test.restored(name, deleted.settledAt)).toMatchObject({
    outcome: 'done',
    registry: { graceStatuses: [] },
  })
  await test.ended('domain.delete', name, { freesHosts: false })
  platform.clock.advance(59 * DAY_MS)
  expect((await test.inspected(name)).presence).toBe('ours')
  platform.clock.advance(2 * DAY_MS)
  expect((await test.inspected(name)).presence).toBe('missing')
  expect(await test.charged(name)).toEqual(['create', 'renew', 'restore'])
})

it('is deactivated when it expires, and can still be renewed', async () => {
  const { platform } = test
  const { expiresAt } = await test.registered('expired.se', people())
  platform.clock.advance(370 * DAY_MS)
  expect(await test.inspected('expired.se')).toMatchObject({ graceStatuses: ['redemptionPeriod'], expiresAt })
  const end = await test.ended('domain.renew', 'expired.se', { expiresOn: expiresAt!.slice(0, 10), period: year })
  expect(end).toMatchObject({ outcome: 'done', registry: { graceStatuses: [] } })
  expect(await test.charged('expired.se')).toEqual(['create', 'renew'])
})

it.each(someFaults())('plans the deletion at the end of the period, and takes it back (%s)', async (fault) => {
  const { platform } = test
  const name = `plan-${fault}.se`
  await test.registered(name, people())
  await plant(platform, fault, 'domain:update', name)
  expect(await test.verb(name, 'delete-at-expiration')).toMatchObject({ outcome: 'done' })
  await plant(platform, fault, 'domain:update', name)
  expect(await test.verb(name, 'cancel-delete')).toMatchObject({ outcome: 'done' })
  await test.verb(name, 'delete-at-expiration')
  platform.clock.advance(370 * DAY_MS)
  expect(await test.inspected(name)).toMatchObject({ graceStatuses: ['redemptionPeriod'] })
})

it.each(someFaults())('gets an auth code from the registry on request (%s)', async (fault) => {
  const name = `code-${fault}.se`
  await test.registered(name, people())
  await plant(test.platform, fault, 'domain:update', name)
  expect(await newCode(name)).toMatch(/^Se/)
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: dialect.needs })
  })
  afterAll(() => rival?.close())

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'loses a name at once, learns of it from a message, and gets it back (%s)',
    async (fault) => {
      const { platform } = test
      const name = `lost-${fault}.se`
      const first = await test.registered(name, people())
      await rival.does(requestTransfer({ name, authInfo: { pw: await newCode(name) } }))
      expect(await test.messages(name, 2)).toEqual(['transfer', 'transfer'])
      const authInfo = await rival.does(dialect.requestAuthCode(name))
      await plant(platform, fault, 'domain:transfer', name)
      const desired = { ...people(citizen('Tess Transfer')), nameservers: [{ name: 'ns1.nameserver.example' }] }
      const end = await test.ended('domain.transfer', name, { authInfo: authInfo!, desired })
      expect(end).toMatchObject({
        outcome: 'done',
        registry: { presence: 'ours', nameservers: ['ns1.nameserver.example'], expiresAt: first.expiresAt },
      })
      expect(await test.charged(name)).toEqual(['create', 'transfer'])
    },
  )

  it('refuses contacts without a number, a single year, and less than twelve months', async () => {
    const bare = createContact({
      id: 'NY-PLAIN',
      postalInfo: [{ type: 'loc', name: 'n', street: ['s'], city: 'c', cc: 'SE' }],
      email: 'e@example.com',
      authInfo: { pw: 'aB3$efgh' },
    })
    const typed = dialect.contact({ id: 'NY-RIVAL', snapshot: citizen('Pia'), role: 'tech' }, tld)
    const [ext] = typed.extension!
    await expect(rival.does({ ...bare, extension: [{ ...ext!, children: [] }] })).rejects.toThrow(/2003/)
    const { id } = await rival.does(typed)
    const domain = { name: 'rival-own.se', registrant: id, contacts: [], authInfo: { pw: '' } }
    const create = (value: number, unit: 'y' | 'm') =>
      dialect.create({ ...domain, period: { value, unit } }, {} as Parameters<Iis['create']>[1], tld)
    await expect(rival.does(create(1, 'y'))).rejects.toThrow(/2004/)
    await expect(rival.does(create(11, 'm'))).rejects.toThrow(/2004/)
    await rival.does(create(12, 'm'))
  })
})

/** The answer with a new code is not in the schema. */
test.itsFramesAreValidBy('iis-se', (frame) => frame.replace(/<extension>\s*<iis:updData [^]*?<\/extension>/g, ''))
