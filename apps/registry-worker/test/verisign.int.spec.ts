import { approveTransfer } from '@nameyard/epp/domain/transfer'
import { eventually } from '@nameyard/testing/eventually'
import { Verisign } from '../src/dialects/verisign/verisign'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform } from './dialect-platform'
import { charges, openRival, order, plant, someFaults } from './registry-lifecycle'

const of = (subProduct: string) => ({
  registry: { dialect: 'verisign', options: { subProduct } },
  contacts: { model: 'prohibited' as const, roles: [] },
})
const test = new DialectPlatform(
  [
    { suffix: 'com', ...of('dotCOM') },
    { suffix: 'net', ...of('dotNET') },
  ],
  'namestoreExt',
)
const DAY_MS = 86_400_000
const year = { value: 1, unit: 'y' as const }

/** The commands of a kind about a name that the registry carried out. */
const asked = async (command: string, object: string) =>
  (await test.platform.audit({ command, object })).filter(({ code }) => code < 2000).map(({ request }) => request)
const charged = (name: string) => charges(test.platform, name)
async function registered(name: string, intent: Parameters<typeof test.platform.submit>[1] = {}) {
  const end = await test.platform.ended(await test.platform.submit(name, intent))
  expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
  return end.registry
}

it.each([
  ['com', 'dotCOM'],
  ['net', 'dotNET'],
])('registers a name below .%s without contacts, and names the product in every command', async (tld, product) => {
  const name = `thin.${tld}`
  await registered(name, { nameservers: [{ name: `ns1.${name}`, ip: '192.0.2.1' }, { name: 'ns.nameserver.example' }] })
  const [create] = await asked('domain:create', name)
  expect(create).toMatch(new RegExp(`<namestoreExt:subProduct>${product}</`))
  expect(create).not.toMatch(/registrant|domain:contact/)
  for (const command of ['host:create', 'host:check']) {
    const [host] = await asked(command, `ns1.${name}`)
    expect(host).toContain(product)
  }
})

it('lets names of other registries use its hosts, and uses theirs, by their names alone', async () => {
  const ip = '192.0.2.9'
  await registered('other.org', {
    nameservers: [
      { name: 'ns9.thin.com', ip },
      { name: 'ns9.other.org', ip },
    ],
  })
  const [plain] = await asked('host:create', 'ns9.thin.com')
  expect(plain).not.toContain('namestoreExt')
  await registered('other.com', {
    nameservers: [
      { name: 'ns9.other.org', ip },
      { name: 'ns8.other.org', ip },
    ],
  })
  const [named] = await asked('host:create', 'ns8.other.org')
  expect(named).toContain('dotCOM')
})

it('asks for names of both products in a check of each', async () => {
  const { results } = await test.check('free.com', 'free.net', 'taken.com')
  expect(results.map(({ available }) => available)).toEqual([true, true, false])
  const checks = await asked('domain:check', 'free.net')
  expect(checks.at(-1)).toContain('dotNET')
  expect(checks.at(-1)).not.toContain('free.com')
})

it('names the language of an internationalized name, which the registry demands', async () => {
  const name = 'xn--bcher-kva.com'
  const refused = await test.platform.ended(await test.platform.submit(name))
  expect(refused).toMatchObject({ outcome: 'refused', reason: { code: 2306, text: expect.stringMatching(/language/) } })
  await registered(name, { idnTable: 'GER' })
  expect((await asked('domain:create', name))[0]).toMatch(/<idnLang:tag [^>]*>GER</)
})

it('lives from create to purge', async () => {
  const { platform } = test
  const name = 'life.com'
  const created = await registered(name)
  const renewal = { expiresOn: created.expiresAt!.slice(0, 10), period: year }
  const renewed = await platform.ended(await order(platform, 'domain.renew', name, renewal))
  expect(renewed.registry.expiresAt!.slice(0, 4)).toBe(String(Number(created.expiresAt!.slice(0, 4)) + 1))
  platform.clock.advance(10 * DAY_MS)
  const deleted = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
  expect(deleted).toMatchObject({ outcome: 'done', registry: { graceStatuses: ['redemptionPeriod'] } })
  const restore = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
  const restored = await platform.ended(await order(platform, 'domain.restore', name, restore))
  expect(restored).toMatchObject({ outcome: 'done', registry: { statuses: ['ok'] } })
  expect(await asked('domain:update', name)).toEqual([
    expect.stringContaining('op="request"'),
    expect.stringContaining('<rgp:report>'),
  ])
  await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
  platform.clock.advance(36 * DAY_MS)
  expect(await platform.ended(await order(platform, 'domain.inspect', name, {}))).toMatchObject({
    registry: { presence: 'missing' },
  })
  expect(await charged(name)).toEqual(['create', 'renew', 'restore'])
})

it('is told by a message that a restore report is due', async () => {
  const { rows } = await eventually(async () => {
    const found = await test.platform.sql.query<{ about: string; object: string }>(
      "select about, object from poll_message where text = 'Restore Request Pending'",
    )
    return found.rows.length > 0 && found
  }, 'the message')
  expect(rows).toEqual([{ about: 'grace-period', object: 'life.com' }])
})

it('is told by a message that the credit is low, and raises an alarm', async () => {
  const { platform } = test
  await registered('before-credit.com')
  const { rows } = await platform.sql.query<{ cents: string }>(
    `select sum(cents) as cents from sandbox_registry.charge where registrar = 'nameyard'`,
  )
  await platform.credit(Number(rows[0]!.cents) + 900)
  await registered('within-credit.com')
  const alarms = await eventually(async () => {
    const found = await platform.sql.query<{ text: string }>(`select text from alarm where kind = 'money'`)
    return found.rows.length > 0 && found.rows
  }, 'the alarm')
  expect(alarms).toEqual([{ text: expect.stringMatching(/Low Account Balance/) }])
  await platform.credit(null)
})

describe('with another registrar', () => {
  const tld = { ...genericTerms, options: { subProduct: 'dotCOM' } }
  const dialect = new Verisign()

  it.each(['none', 'drop-response'] as const)('transfers a name in after its approval (%s)', async (fault) => {
    const { platform } = test
    const rival = await openRival(platform, {
      extURIs: dialect.needs,
      finish: (command) => dialect.finish(command, tld),
    })
    const name = fault === 'none' ? 'taken.com' : 'occupied.com'
    const desired = { nameservers: [{ name: 'ns1.nameserver.example' }], authInfo: 'zZ9#zZ9#zZ9#zZ9#' }
    await plant(platform, fault, 'domain:transfer', name)
    const operation = await order(platform, 'domain.transfer', name, { authInfo: 'Rival-0ne-Code', desired })
    await eventually(() => {
      platform.clock.advance(5_000)
      return platform.pendingOf(operation)[0]
    }, `the transfer of ${name} pending`)
    await rival.does(approveTransfer(name))
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(await charged(name)).toEqual(['transfer'])
    await rival.close()
  })

  it('sees nothing of its names without their codes', async () => {
    const operation = await order(test.platform, 'domain.inspect', 'rival.com', {})
    expect((await test.platform.ended(operation)).registry).toEqual({ presence: 'foreign' })
  })
})

describe('the registry without the product', () => {
  it('refuses a command, and its explanation reaches the reseller', async () => {
    const { platform } = test
    const rules = { options: { subProduct: 'dotORG' } }
    await platform.sql.query(`update sandbox_registry.profile set options = $1 where name = '.net'`, [
      JSON.stringify(rules.options),
    ])
    const end = await platform.ended(await platform.submit('wrong-product.net'))
    expect(end).toMatchObject({
      outcome: 'refused',
      reason: { code: 2306, text: expect.stringMatching(/sub-product/) },
    })
  })
})

describe('a sync of the expiration date', () => {
  it.each(someFaults())('moves it forward once (%s)', async (fault) => {
    const { platform } = test
    const name = `sync-${fault}.com`
    const { expiresAt } = await registered(name)
    await plant(platform, fault, 'domain:update', name)
    const intent = { verb: 'sync', data: { month: 12, day: 31 } }
    const end = await platform.ended(await order(platform, 'domain.verb', name, intent))
    expect(end).toMatchObject({ outcome: 'done' })
    expect(end.registry.expiresAt!.slice(5, 10)).toBe('12-31')
    expect(Date.parse(end.registry.expiresAt!) - Date.parse(expiresAt!)).toBeGreaterThan(0)
    expect(await charged(name)).toEqual(['create', 'renew'])
  })

  it.each([
    [{ verb: 'sync', data: { month: 13, day: 1 } }, /sync: .*month/s],
    [{ verb: 'bow', data: {} }, /no command bow/],
  ])('%j is refused before anything is sent', async (intent, text) => {
    const end = await test.platform.ended(await order(test.platform, 'domain.verb', 'sync-none.com', intent))
    expect(end).toMatchObject({ outcome: 'refused', reason: { text: expect.stringMatching(text) } })
  })
})

test.itsFramesAreValidBy('verisign')
