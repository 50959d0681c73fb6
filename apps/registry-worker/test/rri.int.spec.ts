import { createHash } from 'node:crypto'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { eventually } from '@nameyard/testing/eventually'
import {
  changeProvider,
  createAuthInfo1,
  createAuthInfo2,
  createDomain,
  infoDomain,
} from '../src/rri/protocol/requests'
import { person } from './platform'
import { order, plant, someFaults } from './registry-lifecycle'
import { RIVAL, RriPlatform, type RriRival } from './rri-platform'

const test = new RriPlatform()
const DAY_MS = 86_400_000

const holder = (name: string) => ({ ...person(name), countryCode: 'DE', postalCode: '60313', city: 'Frankfurt' })
const ended = async (operation: Promise<string>) => test.platform.ended(await operation)
const inspected = async (name: string) => (await ended(order(test.platform, 'domain.inspect', name, {}))).registry
const update = (name: string, desired: object) => ended(order(test.platform, 'domain.update', name, { desired }))
const remove = (name: string) => ended(order(test.platform, 'domain.delete', name, { freesHosts: false }))
const verb = (name: string, called: string, data: Record<string, string | boolean> = {}) =>
  ended(order(test.platform, 'domain.verb', name, { verb: called, data }))

async function registered(
  name: string,
  intent: Parameters<typeof test.platform.submit>[1] = {},
): Promise<RegistryView> {
  const given = { registrant: holder('Helga Holder'), authInfo: undefined, ...intent }
  const end = await test.platform.ended(await test.platform.submit(name, given))
  expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
  return end.registry
}

/** The requests of a kind about a domain that the registry carried out, oldest first. */
const asked = async (command: string, object: string) =>
  (await test.platform.audit({ command, object, code: '1000' })).map(({ request }) => request)

/** What the registry charged us for a domain. */
async function charged(name: string): Promise<string[]> {
  const { rows } = await test.platform.sql.query<{ kind: string }>(
    `select kind from sandbox_registry.charge where domain = $1 and registrar = 'DENIC-1000001' order by id`,
    [name],
  )
  return rows.map(({ kind }) => kind)
}

describe('a check', () => {
  it('shows whether a name is free', async () => {
    await registered('checked.de')
    expect(await test.check('checked.de', 'unchecked.de', 'reserved.de')).toMatchObject({
      results: [
        { name: 'checked.de', available: false, reason: 'connect' },
        { name: 'unchecked.de', available: true },
        { name: 'reserved.de', available: false, reason: 'invalid' },
      ],
    })
  })
})

describe('a registration', () => {
  it.each(someFaults())('is made once (%s)', async (fault) => {
    const name = `create-${fault}.de`
    await plant(test.platform, fault, 'domain:create', name)
    const view = await registered(name)
    expect(view).toMatchObject({ statuses: ['ok'], nameservers: ['ns1.nameserver.example', 'ns2.nameserver.example'] })
    expect(Date.parse(view.expiresAt!) - Date.parse(view.createdAt!)).toBeGreaterThanOrEqual(365 * DAY_MS)
    expect(await charged(name)).toEqual(['create'])
  })

  it('has a holder, addresses for questions and abuse, keys and glue', async () => {
    await registered('whole.de', {
      nameservers: [{ name: 'ns1.whole.de', ip: '192.0.2.1', ip6: '2001:db8::1' }, { name: 'ns2.nameserver.example' }],
      zoneKeys: [{ flags: 257, protocol: 3, alg: 8, pubKey: 'AwEAAaetidLzsKWUt4swWR8yu0wPHPiUi8LU' }],
    })
    const [request] = await asked('domain:create', 'whole.de')
    expect(request).toMatch(
      new RegExp(
        [
          'Version: 5.0',
          'Action: CREATE',
          'Domain: whole.de',
          'Holder: DENIC-1000001-NY[0-9A-F]{16}',
          'Generalrequest: DENIC-1000001-NY[0-9A-F]{16}',
          'Abusecontact: DENIC-1000001-NY[0-9A-F]{16}',
          'Nserver: ns1.whole.de 192.0.2.1 2001:db8::1',
          'Nserver: ns2.nameserver.example',
          'Dnskey: 257 3 8 AwEAAaetidLzsKWUt4swWR8yu0wPHPiUi8LU',
          'Ctid: [0-9a-f]{32}-create-[0-9a-f]{8}-0',
        ].join('\n'),
      ),
    )
  })

  it('is refused for a name that is taken, and nothing is sent', async () => {
    const end = await test.platform.ended(await test.platform.submit('taken.de'))
    expect(end).toMatchObject({ outcome: 'refused', reason: { refusal: 'domain_not_free' } })
    expect(await test.platform.audit({ command: 'domain:create', object: 'taken.de' })).toEqual([])
  })

  it.each([
    ['nameservers', { nameservers: [] }, /nameservers/],
    ['launch phases', { launch: { phase: 'sunrise' } }, /launch phases/],
    ['tokens', { allocationToken: 'token' }, /tokens/],
  ])('is refused without a request for what DENIC has not: %s', async (_, intent, text) => {
    const name = `lacks-${_.replace(' ', '-')}.de`
    const end = await test.platform.ended(await test.platform.submit(name, intent as object))
    expect(end).toMatchObject({ outcome: 'refused', reason: { text: expect.stringMatching(text) } })
    expect(await test.platform.audit({ object: name })).toEqual([])
  })

  it('uses one contact for one holder, also after a lost answer, and gives it a new address', async () => {
    const lisa = { ...holder('Lisa Lost'), handle: 'LL000001-DE' }
    await test.platform.fault({ command: 'contact:create', kind: 'close-before-answer' })
    await registered('lisa-one.de', { registrant: lisa })
    await registered('lisa-two.de', { registrant: { ...lisa, street: ['Neue Strasse 5'] } })
    const handles = await Promise.all(
      ['lisa-one.de', 'lisa-two.de'].map(
        async (name) => /Holder: (\S+)/.exec((await asked('domain:create', name))[0]!)![1]!,
      ),
    )
    expect(handles[0]).toBe(handles[1])
    expect(await asked('contact:create', handles[0]!)).toHaveLength(1)
    expect((await asked('contact:update', handles[0]!))[0]).toContain('Address: Neue Strasse 5')
  })
})

describe('a change', () => {
  it.each(someFaults())('states the whole domain and is made (%s)', async (fault) => {
    const name = `update-${fault}.de`
    await registered(name)
    await plant(test.platform, fault, 'domain:update', name)
    const nameservers = [{ name: 'ns7.nameserver.example' }, { name: 'ns8.nameserver.example' }]
    expect(await update(name, { nameservers })).toMatchObject({
      outcome: 'done',
      registry: { nameservers: ['ns7.nameserver.example', 'ns8.nameserver.example'] },
    })
    const requests = await asked('domain:update', name)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatch(/Holder: DENIC-1000001-NY[^]*Nserver: ns7[^]*Nserver: ns8/)
  })

  it('sends nothing when the domain is as desired', async () => {
    await registered('same.de')
    expect(
      await update('same.de', {
        nameservers: [{ name: 'ns2.nameserver.example' }, { name: 'ns1.nameserver.example' }],
      }),
    ).toMatchObject({ outcome: 'done' })
    expect(await asked('domain:update', 'same.de')).toEqual([])
  })

  it('is refused for a lock, which DENIC does not have', async () => {
    await registered('unlocked.de')
    expect(await update('unlocked.de', { statuses: ['clientTransferProhibited'] })).toMatchObject({
      outcome: 'refused',
      reason: { text: expect.stringMatching(/no statuses/) },
    })
  })

  it.each(someFaults())('gives the domain to another holder once, by CHHOLDER (%s)', async (fault) => {
    const name = `holder-${fault}.de`
    await registered(name)
    await plant(test.platform, fault, 'domain:chholder', name)
    const desired = { registrant: { ...holder(`Heir ${fault}`), organization: 'Erben GmbH' } }
    expect(await ended(order(test.platform, 'domain.trade', name, { desired }))).toMatchObject({ outcome: 'done' })
    expect(await asked('domain:chholder', name)).toHaveLength(1)
    expect(await asked('domain:update', name)).toEqual([])
  })
})

describe('an auth code', () => {
  it.each(someFaults())('is stored as a hash for 30 days, in place of an older one (%s)', async (fault) => {
    const name = `code-${fault}.de`
    await registered(name)
    await update(name, { authInfo: 'First-0ne-Code-0123456789' })
    await plant(test.platform, fault, 'domain:create-authinfo1', name)
    const end = await update(name, { authInfo: 'Second-0ne-Code-123456789' })
    expect(end).toMatchObject({ outcome: 'done', registry: { authInfo: 'Second-0ne-Code-' } })
    const stored = (await asked('domain:create-authinfo1', name)).at(-1)!
    expect(stored).toContain(`Authinfohash: ${createHash('sha256').update('Second-0ne-Code-').digest('hex')}`)
  })

  it('is deleted by a command of its own, and DENIC posts one by another', async () => {
    await registered('codes.de')
    await update('codes.de', { authInfo: 'First-0ne-Code-0123456789' })
    expect(await verb('codes.de', 'delete-authinfo1')).toMatchObject({ outcome: 'done' })
    expect(await verb('codes.de', 'create-authinfo2')).toMatchObject({ outcome: 'done' })
    expect(await asked('domain:delete-authinfo1', 'codes.de')).toHaveLength(1)
    expect(await asked('domain:create-authinfo2', 'codes.de')).toHaveLength(1)
  })
})

describe('the end of a domain', () => {
  it.each(someFaults())('is a deletion that is made once, and a restore that is made once (%s)', async (fault) => {
    const name = `back-${fault}.de`
    await registered(name)
    await plant(test.platform, fault, 'domain:delete', name)
    const deleted = await remove(name)
    expect(deleted).toMatchObject({
      outcome: 'done',
      registry: { statuses: ['pendingDelete'], graceStatuses: ['redemptionPeriod'] },
    })
    await plant(test.platform, fault, 'domain:restore', name)
    const restore = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
    expect(await ended(order(test.platform, 'domain.restore', name, restore))).toMatchObject({
      outcome: 'done',
      registry: { statuses: ['ok'], graceStatuses: [] },
    })
    expect(await charged(name)).toEqual(['create', 'restore'])
  })

  it.each(someFaults())('is a transit to the registry (%s)', async (fault) => {
    const name = `transit-${fault}.de`
    await registered(name)
    await plant(test.platform, fault, 'domain:transit', name)
    expect(await verb(name, 'transit', { disconnect: true })).toMatchObject({
      outcome: 'done',
      registry: { presence: 'foreign' },
    })
    expect(await asked('domain:transit', name)).toHaveLength(1)
  })
})

it('returns a domain to the registry instead of a deletion, when that is asked', async () => {
  await registered('returned.de')
  const intent = { freesHosts: false, isReturned: true }
  expect(await ended(order(test.platform, 'domain.delete', 'returned.de', intent))).toMatchObject({
    outcome: 'done',
    registry: { presence: 'foreign' },
  })
  expect(await asked('domain:transit', 'returned.de')).toHaveLength(1)
  expect(await asked('domain:delete', 'returned.de')).toEqual([])
})

it('renews without a request: the registry bills each year by itself', async () => {
  const { platform } = test
  const { expiresAt } = await registered('yearly.de')
  const expiresOn = expiresAt!.slice(0, 10)
  const renew = { expiresOn, period: { value: 1, unit: 'y' as const } }
  const sent = (await platform.audit({ object: 'yearly.de' })).length
  const renewed = await ended(order(platform, 'domain.renew', 'yearly.de', renew))
  expect(renewed).toMatchObject({ outcome: 'done' })
  expect(Number(renewed.registry.expiresAt!.slice(0, 4))).toBe(Number(expiresOn.slice(0, 4)) + 1)
  const commands = (await platform.audit({ object: 'yearly.de' })).slice(sent).map(({ command }) => command)
  expect(new Set(commands)).toEqual(new Set(['domain:info']))
})

it.each([
  ['domain.transfer-approve', {}],
  ['domain.transfer-reject', {}],
  ['domain.transfer-cancel', {}],
  ['host.set', { host: { name: 'ns1.kinds.de', ip: '192.0.2.1' } }],
  ['host.delete', { host: 'ns1.kinds.de' }],
  ['domain.verb', { verb: 'sync', data: {} }],
] as const)('refuses %s with a sentence', async (kind, intent) => {
  const end = await ended(order(test.platform, kind, 'kinds.de', intent as never))
  expect(end).toMatchObject({ outcome: 'refused', reason: { text: expect.stringMatching(/DENIC|create-authinfo2/) } })
})

describe('with another registrar', () => {
  let rival: RriRival
  beforeAll(async () => {
    rival = await test.openRival()
  })
  afterAll(() => rival?.close())

  async function heldByRival(name: string, code: string): Promise<void> {
    const nservers = ['ns1.rival.example', 'ns2.rival.example']
    const domain = {
      name,
      holder: await rival.holder(
        name
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, '')
          .slice(-16),
      ),
      nservers,
      dnskeys: [],
      nsentries: [],
    }
    await rival.does(createDomain(domain))
    const until = new Date(test.platform.clock.epochMs() + 20 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
    await rival.does(createAuthInfo1(name, createHash('sha256').update(code).digest('hex'), until))
  }

  it.each(someFaults())('takes a domain over at once, and keeps its nameservers (%s)', async (fault) => {
    const name = `in-${fault}.de`
    await heldByRival(name, 'Rival-0ne-Code')
    await plant(test.platform, fault, 'domain:chprov', name)
    const desired = { registrant: holder('Tess Transfer'), statuses: ['clientTransferProhibited' as const] }
    const end = await ended(order(test.platform, 'domain.transfer', name, { authInfo: 'Rival-0ne-Code', desired }))
    expect(end).toMatchObject({
      outcome: 'done',
      registry: {
        presence: 'ours',
        nameservers: ['ns1.rival.example', 'ns2.rival.example'],
        expiresAt: expect.any(String),
      },
    })
    expect(await charged(name)).toEqual(['transfer'])
  })

  it('is refused with a wrong code, for a free name, and without a holder', async () => {
    await heldByRival('wrong.de', 'Rival-0ne-Code')
    const transfer = (name: string, authInfo: string, desired: object) =>
      ended(order(test.platform, 'domain.transfer', name, { authInfo, desired }))
    const desired = { registrant: holder('Tess Transfer') }
    expect(await transfer('wrong.de', 'Wrong-0ne-Code', desired)).toMatchObject({
      reason: { refusal: 'authcode_invalid' },
    })
    expect(await transfer('nobody.de', 'Rival-0ne-Code', desired)).toMatchObject({ reason: { refusal: 'domain_free' } })
    expect(await transfer('wrong.de', 'Rival-0ne-Code', {})).toMatchObject({
      reason: { text: expect.stringMatching(/holder/) },
    })
  })

  it('loses a domain, and learns it from the queue', async () => {
    await registered('out.de')
    const { registry } = await update('out.de', { authInfo: 'Leave-0ne-Code-123456789' })
    const nservers = ['ns1.rival.example', 'ns2.rival.example']
    const whole = { name: 'out.de', holder: await rival.holder('OUT'), nservers, dnskeys: [], nsentries: [] }
    await rival.does(changeProvider(whole, registry.authInfo!))
    const message = await messageAbout('out.de')
    expect(message).toMatchObject({ about: 'event', text: expect.stringMatching(/moved/) })
    expect(await inspected('out.de')).toMatchObject({ presence: 'foreign' })
    expect((await rival.does(infoDomain('out.de'))).head.first('regaccid')).toBe(RIVAL)
  })

  it('takes a message once when its deletion from the queue was lost', async () => {
    await registered('noticed.de')
    await test.platform.fault({ command: 'queue:delete', kind: 'close-before-answer' })
    await rival.does(createAuthInfo2('noticed.de'))
    expect(await messageAbout('noticed.de')).toMatchObject({ text: expect.stringMatching(/AuthInfo2/) })
    const { rows } = await test.platform.sql.query('select 1 from poll_message where object = $1', ['noticed.de'])
    expect(rows).toHaveLength(1)
  })

  async function messageAbout(object: string) {
    return eventually(async () => {
      test.platform.clock.advance(1_000)
      const { rows } = await test.platform.sql.query<{ about: string; text: string }>(
        'select about, text from poll_message where object = $1',
        [object],
      )
      return rows[0]
    }, `a message about ${object}`)
  }
})

it('answers requests that the registry would not understand with a refusal of the order', async () => {
  const end = await test.platform.ended(
    await test.platform.submit('nopost.de', { registrant: { ...holder('Nora No'), postalCode: undefined } }),
  )
  expect(end).toMatchObject({ outcome: 'failed', reason: { text: expect.stringMatching(/postalcode is missing/) } })
})

it('keeps no secrets and no data of people in its journal', async () => {
  const { rows } = await test.platform.sql.query<{ command: string; text: string }>(
    `select command, concat(frame, answer) as text from registry_transaction
     where command in ('contact:create', 'domain:chprov', 'domain:create-authinfo1')`,
  )
  expect(new Set(rows.map(({ command }) => command)).size).toBe(3)
  const texts = rows.map(({ text }) => text).join('\n')
  expect(texts).toMatch(/Authinfo: \*\*\*[^]*Name: \*\*\*|Name: \*\*\*[^]*Authinfo: \*\*\*/)
  expect(texts).not.toMatch(/0ne-Code|Helga|Frankfurt|john@example.com/)
})
