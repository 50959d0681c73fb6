import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { createContact } from '@nameyard/epp/contact/create'
import { requestTransfer } from '@nameyard/epp/domain/transfer'
import { createHost } from '@nameyard/epp/host/create'
import { SettableClock } from '@nameyard/testing/clock'
import { executeTransfer } from '../src/dialects/norid/commands'
import { Norid } from '../src/dialects/norid/norid'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform, withoutNamespaces } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, plant, someFaults } from './registry-lifecycle'

const rules = {
  periods: { max: 1 },
  contacts: { roles: ['tech' as const], ids: 'registry' as const },
  dnssec: { maxRecords: 4 },
  grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
  quarantine: { softDays: 0, hardDays: 30 },
  pendingDeleteDays: 0,
  restore: 'immediate' as const,
  transfer: {
    ...{ model: 'immediate' as const, waitDays: 0, periodYears: 0 as const, lockDays: 0 },
    approvedBy: 'nobody' as const,
  },
}
const eppExtensions = ['rgp' as const, 'secDNS' as const, 'loginSec' as const]
const periods = {
  create: [{ unit: 'y' as const, min: 1, max: 1 }],
  renew: [{ unit: 'm' as const, min: 1, max: 12 }],
}
const registry = { dialect: 'norid', eppExtensions, periods }
const test = new DialectPlatform([
  { suffix: 'no', registry: { ...registry, options: { declaration: '3.2' } }, ...rules },
  { suffix: 'priv.no', registry: { ...registry, options: { declaration: '3.2', transferBy: 'token' } }, ...rules },
])
const DAY_MS = 86_400_000
const CODE = 'aB3#aB3#aB3#aB3#'
const dialect = new Norid(new SettableClock())
const tld = { ...genericTerms, options: { declaration: '3.2' } }
const holder = (name: string): ContactSnapshot => ({
  ...person(name),
  countryCode: 'NO',
  facts: { personalNumber: 'N.PRI.1234567', registrationNumber: '987654321' },
})
const people = (registrant = holder('Kari Kant')) => ({ registrant, contacts: { tech: person('Tom Tech') } })
const year = { value: 1, unit: 'y' as const }

describe('the contacts of a domain', () => {
  it('are a registrant with a number and a role, with identifiers of the registry', async () => {
    await test.registered('typed.no', {
      registrant: { ...holder('Ola Org'), organization: 'Organ AS' },
      contacts: { tech: { ...holder('Ola Org'), organization: 'Organ AS' } },
    })
    const created = (await test.asked('contact:create')).join()
    expect(created).toMatch(/name>Organ AS<[^]*type>organization<[^]*identity type="organizationNumber">987654321</)
    expect(created).toMatch(/name>Organ AS<[^]*type>role</)
    expect(created).not.toMatch(/contact:org>/)
    const [create] = await test.asked('domain:create', 'typed.no')
    expect(create).toMatch(/registrant>OR\d+O-NORID<[^]*"tech">OR\d+R-NORID</)
    expect(create).toMatch(/versionNumber>3.2<[^]*acceptName>Ola Org<[^]*acceptDate>2027-/)
  })

  it('are refused without a number', async () => {
    const end = await test.platform.ended(await test.platform.submit('without.no'))
    expect(end).toMatchObject({ outcome: 'failed', reason: { text: expect.stringMatching(/personalNumber.*missing/) } })
  })

  it('are created again after a lost answer, and the domain is registered once', async () => {
    await test.platform.fault({ command: 'contact:create', kind: 'drop-response' })
    await test.registered('lost-contact.no', people(holder('Lisa Lost')))
    expect(await test.charged('lost-contact.no')).toEqual(['create'])
  })
})

it.each(someFaults())('lives from create to purge: renewed, changed, deleted, restored (%s)', async (fault) => {
  const { platform } = test
  const name = `life-${fault}.no`
  await plant(platform, fault, 'domain:create', name)
  const first = await test.registered(name, people())
  await plant(platform, fault, 'domain:renew', name)
  const renewed = await test.ended('domain.renew', name, { expiresOn: first.expiresAt!.slice(0, 10), period: year })
  expect(Number(renewed.registry.expiresAt!.slice(0, 4))).toBe(Number(first.expiresAt!.slice(0, 4)) + 1)
  expect((await test.asked('domain:renew', name)).join()).toMatch(/period unit="m">12</)
  await plant(platform, fault, 'domain:update', name)
  const desired = { registrant: holder('Nora Ny'), nameservers: [{ name: 'ns1.nameserver.example' }] }
  const updated = await test.ended('domain.update', name, { desired })
  expect(updated).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns1.nameserver.example'] } })
  expect((await test.asked('domain:update', name)).join()).toMatch(/acceptName>Nora Ny</)
  await plant(platform, fault, 'domain:delete', name)
  const deleted = await test.ended('domain.delete', name, { freesHosts: false })
  expect(deleted).toMatchObject({ outcome: 'done', registry: { graceStatuses: ['redemptionPeriod'] } })
  await plant(platform, fault, 'domain:update', name)
  expect(await test.restored(name, deleted.settledAt)).toMatchObject({
    outcome: 'done',
    registry: { graceStatuses: [] },
  })
  await test.ended('domain.delete', name, { freesHosts: false })
  platform.clock.advance(29 * DAY_MS)
  expect((await test.inspected(name)).presence).toBe('ours')
  platform.clock.advance(2 * DAY_MS)
  expect((await test.inspected(name)).presence).toBe('missing')
  expect(await test.charged(name)).toEqual(['create', 'renew', 'restore'])
})

it.each(someFaults())('deletes a domain on its day (%s)', async (fault) => {
  const { platform } = test
  const name = `planned-${fault}.no`
  const { expiresAt } = await test.registered(name, people())
  const fromRegistry = new Date(Date.parse(expiresAt!) - 10 * DAY_MS).toISOString().slice(0, 10)
  await plant(platform, fault, 'domain:delete', name)
  expect(await test.verb(name, 'schedule-delete', { fromRegistry })).toMatchObject({
    outcome: 'done',
    registry: { graceStatuses: [] },
  })
  platform.clock.advance(360 * DAY_MS)
  expect(await test.inspected(name)).toMatchObject({ graceStatuses: ['redemptionPeriod'] })
})

it.each(someFaults())('hands a domain back to the registry (%s)', async (fault) => {
  const name = `back-${fault}.no`
  await test.registered(name, people())
  await plant(test.platform, fault, 'domain:withdraw', name)
  expect(await test.verb(name, 'withdraw')).toMatchObject({ outcome: 'done', registry: { presence: 'foreign' } })
  expect(await test.asked('domain:withdraw', name)).toHaveLength(1)
})

describe('a create that is answered late', () => {
  it.each([
    ['registered', true],
    ['refused', false],
  ])('is %s as the message of the registry says', async (_outcome, isApproved) => {
    const { platform } = test
    const name = `late-${isApproved}.no`
    const create = await platform.submit(name, people())
    await test.isAsked('domain:create', name)
    await platform.decide(name, isApproved)
    expect(await platform.ended(create)).toMatchObject({ outcome: isApproved ? 'done' : 'refused' })
    const { rows } = await platform.sql.query<{ about: string }>(
      'select about from poll_message where operation_id = $1',
      [create],
    )
    expect(rows).toEqual([{ about: 'pending-action' }])
  })
})

it('shows the explanation of a refusal', async () => {
  const wrong = { ...holder('Wil Wrong'), facts: { personalNumber: '12' } }
  const end = await test.platform.ended(await test.platform.submit('explained.no', people(wrong)))
  expect(end).toMatchObject({ reason: { text: expect.stringMatching(/no such number \(SB2005\)/) } })
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: [...dialect.needs, ...dialect.uses] })
  })
  afterAll(() => rival?.close())
  const desired = { registrant: holder('Tess Transfer'), nameservers: [{ name: 'ns1.nameserver.example' }] }

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'transfers a name away, learns of it from a message, and gets it back by its code (%s)',
    async (fault) => {
      const { platform } = test
      const name = `code-${fault}.no`
      const first = await test.registered(name, people())
      await rival.does(executeTransfer(name, CODE, 'code'))
      expect(await test.messages(name, 2)).toEqual(expect.arrayContaining(['event', 'transfer']))
      await platform.sql.query('update sandbox_registry.domain set auth_info = $2 where name = $1', [name, CODE])
      await plant(platform, fault, 'domain:execute', name)
      const end = await test.ended('domain.transfer', name, { authInfo: CODE, desired })
      expect(end).toMatchObject({
        outcome: 'done',
        registry: { presence: 'ours', expiresAt: first.expiresAt, nameservers: ['ns1.nameserver.example'] },
      })
      expect(await test.charged(name)).toEqual(['create', 'transfer'])
    },
  )

  it.each(['none', 'drop-response', 'drop-request'] as const)(
    'gets a name by the token that the registry has sent to its holder (%s)',
    async (fault) => {
      const { platform } = test
      const name = `token-${fault}.priv.no`
      await test.registered(name, people())
      await rival.does(executeTransfer(name, CODE, 'code'))
      await plant(platform, fault, 'domain:transfer', name)
      expect(await test.verb(name, 'send-token', { email: 'kari@example.com' })).toMatchObject({ outcome: 'done' })
      const { rows } = await platform.sql.query<{ token: string }>(
        "select own ->> 'token' as token from sandbox_registry.domain where name = $1",
        [name],
      )
      const wrong = await test.ended('domain.transfer', name, { authInfo: 'wrong', desired })
      expect(wrong).toMatchObject({ outcome: 'refused', reason: { code: 2202 } })
      await plant(platform, fault, 'domain:execute', name)
      const end = await test.ended('domain.transfer', name, { authInfo: rows[0]!.token, desired })
      expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
      expect(await test.charged(name)).toEqual(['create', 'transfer'])
    },
  )

  it('refuses what lacks the extensions', async () => {
    const bare = createContact({
      id: 'auto',
      postalInfo: [{ type: 'loc', name: 'n', street: ['s'], city: 'c', cc: 'NO' }],
      email: 'e@example.com',
      authInfo: { pw: 'aB3$efgh' },
    })
    const [ext] = dialect.contact({ id: 'NY-1', snapshot: person('Pia'), role: 'tech' }, tld).extension!
    await expect(rival.does({ ...bare, extension: [{ ...ext!, children: [] }] })).rejects.toThrow(/2003/)
    await test.registered('no-extension.no', people())
    await expect(rival.does(requestTransfer({ name: 'no-extension.no', authInfo: { pw: CODE } }))).rejects.toThrow(
      /2001/,
    )
    const { id } = await rival.does(dialect.contact({ id: 'NY-2', snapshot: holder('Pia'), role: 'registrant' }, tld))
    const tech = await rival.does(dialect.contact({ id: 'NY-3', snapshot: holder('Pia'), role: 'tech' }, tld))
    const domain = { name: 'unaccepted.no', registrant: id, authInfo: { pw: CODE }, period: year }
    const create = dialect.create(
      { ...domain, contacts: [{ type: 'tech', id: tech.id }] },
      { registrant: holder('Pia') } as Parameters<Norid['create']>[1],
      tld,
    )
    const [terms] = create.extension!
    await expect(rival.does({ ...create, extension: [{ ...terms!, children: [] }] })).rejects.toThrow(/2003/)
    await rival.does(create)
  })

  it('has a contact for each of its hosts, which is a role', async () => {
    const host = (name: string, hostContact: string) =>
      dialect.finish(createHost(name), { ...tld, options: { ...tld.options, hostContact } })
    const of = async (role: 'registrant' | 'tech') =>
      (await rival.does(dialect.contact({ id: 'NY-4', snapshot: holder('Hans Host'), role }, tld))).id
    await rival.does(host('ns1.hosts.example', await of('tech')))
    await expect(rival.does(host('ns2.hosts.example', await of('registrant')))).rejects.toThrow(/2303/)
  })
})

test.itsFramesAreValidBy('common', withoutNamespaces(...dialect.needs, ...dialect.uses))
