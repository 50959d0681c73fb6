import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { createContact } from '@nameyard/epp/contact/create'
import { infoDomain } from '@nameyard/epp/domain/info'
import { requestTransfer } from '@nameyard/epp/domain/transfer'
import { Sidn } from '../src/dialects/sidn/sidn'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, order, plant, someFaults } from './registry-lifecycle'

const test = new DialectPlatform([
  {
    suffix: 'nl',
    registry: {
      dialect: 'sidn',
      eppExtensions: ['secDNS', 'loginSec'],
      periods: { create: [1, 3, 12].map((months) => ({ unit: 'm', min: months, max: months })) },
    },
    periods: { min: 1, max: 1 },
    contacts: { roles: ['admin', 'tech'], ids: 'registry' },
    dnssec: { form: 'key', maxRecords: 4 },
    isRenewable: false,
    grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
    quarantine: { softDays: 0, hardDays: 40 },
    pendingDeleteDays: 0,
    restore: 'immediate',
    transfer: { model: 'immediate', waitDays: 0, periodYears: 0, lockDays: 0, approvedBy: 'nobody' },
  },
])
const DAY_MS = 86_400_000
const dialect = new Sidn()
const tld = { ...genericTerms, options: {} }
const key = {
  flags: 257,
  protocol: 3,
  alg: 13,
  pubKey: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
}

const ended = async (operation: Promise<string>) => test.platform.ended(await operation)
const verb = (name: string, verb: string, data: Record<string, string> = {}) =>
  order(test.platform, 'domain.verb', name, { verb, data })

describe('the contacts of a domain', () => {
  const formOf = (frame: string) => /legalForm>([^<]*)<[^]*?(?:legalFormRegNo>([^<]*)<|<\/)/.exec(frame)!.slice(1)

  it.each<[string, Partial<ContactSnapshot>, (string | undefined)[]]>([
    ['a person', {}, ['PERSOON', undefined]],
    ['an organization', { organization: 'Wet BV' }, ['ANDERS', undefined]],
    [
      'a company with a number and a legal form',
      { organization: 'Form BV', facts: { legalForms: { nl: 'BV', be: '1' }, registrationNumber: '12345678' } },
      ['BV', '12345678'],
    ],
  ])('have the legal form of %s', async (who, given, form) => {
    const name = who.split(' ').at(-1)!
    const registrant = { ...person(`Vera ${name}`), ...given }
    await test.registered(`${name}.nl`, { registrant })
    const [created] = (await test.asked('contact:create')).filter((frame) => frame.includes(`Vera ${name}<`))
    expect(formOf(created!)).toEqual(form)
    expect(created).toMatch(/postalInfo type="loc"/)
    expect(created).not.toMatch(/disclose/)
  })

  it('get their identifiers from the registry: one contact for all roles of a person, and none for billing', async () => {
    await test.registered('roles.nl')
    const [create] = await test.asked('domain:create', 'roles.nl')
    expect(create).toMatch(/registrant>JOH\d{6}-SANDB<[^]*"admin">JOH\d{6}-SANDB<[^]*"tech">JAN\d{6}-SANDB</)
    expect(create).not.toMatch(/billing/)
    expect((await test.asked('contact:create')).filter((frame) => frame.includes('John Doe'))).toHaveLength(1)
  })

  it('are created again after a lost answer, and the domain is registered once', async () => {
    const { platform } = test
    await platform.fault({ command: 'contact:create', kind: 'drop-response' })
    await test.registered('lost-contact.nl', { registrant: person('Lisa Lost') })
    expect((await test.asked('contact:create')).filter((frame) => frame.includes('Lisa Lost'))).toHaveLength(2)
    expect(await platform.creates('lost-contact.nl')).toBe(1)
  })

  it('are created again when the registry has deleted them', async () => {
    const { platform } = test
    const registrant = person('Gina Gone')
    await test.registered('gone-1.nl', { registrant })
    await ended(order(platform, 'domain.update', 'gone-1.nl', { desired: { registrant: person('Nina New') } }))
    await platform.sql.query("delete from sandbox_registry.contact where id like 'GIN%'")
    await test.registered('gone-2.nl', { registrant })
    expect((await test.asked('contact:create')).filter((frame) => frame.includes('Gina Gone'))).toHaveLength(2)
  })
})

it('reads the auth code that the registry has made for a new domain', async () => {
  const { authInfo } = await test.registered('coded.nl', { authInfo: 'Our-0wn-Code-123' })
  expect(authInfo).toMatch(/^Nl/)
  const [create] = await test.asked('domain:create', 'coded.nl')
  expect(create).not.toContain('Our-0wn-Code-123')
})

it.each(someFaults())('creates a domain once (%s)', async (fault) => {
  const name = `create-${fault}.nl`
  await plant(test.platform, fault, 'domain:create', name)
  await test.registered(name)
  expect(await test.platform.creates(name)).toBe(1)
  expect(await test.charged(name)).toEqual(['create'])
})

it('changes registrant, nameservers and keys, and never a status or a code', async () => {
  const { platform } = test
  await test.registered('change.nl')
  const desired = {
    registrant: person('Nora New'),
    nameservers: [{ name: 'ns1.change.nl', ip: '192.0.2.7' }, { name: 'ns.nameserver.example' }],
    zoneKeys: [key],
    statuses: ['clientTransferProhibited' as const],
    authInfo: 'An0ther-Code-1234',
  }
  const end = await ended(order(platform, 'domain.update', 'change.nl', { desired }))
  expect(end).toMatchObject({ outcome: 'done', registry: { authInfo: expect.stringMatching(/^Nl/) } })
  expect([...end.registry.nameservers!].sort()).toEqual(['ns.nameserver.example', 'ns1.change.nl'])
  const updates = (await test.asked('domain:update', 'change.nl')).join()
  expect(updates).toMatch(/registrant>NOR\d{6}-SANDB</)
  expect(updates).toMatch(/secDNS:keyData/)
  expect(updates).not.toMatch(/status|authInfo/)
})

it('lives from create to purge: renewed by the registry, deleted, taken back, deleted again', async () => {
  const { platform } = test
  const name = 'life.nl'
  const created = await test.registered(name)
  platform.clock.advance(366 * DAY_MS)
  const renewed = await test.inspected(name)
  expect(Number(renewed.expiresAt!.slice(0, 4))).toBe(Number(created.expiresAt!.slice(0, 4)) + 1)
  const deleted = await ended(order(platform, 'domain.delete', name, { freesHosts: false }))
  expect(deleted).toMatchObject({
    outcome: 'done',
    registry: { statuses: expect.arrayContaining(['pendingDelete']), graceStatuses: ['redemptionPeriod'] },
  })
  const restore = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
  const restored = await ended(order(platform, 'domain.restore', name, restore))
  expect(restored).toMatchObject({ outcome: 'done', registry: { graceStatuses: [] } })
  expect(await test.asked('domain:cancel-delete', name)).toHaveLength(1)
  await ended(order(platform, 'domain.delete', name, { freesHosts: false }))
  platform.clock.advance(39 * DAY_MS)
  expect(await test.inspected(name)).toMatchObject({ presence: 'ours' })
  platform.clock.advance(2 * DAY_MS)
  expect(await test.inspected(name)).toMatchObject({ presence: 'missing' })
  expect(await test.charged(name)).toEqual(['create', 'auto-renew', 'restore'])
})

it.each(someFaults())('takes a deleted domain back once (%s)', async (fault) => {
  const { platform } = test
  const name = `back-${fault}.nl`
  await test.registered(name)
  await plant(platform, fault, 'domain:delete', name)
  const deleted = await ended(order(platform, 'domain.delete', name, { freesHosts: false }))
  expect(deleted).toMatchObject({ outcome: 'done', registry: { graceStatuses: ['redemptionPeriod'] } })
  await plant(platform, fault, 'domain:cancel-delete', name)
  const restore = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
  expect(await ended(order(platform, 'domain.restore', name, restore))).toMatchObject({
    outcome: 'done',
    registry: { graceStatuses: [] },
  })
  expect(await test.charged(name)).toEqual(['create', 'restore'])
})

describe('a planned deletion', () => {
  it.each(someFaults())('is made once, and taken back (%s)', async (fault) => {
    const { platform } = test
    const name = `plan-${fault}.nl`
    const { expiresAt } = await test.registered(name)
    const date = new Date(Date.parse(expiresAt!) - 30 * DAY_MS).toISOString().slice(0, 10)
    await plant(platform, fault, 'domain:update', name)
    expect(await ended(verb(name, 'schedule-delete', { date }))).toMatchObject({ outcome: 'done' })
    await plant(platform, fault, 'domain:update', name)
    expect(await ended(verb(name, 'cancel-scheduled-delete'))).toMatchObject({ outcome: 'done' })
    platform.clock.advance(367 * DAY_MS)
    expect(await test.inspected(name)).toMatchObject({ presence: 'ours', graceStatuses: [] })
  })

  it('at the end of the period puts the domain into quarantine instead of renewing it', async () => {
    const { platform } = test
    const name = 'planned.nl'
    await test.registered(name)
    expect(await ended(verb(name, 'schedule-delete'))).toMatchObject({ outcome: 'done' })
    platform.clock.advance(366 * DAY_MS)
    expect(await test.inspected(name)).toMatchObject({ graceStatuses: ['redemptionPeriod'] })
  })

  it('after the end of the period is refused, and the explanation of the registry is shown', async () => {
    await test.registered('too-late.nl')
    const end = await ended(verb('too-late.nl', 'schedule-delete', { date: '2199-01-01' }))
    expect(end).toMatchObject({ outcome: 'refused', reason: { text: expect.stringMatching(/F0001 date/) } })
  })
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: dialect.needs })
  })
  afterAll(() => rival?.close())
  const codeOf = async (name: string) => (await rival.does(infoDomain(name))).authInfo!.pw

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'transfers a name in at once, brings it into its desired state and reports the new code (%s)',
    async (fault) => {
      const { platform } = test
      const name = `lost-${fault}.nl`
      const first = await test.registered(name)
      await rival.does(requestTransfer({ name, authInfo: { pw: first.authInfo! } }))
      const authInfo = await codeOf(name)
      expect(authInfo).not.toBe(first.authInfo)
      await plant(platform, fault, 'domain:transfer', name)
      const desired = { registrant: person('Tess Transfer'), nameservers: [{ name: 'ns1.nameserver.example' }] }
      const end = await ended(order(platform, 'domain.transfer', name, { authInfo, desired }))
      expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
      expect(end.registry.authInfo).toMatch(/^Nl/)
      expect(end.registry.authInfo).not.toBe(authInfo)
      expect(end.registry.expiresAt).toBe(first.expiresAt)
      expect(await test.charged(name)).toEqual(['create', 'transfer'])
    },
  )

  it('is refused with a wrong code', async () => {
    const operation = order(test.platform, 'domain.transfer', 'taken.nl', { authInfo: 'wrong', desired: {} })
    expect(await ended(operation)).toMatchObject({ outcome: 'refused', reason: { code: 2202 } })
  })

  it('refuses contacts without a legal form, with the explanation of the registry', async () => {
    const create = createContact({
      id: 'NY-PLAIN',
      postalInfo: [{ type: 'loc', name: 'n', street: ['s'], city: 'c', cc: 'NL' }],
      email: 'e@example.com',
      authInfo: { pw: '' },
    })
    const bare = {
      ...create,
      extension: dialect.contact({ id: 'NY-1', snapshot: person('Pia'), role: 'tech' }, tld).extension!,
    }
    const [ext] = bare.extension
    const empty = { ...bare, extension: [{ ...ext!, children: [] }] }
    await expect(rival.does(empty)).rejects.toThrow(/2003|2001/)
    await expect(rival.does(bare)).resolves.toMatchObject({ id: expect.stringMatching(/^N[A-Z]{2}\d{6}-SANDB$/) })
  })
})

/** The schemas of the registry's extensions are not public. */
function partOfRfcs(frame: string): string | undefined {
  if (frame.includes('domainCancelDelete>')) return undefined
  const rest = frame.replace(/<(sidn-ext-epp[a-z-]*:(?:ext|update))[ >][^]*?<\/\1>/g, '')
  return rest.replace(/<extension>\s*<\/extension>/g, '').replace(/<extURI>http:[^<]*<\/extURI>/g, '')
}

test.itsFramesAreValidBy('common', partOfRfcs)
