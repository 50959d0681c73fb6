import { createContact } from '@nameyard/epp/contact/create'
import { deleteDomain } from '@nameyard/epp/domain/delete'
import { requestTransfer } from '@nameyard/epp/domain/transfer'
import { Nicat } from '../src/dialects/nicat/nicat'
import { DialectPlatform, withoutNamespaces } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, plant, someFaults } from './registry-lifecycle'

const rules = {
  periods: { min: 1, max: 1 },
  contacts: { roles: ['tech' as const], ids: 'registry' as const },
  hosts: { model: 'attributes' as const },
  dnssec: { maxRecords: 4 },
  isRenewable: false,
  grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
  quarantine: { softDays: 0, hardDays: 60 },
  pendingDeleteDays: 0,
  restore: 'immediate' as const,
  transfer: {
    ...{ model: 'immediate' as const, waitDays: 0, periodYears: 0 as const, lockDays: 0 },
    approvedBy: 'nobody' as const,
  },
}
const eppExtensions = ['rgp' as const, 'secDNS' as const, 'loginSec' as const]
const test = new DialectPlatform([
  { suffix: 'at', registry: { dialect: 'nicat', eppExtensions }, ...rules },
  {
    suffix: 'or.at',
    registry: { dialect: 'nicat', eppExtensions, options: { transferBy: 'token' } },
    ...rules,
  },
])
const DAY_MS = 86_400_000
const CODE = 'aB3#aB3#aB3#aB3#'
const dialect = new Nicat()

it('creates contacts of a type with an ASCII address, and registers with the identifiers of the registry', async () => {
  await test.registered('typed.at', {
    registrant: { ...person('Jörg Öller'), city: 'Fürstenfeld' },
    contacts: { tech: { ...person('Tech Nik'), organization: 'Technik AG' } },
  })
  const created = (await test.asked('contact:create')).join()
  expect(created).toMatch(/postalInfo type="int"[^]*Joerg Oeller[^]*Fuerstenfeld[^]*type>privateperson</)
  expect(created).toMatch(/Technik AG[^]*type>organisation</)
  const [create] = await test.asked('domain:create', 'typed.at')
  expect(create).toMatch(/registrant>JO\d+-NICAT<[^]*"tech">TE\d+-NICAT</)
  expect(create).not.toMatch(/"(admin|billing)"/)
})

it('creates contacts again after a lost answer, and registers the domain once', async () => {
  await test.platform.fault({ command: 'contact:create', kind: 'drop-response' })
  await test.registered('lost-contact.at', { registrant: person('Lisa Lost') })
  expect(await test.charged('lost-contact.at')).toEqual(['create'])
})

it.each(someFaults())('lives from create to purge: renewed by the registry, deleted, restored (%s)', async (fault) => {
  const { platform } = test
  const name = `life-${fault}.at`
  await plant(platform, fault, 'domain:create', name)
  const first = await test.registered(name)
  await plant(platform, fault, 'domain:update', name)
  const desired = {
    registrant: person('Nora New'),
    nameservers: [{ name: `ns1.${name}`, ip: '192.0.2.7' }],
    statuses: ['clientTransferProhibited' as const],
  }
  const updated = await test.ended('domain.update', name, { desired })
  expect(updated).toMatchObject({ outcome: 'done', registry: { nameservers: [`ns1.${name}`] } })
  platform.clock.advance(366 * DAY_MS)
  const renewed = await test.inspected(name)
  expect(Number(renewed.expiresAt!.slice(0, 4))).toBe(Number(first.expiresAt!.slice(0, 4)) + 1)
  await plant(platform, fault, 'domain:delete', name)
  const deleted = await test.ended('domain.delete', name, { freesHosts: false })
  expect(deleted).toMatchObject({ outcome: 'done', registry: { graceStatuses: ['redemptionPeriod'] } })
  expect((await test.asked('domain:delete', name)).join()).toMatch(/scheduledate>now</)
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
  expect(await test.charged(name)).toEqual(['create', 'auto-renew', 'restore'])
})

it.each(someFaults())('deletes a domain when its period ends (%s)', async (fault) => {
  const { platform } = test
  const name = `planned-${fault}.at`
  await test.registered(name)
  await plant(platform, fault, 'domain:delete', name)
  expect(await test.verb(name, 'delete-at-expiration')).toMatchObject({
    outcome: 'done',
    registry: { graceStatuses: [] },
  })
  platform.clock.advance(366 * DAY_MS)
  expect(await test.inspected(name)).toMatchObject({ graceStatuses: ['redemptionPeriod'] })
})

it.each(someFaults())('hands a domain back to the registry (%s)', async (fault) => {
  const name = `back-${fault}.at`
  await test.registered(name)
  await plant(test.platform, fault, 'domain:withdraw', name)
  const end = await test.verb(name, 'withdraw', { removesZone: true })
  expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'foreign' } })
  expect(await test.asked('domain:withdraw', name)).toHaveLength(1)
})

describe('a create that is answered late', () => {
  it.each([
    ['registered', true],
    ['refused', false],
  ])('is %s as the message of the registry says', async (_outcome, isApproved) => {
    const { platform } = test
    const name = `late-${isApproved}.at`
    const create = await platform.submit(name)
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
  const end = await test.platform.ended(
    await test.platform.submit('explained.at', { nameservers: [{ name: 'ns1.explained.at' }] }),
  )
  expect(end).toMatchObject({ reason: { text: expect.stringMatching(/\(SB2\d{3}\)/) } })
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: [...dialect.needs, ...dialect.uses] })
  })
  afterAll(() => rival?.close())
  const desired = { registrant: person('Tess Transfer'), nameservers: [{ name: 'ns1.nameserver.example' }] }

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'transfers a name away, learns of it from a message, and gets it back by its code (%s)',
    async (fault) => {
      const { platform } = test
      const name = `code-${fault}.at`
      await test.registered(name)
      await rival.does(requestTransfer({ name, authInfo: { pw: CODE } }))
      expect(await test.messages(name, 2)).toEqual(expect.arrayContaining(['event', 'transfer']))
      await platform.sql.query('update sandbox_registry.domain set auth_info = $2 where name = $1', [name, CODE])
      await plant(platform, fault, 'domain:transfer', name)
      const end = await test.ended('domain.transfer', name, { authInfo: CODE, desired })
      expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
      expect(end.registry.nameservers).toEqual(['ns1.nameserver.example'])
      expect(await test.charged(name)).toEqual(['create', 'transfer'])
    },
  )

  it.each(['none', 'drop-response', 'drop-request'] as const)(
    'gets a name by the token that the registry has mailed to its holder (%s)',
    async (fault) => {
      const { platform } = test
      const name = `token-${fault}.or.at`
      await test.registered(name)
      await rival.does(requestTransfer({ name, authInfo: { pw: CODE } }))
      await plant(platform, fault, 'domain:transfer', name)
      expect(await test.verb(name, 'mail-token')).toMatchObject({ outcome: 'done' })
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

  it('refuses what lacks the extensions, with an explanation', async () => {
    const bare = createContact({
      id: 'auto',
      postalInfo: [{ type: 'int', name: 'n', street: ['s'], city: 'c', cc: 'AT' }],
      email: 'e@example.com',
      authInfo: { pw: '' },
    })
    const [ext] = dialect.contact({ id: 'NY-1', snapshot: person('Pia'), role: 'tech' }, { options: {} } as Parameters<
      typeof dialect.contact
    >[1]).extension!
    await expect(rival.does({ ...bare, extension: [{ ...ext!, children: [] }] })).rejects.toThrow(/2003/)
    await test.registered('no-extension.at')
    await rival.does(requestTransfer({ name: 'no-extension.at', authInfo: { pw: CODE } }))
    await expect(rival.does(deleteDomain('no-extension.at'))).rejects.toThrow(/2003/)
    const refused = await test.platform.audit({ command: 'domain:delete', object: 'no-extension.at', code: '2003' })
    expect(refused).toHaveLength(1)
  })
})

test.itsFramesAreValidBy('nic-at', withoutNamespaces(...dialect.needs, ...dialect.uses))
