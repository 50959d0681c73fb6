import { Controller } from '@nestjs/common'
import { comparePortfolio, repairPortfolio } from '@nameyard/contracts/domains/compare-portfolio'
import { listPortfolioNames } from '@nameyard/contracts/domains/list-portfolio-names'
import { examineLostNames, recoverNames, type LostName } from '@nameyard/contracts/domains/recover-names'
import { closeRecoveredCharge, listRecoveredCharges } from '@nameyard/contracts/domains/recovered-charges'
import type { Input, Result } from '@nameyard/contracts/operation'
import { listRegisteredNames } from '@nameyard/contracts/registry/list-registered-names'
import { readDomains, type RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import { Handles } from '@nameyard/messaging/handles'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

/** The names of a registry without contacts, set by the tests. */
const registered = new Map<string, Partial<RegisteredDomain>>()

@Controller()
class RegistryStandIn {
  @Handles(readDomains)
  async read({ names }: Input<typeof readDomains>): Promise<Result<typeof readDomains>> {
    const domains = names.map((name) => {
      const domain = registered.get(name)
      if (name === 'silent.com') return { name, presence: 'unreadable' as const, reason: 'no answer' }
      if (!domain) return { name, presence: 'missing' as const }
      const bare = { statuses: ['ok'], graceStatuses: [], nameservers: [], zoneKeys: [], contacts: {} }
      return { name, presence: 'ours' as const, domain: { roid: `D-${name}`, ...bare, ...domain } }
    })
    return { domains, contacts: [] }
  }

  @Handles(listRegisteredNames)
  async list({ after, source }: Input<typeof listRegisteredNames>): Promise<Result<typeof listRegisteredNames>> {
    const names = [`${source}.com`].filter((name) => name > after)
    return { names, next: names.at(-1), isListed: true }
  }
}

let platform: Platform
let anna: Account
let since: string
beforeAll(async () => {
  platform = await startPlatform({}, [RegistryStandIn])
  anna = await platform.account()
  since = platform.clock.now().toISOString()
})
beforeEach(() => registered.clear())
afterAll(() => platform?.close())

const call = () => {
  const { actor: _, ...operator } = anna.call()
  return operator
}
const years = (count: number) => {
  const at = new Date(since)
  at.setUTCFullYear(at.getUTCFullYear() + count)
  return at.toISOString()
}
const compare = async (...names: string[]) => {
  const answer = await platform.rpc.call(comparePortfolio, { account: 'sandbox', names }, call())
  return answer.names.map(({ name, comparison }) => [name, comparison])
}
const lost = (name: string, over: Partial<LostName> = {}): LostName => ({ name, owner: '', journal: [], ...over })
const recover = async (...names: LostName[]) =>
  (await platform.rpc.call(recoverNames, { account: 'sandbox', since, names }, call())).names
const charges = async () => (await platform.rpc.call(listRecoveredCharges, {}, call())).charges

it('compares names here with the registry', async () => {
  registered.set('unknown.com', {})
  const order = await anna.create('ordered.com')
  expect(order.status).toBe('REQ')
  expect(await compare('unknown.com', 'ordered.com', 'nobody.com', 'silent.com')).toEqual([
    ['unknown.com', 'unknown'],
    ['ordered.com', 'busy'],
    ['nobody.com', 'absent'],
    ['silent.com', 'unreadable'],
  ])
})

it('lists the names to compare by their sources', async () => {
  const list = async (source: 'here' | 'journal' | 'registry', after = '') =>
    (await platform.rpc.call(listPortfolioNames, { account: 'sandbox', source, after }, call())).names
  expect(await list('here')).toContain('ordered.com')
  expect(await list('here', 'ordered.com')).toEqual([])
  expect([await list('journal'), await list('registry')]).toEqual([['journal.com'], ['registry.com']])
})

it('takes a lost name once, for an account that the list names, and proposes its charge once', async () => {
  registered.set('lost.com', { createdAt: since, expiresAt: years(2) })
  registered.set('older.com', { createdAt: years(-1), expiresAt: years(1) })
  const whose = { resellerId: anna.resellerId, owner: anna.handle }
  const examined = await platform.rpc.call(
    examineLostNames,
    { account: 'sandbox', since, names: [lost('lost.com'), lost('older.com', whose)] },
    call(),
  )
  expect(examined.names.map(({ reason }) => reason)).toEqual([
    'has no registrant at the registry: name its owner in the list',
    'was here before the backup: adopt it (portfolio adopt)',
  ])
  const stranger = { resellerId: anna.resellerId, owner: 'ZZ1-NL' }
  expect((await recover(lost('lost.com', stranger)))[0]!.reason).toContain('who is no customer of reseller')
  const races = await Promise.all([1, 2, 3].map(() => recover(lost('lost.com', whose))))
  expect(races.map(([each]) => each!.state).sort()).toEqual(['done', 'present', 'present'])
  const { rows } = await platform.sql.query(
    `select type, phase, autorenew, period_years from domain where name = 'lost.com'`,
  )
  expect(rows).toEqual([{ type: 'NEW', phase: 'active', autorenew: 'default', period_years: 2 }])
  const [charge, ...others] = await charges()
  expect(others).toEqual([])
  expect(charge).toMatchObject({
    name: 'lost.com',
    operation: 'create',
    years: 2,
    resellerId: anna.resellerId,
    currency: 'EUR',
  })
  expect(charge!.amount).toBeGreaterThan(0)
})

it('refuses an account that does not exist', async () => {
  await expect(recover(lost('lost.com', { resellerId: 999_999 }))).rejects.toMatchObject({
    refusal: 'reseller_not_found',
  })
})

it('confirms a charge before it is posted, and does not waive a confirmed one', async () => {
  const { key } = (await charges())[0]!
  const close = (state: 'confirmed' | 'posted' | 'waived', of = key) =>
    platform.rpc.call(closeRecoveredCharge, { operator: 'maria', key: of, state, reason: 'case 7' }, call())
  await expect(close('posted')).rejects.toMatchObject({ refusal: 'invalid_input' })
  expect(await Promise.all([close('confirmed'), close('confirmed')])).toHaveLength(2)
  await expect(close('waived')).rejects.toMatchObject({ refusal: 'invalid_input' })
  expect(await charges()).toMatchObject([{ state: 'confirmed' }])
  await close('posted')
  expect(await charges()).toEqual([])
  await expect(close('waived', 'none')).rejects.toMatchObject({ refusal: 'invalid_input' })
})

it('ends a domain that the registry does not have any more', async () => {
  expect(await compare('lost.com')).toEqual([['lost.com', 'gone']])
  expect(await recover(lost('lost.com'))).toMatchObject([{ state: 'done', changes: ['status: active → missing'] }])
  const { rows } = await platform.sql.query(`select phase from domain where name = 'lost.com'`)
  expect(rows).toEqual([{ phase: 'purged' }])
})

it('repairs a domain by its desired state, then reads it at the registry', async () => {
  registered.set('drifted.com', { createdAt: since, expiresAt: years(1) })
  await recover(lost('drifted.com', { resellerId: anna.resellerId, owner: anna.handle }))
  expect(await compare('drifted.com')).toEqual([['drifted.com', 'same']])
  registered.set('drifted.com', { createdAt: since, expiresAt: years(1), statuses: ['clientTransferProhibited'] })
  expect(await compare('drifted.com')).toEqual([['drifted.com', 'different']])
  const repair = { names: ['drifted.com', 'nobody.com'] }
  expect(await platform.rpc.call(repairPortfolio, repair, call())).toEqual({ repairing: 1 })
  // Messages may overtake each other, so the second operation names the first.
  const { operationId } = await platform.submitted('drifted.com', 'domain.update')
  expect(await platform.submitted('drifted.com', 'domain.inspect')).toMatchObject({ after: operationId })
  expect(registries.submitted.filter(({ object }) => object === 'drifted.com')).toHaveLength(2)
  expect(await compare('drifted.com')).toEqual([['drifted.com', 'busy']])
})
