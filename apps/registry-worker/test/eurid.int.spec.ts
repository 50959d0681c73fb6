import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { eventually } from '@nameyard/testing/eventually'
import { Eurid } from '../src/dialects/eurid/eurid'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, order, plant, someFaults } from './registry-lifecycle'

const test = new DialectPlatform([
  {
    suffix: 'eu',
    registry: { dialect: 'eurid', eppExtensions: ['secDNS', 'loginSec'] },
    contacts: { roles: ['tech', 'billing'], ids: 'registry' },
    hosts: { model: 'attributes' },
    dnssec: { form: 'key', maxRecords: 4 },
    grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
    quarantine: { softDays: 0, hardDays: 40 },
    pendingDeleteDays: 0,
    restore: 'immediate',
    transfer: { model: 'immediate', waitDays: 0, periodYears: 1, lockDays: 0, approvedBy: 'nobody' },
  },
])
beforeAll(async () => {
  // Names are in U-labels as soon as the dialect is in force.
  await eventually(async () => {
    await test.check('xn--bcher-kva.eu')
    return (await test.asked('domain:check', 'bücher.eu')).length > 0
  }, '.eu in its dialect')
})

const DAY_MS = 86_400_000
const year = { value: 1, unit: 'y' as const }
const dialect = new Eurid()
const tld = { ...genericTerms, options: {} }

const carriedOut = (name: string, verb: string, data: Record<string, string>) =>
  order(test.platform, 'domain.verb', name, { verb, data })

const abroad = (facts: Partial<ContactSnapshot>): ContactSnapshot => ({
  ...person('Ann Abroad'),
  countryCode: 'US',
  ...facts,
})

describe('the contacts of a domain', () => {
  it('are one for each role, with the type and the facts of the person, and the identifiers of the registry', async () => {
    const registrant = { ...person('Vera Wet'), organization: 'Wet BV', facts: { language: 'nl', vat: 'NL1B01' } }
    await test.registered('typed.eu', {
      registrant,
      contacts: { tech: registrant, billing: registrant, admin: registrant },
    })
    const created = (await test.asked('contact:create')).filter((frame) => frame.includes('Vera Wet'))
    const types = created.map((frame) => /ext:type>(\w+)</.exec(frame)![1])
    expect(types.sort()).toEqual(['billing', 'registrant', 'tech'])
    for (const frame of created) {
      expect(frame).toMatch(/ext:vat>NL1B01<[^]*ext:lang>nl<[^]*ext:naturalPerson>false</)
      expect(frame).toMatch(/postalInfo type="loc"/)
    }
    const [create] = await test.asked('domain:create', 'typed.eu')
    expect(create).toMatch(/registrant>c\d+<[^]*contact type="billing">c\d+<[^]*contact type="tech">c\d+</)
    expect(create).not.toMatch(/type="admin"/)
  })

  it('name the citizenship of a natural person who lives elsewhere', async () => {
    await test.registered('citizen.eu', { registrant: abroad({ citizenship: 'EL' }) })
    const created = (await test.asked('contact:create')).find((frame) => frame.includes('EL</'))
    expect(created).toMatch(/ext:naturalPerson>true<[^]*ext:countryOfCitizenship>EL</)
  })

  it.each([
    ['a person elsewhere without a citizenship', abroad({}), /countryOfCitizenship/],
    ['a citizen of another country', abroad({ citizenship: 'US' }), /not in the Union/],
    ['an organization elsewhere', abroad({ organization: 'Abroad Inc.', citizenship: 'DE' }), /organization/],
  ])('are refused for %s', async (_who, registrant, text) => {
    const end = await test.platform.ended(await test.platform.submit('refused.eu', { registrant }))
    expect(end).toMatchObject({ outcome: 'refused', reason: { code: 2306, text: expect.stringMatching(text) } })
  })

  it('are created again after a lost answer, and the domain is registered once', async () => {
    const registrant = person('Lost Answer')
    await test.platform.fault({ command: 'contact:create', kind: 'drop-response' })
    await test.registered('lost-contact.eu', { registrant })
    expect(await test.charged('lost-contact.eu')).toEqual(['create'])
  })

  it('are others after a change of the registrant', async () => {
    const desired = { registrant: { ...person('Next Holder'), organization: 'Next BV' } }
    const end = await test.platform.ended(await order(test.platform, 'domain.update', 'typed.eu', { desired }))
    expect(end.outcome).toBe('done')
    expect((await test.asked('domain:update', 'typed.eu')).at(-1)).toMatch(/chg>[^]*registrant>c\d+</)
  })
})

it('writes an internationalized name in its Unicode form, and reads it back in A-labels', async () => {
  const { results } = await test.check('xn--bcher-kva.eu', 'taken.eu')
  expect(results.map(({ name, available }) => [name, available])).toEqual([
    ['xn--bcher-kva.eu', true],
    ['taken.eu', false],
  ])
  await test.registered('xn--bcher-kva.eu')
  const [create] = await test.asked('domain:create', 'bücher.eu')
  expect(create).toContain('<domain:name>bücher.eu</domain:name>')
  expect((await test.inspected('xn--bcher-kva.eu')).presence).toBe('ours')
})

it('sends no auth code and no client status: the registry has none of registrars', async () => {
  await test.registered('plain-code.eu')
  const desired = { statuses: ['clientTransferProhibited' as const], nameservers: [{ name: 'ns9.nameserver.example' }] }
  const end = await test.platform.ended(await order(test.platform, 'domain.update', 'plain-code.eu', { desired }))
  expect(end).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns9.nameserver.example'] } })
  expect((await test.asked('domain:create', 'plain-code.eu'))[0]).toMatch(/<domain:pw\/>|<domain:pw><\/domain:pw>/)
})

it.each(someFaults())('gets an auth code from the registry on request (%s)', async (fault) => {
  const name = `code-${fault}.eu`
  await test.registered(name)
  await plant(test.platform, fault, 'domain:info', name)
  const desired = { authInfo: 'aB3#aB3#aB3#aB3#' }
  const end = await test.platform.ended(await order(test.platform, 'domain.update', name, { desired }))
  const { rows } = await test.platform.sql.query<{ auth_info: string; own: { authInfoUntil: string } }>(
    'select auth_info, own from sandbox_registry.domain where name = $1',
    [name],
  )
  expect(end).toMatchObject({ outcome: 'done', registry: { authInfo: rows[0]!.auth_info } })
  expect(rows[0]!.auth_info).toMatch(/^XXXX-/)
  expect(Date.parse(rows[0]!.own.authInfoUntil)).toBeGreaterThan(test.platform.clock.now().getTime() + 30 * DAY_MS)
})

describe('a planned deletion', () => {
  it.each(someFaults())('is set once, and carried out on its day (%s)', async (fault) => {
    const { platform } = test
    const name = `planned-${fault}.eu`
    await test.registered(name)
    await plant(platform, fault, 'domain:delete', name)
    const at = new Date(platform.clock.now().getTime() + 20 * DAY_MS).toISOString()
    expect(await platform.ended(await carriedOut(name, 'schedule-delete', { at }))).toMatchObject({ outcome: 'done' })
    expect((await test.inspected(name)).statuses).not.toContain('pendingDelete')
    platform.clock.advance(21 * DAY_MS)
    expect(await test.inspected(name)).toMatchObject({ graceStatuses: ['redemptionPeriod'] })
    platform.clock.advance(40 * DAY_MS)
    expect((await test.inspected(name)).presence).toBe('missing')
    expect(await test.charged(name)).toEqual(['create'])
  })

  it('is removed by its cancellation, and by a renewal', async () => {
    const { platform } = test
    const name = 'unplanned.eu'
    const { expiresAt } = await test.registered(name)
    const plan = async () => {
      const at = new Date(platform.clock.now().getTime() + 20 * DAY_MS).toISOString()
      await platform.ended(await carriedOut(name, 'schedule-delete', { at }))
    }
    await plan()
    expect(await platform.ended(await carriedOut(name, 'cancel-delete', {}))).toMatchObject({ outcome: 'done' })
    await plan()
    await platform.ended(
      await order(platform, 'domain.renew', name, { expiresOn: expiresAt!.slice(0, 10), period: year }),
    )
    platform.clock.advance(21 * DAY_MS)
    expect(await test.inspected(name)).toMatchObject({ presence: 'ours', statuses: ['ok'] })
  })
})

it.each(someFaults())(
  'lives from create to purge, with a quarantine that its cancellation ends (%s)',
  async (fault) => {
    const { platform } = test
    const name = `life-${fault}.eu`
    const created = await test.registered(name)
    await plant(platform, fault, 'domain:renew', name)
    const renewal = { expiresOn: created.expiresAt!.slice(0, 10), period: year }
    const renewed = await platform.ended(await order(platform, 'domain.renew', name, renewal))
    expect(renewed.registry.expiresAt!.slice(0, 4)).toBe(String(Number(created.expiresAt!.slice(0, 4)) + 1))
    await plant(platform, fault, 'domain:delete', name)
    const deleted = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    expect(deleted).toMatchObject({ outcome: 'done', registry: { graceStatuses: ['redemptionPeriod'] } })
    await plant(platform, fault, 'domain:delete', name)
    const restore = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
    const restored = await platform.ended(await order(platform, 'domain.restore', name, restore))
    expect(restored).toMatchObject({ outcome: 'done', registry: { statuses: ['ok'] } })
    await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    platform.clock.advance(41 * DAY_MS)
    expect((await test.inspected(name)).presence).toBe('missing')
    expect(await test.charged(name)).toEqual(['create', 'renew', 'restore'])
  },
)

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, {
      extURIs: [...dialect.needs, ...dialect.uses],
      finish: (command) => dialect.finish(command, tld),
    })
  })
  afterAll(() => rival?.close())

  it.each(['none', 'drop-response', 'drop-request'] as const)(
    'gets a name at once, with its contacts and nameservers and a year (%s)',
    async (fault) => {
      const { platform } = test
      const name = { none: 'taken.eu', 'drop-response': 'occupied.eu', 'drop-request': 'rival.eu' }[fault]
      const authInfo = await rival.does(dialect.requestAuthCode(name, tld))
      await plant(platform, fault, 'domain:transfer', name)
      const people = {
        registrant: person('Gain Er'),
        contacts: { tech: person('Gain Er'), billing: person('Gain Er') },
      }
      const desired = { ...people, nameservers: [{ name: 'ns7.nameserver.example' }], authInfo: 'zZ9#zZ9#zZ9#zZ9#' }
      const transfer = { authInfo: authInfo!, period: year, desired }
      const end = await platform.ended(await order(platform, 'domain.transfer', name, transfer))
      expect(end).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns7.nameserver.example'] } })
      const [request] = (await test.asked('domain:transfer', name)).filter((frame) => frame.includes('op="request"'))
      expect(request).toMatch(
        /:request>[^]*:registrant>c\d+<[^]*type="billing">c\d+<[^]*type="tech">c\d+<[^]*hostName>ns7/,
      )
      expect(await test.charged(name)).toEqual(['transfer'])
      expect(await test.asked('domain:update', name)).toEqual([])
    },
  )

  it('loses a name with a valid code of the registry alone, and learns of it from a message', async () => {
    const { platform } = test
    const name = 'away.eu'
    await test.registered(name)
    const contacts = await rivalContacts(rival)
    const leave = async () => {
      const desired = { authInfo: 'aB3#aB3#aB3#aB3#' }
      const { registry } = await platform.ended(await order(platform, 'domain.update', name, { desired }))
      const transfer = { name, authInfo: { pw: registry.authInfo! } }
      return dialect.transfer(transfer, { intent: { desired: {} } as never, contacts }, tld)
    }
    const late = await leave()
    platform.clock.advance(41 * DAY_MS)
    await expect(rival.does(late)).rejects.toThrow('2202')
    await rival.does(await leave())
    expect((await test.inspected(name)).presence).toBe('foreign')
    const { rows } = await eventually(async () => {
      platform.clock.advance(5_000)
      const found = await platform.sql.query<{ about: string }>('select about from poll_message where object = $1', [
        name,
      ])
      return found.rows.length > 0 && found
    }, 'the message')
    expect(rows).toEqual([{ about: 'event' }])
  })
})

async function rivalContacts(rival: Rival) {
  const id = async (role: 'registrant' | 'billing' | 'tech') =>
    (await rival.does(dialect.contact({ id: 'rival', snapshot: person('Ri Val'), role }, tld))).id
  return { registrant: await id('registrant'), billing: await id('billing'), tech: await id('tech') }
}

test.itsFramesAreValidBy('eurid')
