import { randomUUID } from 'node:crypto'
import { checkDomains } from '@nameyard/contracts/domains/check-domains'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { ANSWER_SEAL } from '@nameyard/testing/answer-seal'
import { startPlatform, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Awaited<ReturnType<Platform['account']>>
let bert: Awaited<ReturnType<Platform['account']>>

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  bert = await platform.account()
})
afterAll(() => platform?.close())
afterEach(() => {
  registries.taken.clear()
  registries.away = false
})

const rowsOf = async (name: string) => {
  const { rows } = await platform.sql.query<{
    id: number
    phase: string
    reseller_id: number
    deleted_at: Date | null
  }>('select id, phase, reseller_id, deleted_at from domain where name = $1 order by id', [name])
  return rows
}
const read = (id: number, by = anna) => platform.rpc.call(getDomain, { id }, by.call())
const dates = { roid: 'D1-REGISTRY', createdAt: '2027-01-01T00:00:00.000Z', expiresAt: '2028-01-01T00:00:00.000Z' }

describe('an order of a domain', () => {
  it('is stored with its registry operation, and the reply is REQ', async () => {
    const order = anna.order('Ordered.com')
    const { id, status, auth_code } = await platform.rpc.call(createDomain, order, anna.call())
    expect(status).toBe('REQ')
    expect(auth_code).toHaveLength(24)
    const submission = await platform.submitted('ordered.com')
    expect(submission).toMatchObject({
      kind: 'domain.create',
      resellerId: anna.resellerId,
      registryTld: 'com',
      intent: {
        name: 'ordered.com',
        period: { value: 1, unit: 'y' },
        registrant: { handle: anna.handle, countryCode: 'NL' },
        contacts: { admin: { handle: anna.handle }, tech: { handle: anna.handle }, billing: { handle: anna.handle } },
        authInfo: auth_code,
      },
    })
    expect(await read(id)).toMatchObject({ status: 'REQ', owner_handle: anna.handle, ns_group: 'dns-openprovider' })
  })

  it('submits the DNSSEC keys, and is refused with keys that the registry would refuse', async () => {
    const key = { flags: 257, protocol: 3, alg: 13, pub_key: 'AQIDBA==' }
    await anna.create('signed.com', { dnssec_keys: [key] })
    expect((await platform.submitted('signed.com')).intent.zoneKeys).toEqual([
      { flags: 257, protocol: 3, alg: 13, pubKey: 'AQIDBA==' },
    ])
    await expect(anna.create('unsigned.com', { dnssec_keys: [{ ...key, alg: 5 }] })).rejects.toMatchObject({
      refusal: 'dnssec_algorithm_unsupported',
    })
  })

  it('becomes active with the dates of its registry', async () => {
    const { id } = await anna.create('active.com')
    const messageId = await platform.publishSettlement(await platform.submitted('active.com'), { registry: dates })
    await platform.handled(messageId)
    expect(await read(id)).toMatchObject({
      status: 'ACT',
      creation_date: '2027-01-01 00:00:00',
      expiration_date: '2028-01-01 00:00:00',
      renewal_date: '2027-12-31 00:00:00',
    })
  })

  it('is the same order in both spellings of an internationalized name', async () => {
    const { id } = await anna.create('bücher.de')
    expect((await platform.submitted('xn--bcher-kva.de')).registryTld).toBe('de')
    expect((await read(id)).domain).toEqual({ name: 'xn--bcher-kva', extension: 'de' })
    await expect(anna.create('XN--BCHER-KVA.de', { comments: 'again' })).rejects.toMatchObject({
      refusal: 'domain_order_duplicate',
    })
  })

  it('is refused and not stored when the name is registered', async () => {
    registries.taken.add('taken.com')
    await expect(anna.create('taken.com')).rejects.toMatchObject({ refusal: 'domain_not_free' })
    expect(await rowsOf('taken.com')).toEqual([])
  })

  it('is accepted while the registry is unavailable', async () => {
    registries.away = true
    expect(await anna.create('later.com')).toMatchObject({ status: 'REQ' })
  })

  it.each([
    ['owner_handle_invalid', { owner_handle: 'XX999999-NL' }],
    ['admin_handle_invalid', { admin_handle: 'XX999999-NL' }],
    ['tech_handle_invalid', { tech_handle: 'XX999999-NL' }],
    ['billing_handle_invalid', { billing_handle: 'XX999999-NL' }],
    ['period_invalid', { period: 11 }],
    ['period_invalid', { period: 0 }],
    ['ns_group_not_found', { ns_group: 'mine' }],
  ])('is refused with %s for %j, and nothing is stored', async (refusal, wrong) => {
    await expect(anna.create('wrong.com', wrong)).rejects.toMatchObject({ refusal })
    expect(await rowsOf('wrong.com')).toEqual([])
  })

  it('is refused for the customer of another account', async () => {
    await expect(anna.create('foreign.com', { owner_handle: bert.handle })).rejects.toMatchObject({
      refusal: 'owner_handle_invalid',
    })
  })

  it('is placed by one of many accounts that order the name at the same time', async () => {
    await platform.replica()
    const orders = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? anna : bert).create('wanted.com', { comments: `order ${index}` }),
    )
    const answers = await Promise.allSettled(orders)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue
      expect((answer.reason as { refusal: string }).refusal).toMatch(/^domain_(not_free|order_duplicate)$/)
    }
    expect(await rowsOf('wanted.com')).toHaveLength(1)
    await platform.submitted('wanted.com')
    expect(registries.submitted.filter(({ object }) => object === 'wanted.com')).toHaveLength(1)
  })

  it('is one order for one idempotency key, with the same reply', async () => {
    const repeat = { key: 'given:k-1', request: 'r', seal: ANSWER_SEAL, lifeMs: 60_000 }
    const answers = await Promise.all([1, 2, 3].map(() => anna.create('repeated.com', {}, { repeat })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await rowsOf('repeated.com')).toHaveLength(1)
    registries.taken.add('repeated.com')
    expect(await anna.create('repeated.com', {}, { repeat })).toMatchObject({ id: answers[0]!.id })
  })

  it('that failed is replaced by the next one of the account', async () => {
    const { id } = await anna.create('failed.com')
    const reason = { refusal: 'registry_refused' as const, code: 2306, text: 'policy' }
    await platform.settle(await platform.submitted('failed.com'), { outcome: 'refused', reason })
    expect(await read(id)).toMatchObject({ status: 'FAI' })
    const next = await anna.create('failed.com')
    expect(next).toMatchObject({ status: 'REQ' })
    await expect(read(id)).rejects.toMatchObject({ refusal: 'domain_not_found' })
    expect(await platform.rpc.call(getDomain, { id, is_deleted: true }, anna.call())).toMatchObject({ status: 'FAI' })
    expect(await rowsOf('failed.com')).toHaveLength(2)
  })

  it('that failed does not block another account', async () => {
    await anna.create('passed-on.com')
    await platform.settle(await platform.submitted('passed-on.com'), { outcome: 'failed' })
    expect(await bert.create('passed-on.com')).toMatchObject({ status: 'REQ' })
    expect((await rowsOf('passed-on.com')).filter(({ deleted_at }) => deleted_at === null)).toHaveLength(2)
  })
})

describe('a settlement', () => {
  const settledOnce = async (name: string) => {
    const { id } = await anna.create(name)
    const submission = await platform.submitted(name)
    const messageId = await platform.publishSettlement(submission, { registry: dates })
    await platform.handled(messageId)
    return { id, submission, messageId }
  }
  const versionOf = async (id: number) =>
    (
      await platform.sql.query<{ version: number; phase: string }>('select version, phase from domain where id = $1', [
        id,
      ])
    ).rows[0]

  it('is applied once when it is delivered twice', async () => {
    const { id, submission, messageId } = await settledOnce('twice.com')
    await platform.publishSettlement(submission, { outcome: 'refused' }, messageId)
    await platform.settle(submission, { outcome: 'refused' })
    expect(await versionOf(id)).toEqual({ version: 2, phase: 'active' })
  })

  it('is applied once when two of them arrive at the same time', async () => {
    const { id } = await anna.create('race.com')
    const submission = await platform.submitted('race.com')
    const messageIds = await Promise.all(
      (['done', 'refused'] as const).map((outcome) =>
        platform.publishSettlement(submission, { outcome, registry: dates }),
      ),
    )
    await Promise.all(messageIds.map((messageId) => platform.handled(messageId)))
    expect((await versionOf(id))?.version).toBe(2)
  })

  it('that arrives after the order was cancelled changes nothing', async () => {
    const { id } = await anna.create('late.com')
    const submission = await platform.submitted('late.com')
    await platform.sql.query(`update domain set phase = 'failed' where id = $1`, [id])
    await platform.settle(submission, { registry: dates })
    expect(await versionOf(id)).toEqual({ version: 1, phase: 'failed' })
  })

  it('of an unknown operation is retried, and applied when its order is stored', async () => {
    const { id } = await anna.create('early.com')
    const operationId = randomUUID()
    const messageId = await platform.publishSettlement({ operationId, object: 'early.com' }, { registry: dates })
    // The queue is not blocked: another settlement is handled in the meantime.
    await settledOnce('passing.com')
    expect(await versionOf(id)).toEqual({ version: 1, phase: 'create.queued' })
    await platform.sql.query('update registry_operation set operation_id = $1 where domain_id = $2', [operationId, id])
    await platform.handled(messageId)
    expect(await versionOf(id)).toEqual({ version: 2, phase: 'active' })
  })
})

describe('other services and accounts', () => {
  it('find a live domain of the account by its name, and no other', async () => {
    const { id } = await anna.create('owned.com')
    const find = (resellerId: number, name: string) =>
      platform.rpc.call(findOwnedDomain, { resellerId, name }, anna.call())
    expect(await find(anna.resellerId, 'owned.com')).toEqual({
      domainId: id,
      name: 'owned.com',
      status: 'REQ',
      registrantHandle: anna.handle,
    })
    await expect(find(bert.resellerId, 'owned.com')).rejects.toMatchObject({ refusal: 'domain_not_found' })
    await expect(find(anna.resellerId, 'nobodys.com')).rejects.toMatchObject({ refusal: 'domain_not_found' })
    await platform.settle(await platform.submitted('owned.com'), { outcome: 'failed' })
    await expect(find(anna.resellerId, 'owned.com')).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })

  it('see only their own domains when their requests are batched', async () => {
    const [annas, berts] = await Promise.all([anna.create('annas.com'), bert.create('berts.com')])
    const answers = await Promise.allSettled([
      read(annas.id, anna),
      read(berts.id, anna),
      read(annas.id, bert),
      read(berts.id, bert),
      read(1, anna),
    ])
    expect(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.domain.name : answer.reason.refusal)),
    ).toEqual(['annas', 'domain_not_found', 'domain_not_found', 'berts', 'domain_not_found'])
  })

  it('check many names in one request, and get the results in its order', async () => {
    registries.taken.add('b.com')
    const domains = ['b', 'a', 'B', 'ü'].map((name) => ({ name, extension: 'com' }))
    const { results } = await platform.rpc.call(checkDomains, { domains }, anna.call())
    expect(results.map(({ domain, status }) => `${domain} ${status}`)).toEqual([
      'b.com active',
      'a.com free',
      'b.com active',
      'xn--tda.com free',
    ])
    expect(registries.asked.at(-1)).toEqual(['b.com', 'a.com', 'xn--tda.com'])
    const many = Array.from({ length: 16 }, (_, index) => ({ name: `n${index}`, extension: 'com' }))
    await expect(platform.rpc.call(checkDomains, { domains: many }, anna.call())).rejects.toMatchObject({
      refusal: 'names_too_many',
    })
  })
})
