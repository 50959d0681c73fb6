import { DialectPlatform } from './dialect-platform'
import { charges, order } from './registry-lifecycle'

const test = new DialectPlatform([
  { suffix: 'actor', registry: { eppExtensions: ['rgp', 'secDNS', 'charge'] } },
  { suffix: 'fees', registry: { eppExtensions: ['rgp', 'secDNS', 'fee'] } },
])
const usd = (amount: string) => ({ currency: 'USD', amount })

beforeAll(async () => {
  await test.platform.sql.query(
    `insert into sandbox_registry.special_name (name, kind, create_cents, renew_cents)
     values ('gold.actor', 'premium', 10000, 5000), ('silver.actor', 'premium', 3000, 3000)`,
  )
})

it('a check shows the price of a premium name, and none of an ordinary one', async () => {
  const { results } = await test.check('gold.actor', 'plain.actor')
  expect(results).toEqual([
    { name: 'gold.actor', available: true, premium: { currency: 'USD', create: 100 } },
    { name: 'plain.actor', available: true },
  ])
})

it('a price above the agreed one is refused before the command is sent', async () => {
  const refused = await test.platform.ended(await test.platform.submit('gold.actor', { fee: usd('99.99') }))
  expect(refused).toMatchObject({
    outcome: 'refused',
    reason: { text: expect.stringMatching(/100, more than .* 99.99/) },
  })
  const years = { value: 2, unit: 'y' as const }
  const longer = await test.platform.ended(
    await test.platform.submit('gold.actor', { fee: usd('199.99'), period: years }),
  )
  expect(longer).toMatchObject({ outcome: 'refused' })
  expect(await test.platform.audit({ command: 'domain:create', object: 'gold.actor' })).toEqual([])
})

it('a premium name without an agreed price is refused by the registry', async () => {
  const end = await test.platform.ended(await test.platform.submit('gold.actor'))
  expect(end).toMatchObject({ outcome: 'refused', reason: { code: 2306 } })
})

it('a premium name lives with agreements to its charges', async () => {
  const { platform } = test
  const name = 'gold.actor'
  const created = await platform.ended(await platform.submit(name, { fee: usd('100.00') }))
  expect(created).toMatchObject({ outcome: 'done' })
  const renewal = {
    expiresOn: created.registry.expiresAt!.slice(0, 10),
    period: { value: 1, unit: 'y' as const },
    fee: usd('50'),
  }
  expect(await platform.ended(await order(platform, 'domain.renew', name, renewal))).toMatchObject({ outcome: 'done' })
  platform.clock.advance(10 * 86_400_000)
  const { settledAt } = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
  const restore = { deletedAt: settledAt, reason: 'Registrant error', fee: usd('40.00') }
  expect(await platform.ended(await order(platform, 'domain.restore', name, restore))).toMatchObject({
    outcome: 'done',
  })
  expect(await charges(platform, name)).toEqual(['create', 'renew', 'restore'])
  const [create] = await platform.audit({ command: 'domain:create', object: name, code: '1000' })
  expect(create!.request).toMatch(/<charge:category name="A">premium<[^]*<charge:amount command="create">100.00</)
})

test.itsFramesAreValidBy('identity-digital')
