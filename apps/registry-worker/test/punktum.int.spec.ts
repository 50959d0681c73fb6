import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { createContact } from '@nameyard/epp/contact/create'
import { infoDomain } from '@nameyard/epp/domain/info'
import { requestTransfer } from '@nameyard/epp/domain/transfer'
import { createHost } from '@nameyard/epp/host/create'
import { SettableClock } from '@nameyard/testing/clock'
import { Punktum } from '../src/dialects/punktum/punktum'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, plant, someFaults } from './registry-lifecycle'

const test = new DialectPlatform([
  {
    suffix: 'dk',
    registry: { dialect: 'punktum', eppExtensions: ['rgp', 'secDNS', 'loginSec'] },
    periods: { min: 1, max: 1 },
    contacts: { roles: [], ids: 'registry' },
    dnssec: { maxRecords: 4 },
    renewalOpensDays: 60,
    grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
    quarantine: { softDays: 0, hardDays: 30 },
    pendingDeleteDays: 0,
    restore: 'immediate',
    transfer: { model: 'immediate', waitDays: 0, periodYears: 0, lockDays: 0, approvedBy: 'nobody' },
  },
])
const DAY_MS = 86_400_000
const dialect = new Punktum(new SettableClock())
const tld = { ...genericTerms, options: {} }
const year = { value: 1, unit: 'y' as const }
const key = {
  flags: 257,
  protocol: 3,
  alg: 13,
  pubKey: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
}
const keysOf = async (name: string) => {
  const { rows } = await test.platform.sql.query('select from sandbox_registry.domain_sec_dns where domain = $1', [
    name,
  ])
  return rows.length
}

async function newCode(name: string): Promise<string> {
  const end = await test.ended('domain.update', name, { desired: { authInfo: 'Our-0wn-Code-123' } })
  expect(end).toMatchObject({ outcome: 'done', registry: { authInfo: await test.codeOf(name) } })
  return test.codeOf(name)
}

describe('the registrant of a domain', () => {
  it.each<[string, Partial<ContactSnapshot>, RegExp]>([
    ['person', { countryCode: 'DK', city: 'Ærø' }, /type="loc"[^]*Ærø[^]*userType [^>]*>individual</],
    ['person-abroad', { countryCode: 'NO', city: 'Tromsø' }, /type="int"[^]*Tromsoe[^]*userType [^>]*>individual</],
    [
      'company',
      { countryCode: 'DK', organization: 'Dan ApS', facts: { registrationNumber: '24210375' } },
      /userType [^>]*>company<[^]*CVR [^>]*>24210375</,
    ],
  ])('is a %s in the form of the registry, and the only contact', async (who, given, form) => {
    await test.registered(`${who}.dk`, { registrant: { ...person(`Dan ${who}`), ...given } })
    const [created] = (await test.asked('contact:create')).filter((frame) => frame.includes(`Dan ${who}<`))
    expect(created).toMatch(form)
    const [create] = await test.asked('domain:create', `${who}.dk`)
    expect(create).toMatch(/registrant>DA\d+-DK<[^]*orderconfirmationToken [^>]*>1\d{9}</)
    expect(create).not.toMatch(/domain:contact/)
  })

  it('is the one that the registry has already, after a lost answer', async () => {
    const { platform } = test
    await platform.fault({ command: 'contact:create', kind: 'drop-response' })
    await test.registered('lost-contact.dk', { registrant: person('Lisa Lost') })
    const { rows } = await platform.sql.query("select from sandbox_registry.contact where postal_info::text ~ 'Lost'")
    expect(rows).toHaveLength(1)
  })

  it('is refused in Denmark as an organization without a CVR number', async () => {
    const registrant = { ...person('Dan Mangler'), countryCode: 'DK', organization: 'Mangler ApS' }
    const end = await test.platform.ended(await test.platform.submit('without.dk', { registrant }))
    expect(end).toMatchObject({ outcome: 'failed', reason: { text: expect.stringMatching(/CVR/) } })
  })
})

describe('a create', () => {
  it.each(someFaults())('is answered later, and registers the domain once (%s)', async (fault) => {
    const { platform } = test
    const name = `create-${fault}.dk`
    await plant(platform, fault, 'domain:create', name)
    const create = await platform.submit(name)
    expect(await platform.ended(create)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(await platform.journal(create, 'domain:create')).toContainEqual(expect.stringMatching(/100|reconciled/))
    expect(await test.charged(name)).toEqual(['create'])
  })

  it('is refused as the message of the registry says', async () => {
    const { platform } = test
    const create = await platform.submit('denied.dk')
    await test.isAsked('domain:create', 'denied.dk')
    await platform.decide('denied.dk', false)
    expect(await platform.ended(create)).toMatchObject({ outcome: 'refused' })
    const { rows } = await platform.sql.query<{ about: string; frame: string }>(
      'select about, frame from poll_message where operation_id = $1',
      [create],
    )
    expect(rows).toEqual([{ about: 'pending-action', frame: expect.stringMatching(/risk_assessment/) }])
  })
})

it.each(someFaults())(
  'lives from create to purge: changed, renewed, deleted, restored by a report (%s)',
  async (fault) => {
    const { platform } = test
    const name = `life-${fault}.dk`
    const first = await test.registered(name, { zoneKeys: [key] })
    await plant(platform, fault, 'domain:update', name)
    const desired = { registrant: person('Nora Ny'), nameservers: [{ name: 'ns1.nameserver.example' }] }
    const updated = await test.ended('domain.update', name, { desired })
    expect(updated).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns1.nameserver.example'] } })
    const frames = await test.asked('domain:update', name)
    expect(frames.some((frame) => /chg>\s*<domain:registrant>NO\d+-DK<[^]*orderconfirmationToken/.test(frame))).toBe(
      true,
    )
    expect(await keysOf(name)).toBe(1)
    platform.clock.advance(310 * DAY_MS)
    await plant(platform, fault, 'domain:renew', name)
    const renewed = await test.ended('domain.renew', name, { expiresOn: first.expiresAt!.slice(0, 10), period: year })
    expect(Number(renewed.registry.expiresAt!.slice(0, 4))).toBe(Number(first.expiresAt!.slice(0, 4)) + 1)
    await plant(platform, fault, 'domain:delete', name)
    const deleted = await test.ended('domain.delete', name, { freesHosts: false })
    expect(deleted).toMatchObject({
      outcome: 'done',
      registry: { statuses: expect.arrayContaining(['pendingDelete']), graceStatuses: ['redemptionPeriod'] },
    })
    await plant(platform, fault, 'domain:update', name)
    expect(await test.restored(name, deleted.settledAt)).toMatchObject({
      outcome: 'done',
      registry: { graceStatuses: [] },
    })
    expect((await test.asked('domain:update', name)).at(-1)).toMatch(/restore op="report"/)
    await test.ended('domain.delete', name, { freesHosts: false })
    platform.clock.advance(29 * DAY_MS)
    expect((await test.inspected(name)).presence).toBe('ours')
    platform.clock.advance(2 * DAY_MS)
    expect((await test.inspected(name)).presence).toBe('missing')
    expect(await test.charged(name)).toEqual(['create', 'renew', 'restore'])
  },
)

it('sends other keys together with other nameservers', async () => {
  await test.registered('keys.dk', { zoneKeys: [key] })
  const desired = { nameservers: [{ name: 'ns1.nameserver.example' }], zoneKeys: [{ ...key, flags: 256 }, key] }
  expect(await test.ended('domain.update', 'keys.dk', { desired })).toMatchObject({ outcome: 'done' })
  expect(await keysOf('keys.dk')).toBe(2)
  const unsigned = { nameservers: [{ name: 'ns2.nameserver.example' }], zoneKeys: [] }
  expect(await test.ended('domain.update', 'keys.dk', { desired: unsigned })).toMatchObject({ outcome: 'done' })
  expect(await keysOf('keys.dk')).toBe(0)
})

it('expires, unless the registry is told to renew it', async () => {
  const { platform } = test
  await test.registered('expires.dk')
  await test.registered('renewed.dk')
  expect(await test.verb('renewed.dk', 'auto-renew', { isOn: true })).toMatchObject({ outcome: 'done' })
  platform.clock.advance(370 * DAY_MS)
  expect(await test.inspected('expires.dk')).toMatchObject({ graceStatuses: ['redemptionPeriod'] })
  expect(await test.inspected('renewed.dk')).toMatchObject({ graceStatuses: [] })
  expect(await test.charged('renewed.dk')).toEqual(['create', 'auto-renew'])
})

it.each(someFaults())('gets an auth code from the registry on request (%s)', async (fault) => {
  const name = `code-${fault}.dk`
  await test.registered(name)
  await plant(test.platform, fault, 'domain:update', name)
  expect(await newCode(name)).toMatch(/^REG-TRANSFER-/)
})

it.each(['none', 'drop-response', 'drop-request'] as const)('gives up a domain (%s)', async (fault) => {
  const name = `back-${fault}.dk`
  await test.registered(name)
  await plant(test.platform, fault, 'domain:withdraw', name)
  expect(await test.verb(name, 'withdraw')).toMatchObject({ outcome: 'done', registry: { presence: 'foreign' } })
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: dialect.needs })
  })
  afterAll(() => rival?.close())

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'loses a name at once, learns of it from a message, and gets it back with a copy of its registrant (%s)',
    async (fault) => {
      const { platform } = test
      const name = `lost-${fault}.dk`
      const first = await test.registered(name)
      await rival.does(requestTransfer({ name, authInfo: { pw: await newCode(name) } }))
      expect(await test.messages(name, 2)).toContain('transfer')
      const { registrant } = await rival.does(infoDomain(name))
      await rival.does(dialect.requestAuthCode(name))
      await plant(platform, fault, 'domain:transfer', name)
      const desired = { registrant: person('Tess Transfer'), nameservers: [{ name: 'ns1.nameserver.example' }] }
      const end = await test.ended('domain.transfer', name, { authInfo: await test.codeOf(name), desired })
      expect(end).toMatchObject({
        outcome: 'done',
        registry: { presence: 'ours', expiresAt: first.expiresAt, nameservers: ['ns1.nameserver.example'] },
      })
      const { rows } = await platform.sql.query<{ registrant: string; sponsor: string }>(
        `select d.registrant, c.sponsor from sandbox_registry.domain d
         join sandbox_registry.contact c on c.id = d.registrant where d.name = $1`,
        [name],
      )
      expect(rows).toEqual([{ registrant: expect.not.stringMatching(registrant!), sponsor: 'nameyard' }])
      expect(await test.charged(name)).toEqual(['create', 'transfer'])
    },
  )

  it('is refused with a code that is too old', async () => {
    await test.registered('late-code.dk')
    const pw = await newCode('late-code.dk')
    test.platform.clock.advance(15 * DAY_MS)
    await expect(rival.does(requestTransfer({ name: 'late-code.dk', authInfo: { pw } }))).rejects.toThrow(/2202/)
  })

  it('refuses contacts without a kind, domains without accepted terms, and hosts of nobody', async () => {
    const bare = createContact({
      id: 'auto',
      postalInfo: [{ type: 'int', name: 'n', street: ['s'], city: 'c', cc: 'NO' }],
      email: 'e@example.com',
      authInfo: { pw: '' },
    })
    const typed = dialect.contact({ id: 'NY-1', snapshot: person('Pia'), role: 'registrant' }, tld)
    const renamed = typed.extension!.map((each) => ({ ...each, local: 'EAN' }))
    await expect(rival.does({ ...bare, extension: renamed })).rejects.toThrow(/2003/)
    const { id } = await rival.does(typed)
    expect(
      (await rival.does(dialect.contact({ id: 'NY-1', snapshot: person('Pia'), role: 'registrant' }, tld))).id,
    ).toBe(id)
    const create = new Punktum(test.platform.clock).create(
      { name: 'unaccepted.dk', registrant: id, authInfo: { pw: '' }, period: year },
      {} as Parameters<Punktum['create']>[1],
      tld,
    )
    const [, autoRenew] = create.extension!
    await expect(rival.does({ ...create, extension: [autoRenew!] })).rejects.toThrow(/2003/)
    await expect(rival.does({ ...create, extension: [autoRenew!, autoRenew!] })).rejects.toThrow(/2001/)
    await rival.does(create)
    const host = (name: string, nsAdmin: string) => dialect.finish(createHost(name), { ...tld, options: { nsAdmin } })
    await rival.does(host('ns1.hosts.example', id))
    await expect(rival.does(host('ns2.hosts.example', 'XX0-DK'))).rejects.toThrow(/2303/)
  })
})

test.itsFramesAreValidBy('punktum-dk')
