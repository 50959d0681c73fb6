import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { recordRefusal } from '@nameyard/contracts/access/record-refusal'
import { exportAuditTrail, readAuditChain } from '@nameyard/contracts/audit/export-audit-trail'
import { listAuditEvents } from '@nameyard/contracts/audit/list-audit-events'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createKey } from '@nameyard/contracts/keys/create-key'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let ada: Account
beforeAll(async () => {
  service = await runningService({ AUDIT_SWEEP_SECONDS: '0.1' })
  ada = await service.account()
})
afterAll(() => service?.close())

const list = (given: InputGiven<typeof listAuditEvents> = {}, account = ada, actor = {}) =>
  service.rpc.call(listAuditEvents, given, account.call(actor))
const customer = {
  name: { first_name: 'Ada', last_name: 'Jansen' },
  address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
  email: 'ada@example.com',
}

describe('GET /v1/audit', () => {
  it('lists what happened in the account, newest first, with who, from where, by which key and in which request', async () => {
    await service.rpc.call(createKey, { name: 'export', scope: ['read'] }, ada.call())
    const call = { ...ada.call({ keyId: 7 }), address: '192.0.2.9', correlationId: randomUUID() }
    await service.rpc.call(createCustomer, customer, call)
    const newest = await eventually(async () => {
      const { results } = await list()
      return results[0]?.event === 'customers.create' && results
    }, 'the event of the customer')
    expect(newest[0]).toEqual({
      seq: expect.any(Number),
      at: '2027-01-01 00:00:00',
      recorded_at: '2027-01-01 00:00:00',
      event: 'customers.create',
      subject: 'customer',
      contact_id: ada.contactId,
      key_id: 7,
      name: ada.username,
      address: '192.0.2.9',
      request: call.correlationId,
      changes: { name: null, address: null, phone: null, email: null },
    })
    expect(newest.map(({ event }) => event)).toEqual(['customers.create', 'keys.create', 'access.create-reseller'])
    expect(JSON.stringify(newest)).not.toMatch(/Jansen|Keizersgracht|ada@example/)
  })

  it('filters by event, subject, contact, key and time', async () => {
    const events = async (given: InputGiven<typeof listAuditEvents>) =>
      (await list(given)).results.map(({ event }) => event)
    expect(await events({ event: 'keys.create' })).toEqual(['keys.create'])
    expect(await events({ subject: 'customer' })).toEqual(['customers.create'])
    expect(await events({ key_id: 7 })).toEqual(['customers.create'])
    expect(await events({ contact_id: ada.contactId })).toEqual(['customers.create', 'keys.create'])
    expect(await events({ contact_id: 1 })).toEqual([])
    expect(await events({ from: '2027-01-01' })).toHaveLength(3)
    expect(await events({ to: '2027-01-01 00:00:00' })).toEqual([])
  })

  it('continues with the cursor of the page before', async () => {
    const first = await list({ limit: 2 })
    expect(first.results).toHaveLength(2)
    const second = await list({ limit: 2, before: first.next_before! })
    expect(second).toMatchObject({ results: [{ seq: 1 }], next_before: null })
  })

  it('shows nothing of another account', async () => {
    const bob = await service.account()
    const { results } = await list({}, bob)
    expect(results.map(({ subject }) => subject)).toEqual([`reseller ${bob.resellerId}`])
  })

  it('is refused to other contacts than administrators and to keys with limits', async () => {
    await expect(list({}, ada, { role: 'tech' })).rejects.toMatchObject({ refusal: 'role_insufficient' })
    await expect(list({}, ada, { isLimited: true })).rejects.toMatchObject({ refusal: 'key_limited' })
  })
})

describe('a refusal for lack of a right', () => {
  it('is recorded where a service decides it', async () => {
    const bea = await service.account()
    await list({}, bea, { role: 'tech' }).catch(() => undefined)
    const events = await eventually(async () => {
      const { results } = await list({ event: 'access.refused' }, bea)
      return results.length > 0 && results
    }, 'the refusal')
    expect(events).toMatchObject([
      { subject: 'operation audit.list', changes: { reason: { to: 'role_insufficient' } } },
    ])
  })

  it('is recorded where a gateway decides it', async () => {
    const bea = await service.account()
    const refused = { operation: 'domains.delete', refusal: 'scope_insufficient' } as const
    await service.rpc.call(recordRefusal, refused, { ...bea.call({ keyId: 3 }), address: '192.0.2.10' })
    expect((await list({ event: 'access.refused' }, bea)).results).toMatchObject([
      {
        subject: 'operation domains.delete',
        key_id: 3,
        address: '192.0.2.10',
        changes: { reason: { to: 'scope_insufficient' } },
      },
    ])
    await expect(service.rpc.call(recordRefusal, refused, service.anonymous())).rejects.toMatchObject({
      refusal: 'authentication_failed',
    })
  })
})

describe('GET /v1/audit/export', () => {
  const exported = async (account: Account, after = 0, limit = 1000) => {
    const answer = await service.rpc.call(exportAuditTrail, { after, limit }, account.call())
    const lines = answer.ndjson.trim().split('\n')
    return { ...answer, lines: lines.map((line) => JSON.parse(line) as Record<string, string>) }
  }

  it('has every entry with its hash and a signed head of the last one', async () => {
    const { lines, next_after } = await exported(ada)
    expect(next_after).toBeNull()
    const entries = lines.filter(({ type }) => type === 'entry')
    let hash = Buffer.alloc(32)
    for (const entry of entries) {
      hash = createHash('sha256').update(hash).update(entry.body!).digest()
      expect(entry.hash).toBe(hash.toString('hex'))
    }
    const head = lines.findLast(({ type }) => type === 'head')!
    expect(JSON.parse(head.head!)).toMatchObject({ account: ada.resellerId, hash: hash.toString('hex') })
  })

  it('comes in pages', async () => {
    const first = await exported(ada, 0, 2)
    expect(first.lines.at(-1)).toEqual({ type: 'next', after: 2 })
    const second = await exported(ada, first.next_after!, 1000)
    expect(JSON.parse(second.lines.find(({ type }) => type === 'entry')!.body!)).toMatchObject({ seq: 3 })
  })

  it('is the same for an operator, of any account and of the platform', async () => {
    const { ndjson } = await service.rpc.call(readAuditChain, { resellerId: ada.resellerId }, service.anonymous())
    expect(ndjson).toContain(`\\"account\\":${ada.resellerId}`)
    const platform = await service.rpc.call(readAuditChain, {}, service.anonymous())
    expect(platform.next_after).toBeNull()
  })
})

describe('operators', () => {
  it('read the trails of all accounts with filters', async () => {
    const read = async (given: InputGiven<typeof readAuditLog>) =>
      (await service.rpc.call(readAuditLog, given, service.anonymous())).entries
    expect(await read({ event: 'keys.create' })).toMatchObject([
      { resellerId: ada.resellerId, subject: expect.stringMatching(/^key /) },
    ])
    expect(await read({ keyId: 7 })).toMatchObject([{ operation: 'customers.create', keyId: 7 }])
    const [{ correlationId: request } = { correlationId: '' }] = await read({ keyId: 7 })
    expect(await read({ request })).toMatchObject([{ operation: 'customers.create', keyId: 7 }])
    expect((await read({ event: 'access.create-reseller' })).length).toBeGreaterThan(2)
    const all = await read({ contactId: ada.contactId })
    expect(await read({ contactId: ada.contactId, before: all[0]!.id })).toEqual(all.slice(1))
    expect(await read({ from: '2027-01-02T00:00:00Z' })).toEqual([])
    expect(await read({ to: '2027-01-02T00:00:00Z', subject: `reseller ${ada.resellerId}` })).toHaveLength(1)
  })
})

describe('signed heads', () => {
  it('are stored outside the database, once an hour for each trail that has grown', async () => {
    const stored = async () => {
      const folder = join(service.auditFolder, 'heads')
      const names = await readdir(folder).catch(() => [])
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      return texts.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(JSON.parse(line).head))
    }
    const ours = async () => (await stored()).filter(({ account }) => account === ada.resellerId)
    /** A trail without a head gets its first one at once: then a sweep has seen everything before. */
    const swept = async () => {
      const { resellerId } = await service.account()
      await service.rpc.call(readAuditChain, { resellerId }, service.anonymous())
      await eventually(async () => (await stored()).some(({ account }) => account === resellerId), 'the sweep')
    }
    await swept()
    const [head] = await ours()
    expect(await ours()).toHaveLength(1)
    const { rows } = await service.sql.query(
      "select encode(hash, 'hex') as hash from audit_entry where account = $1 and seq = $2",
      [ada.resellerId, head.seq],
    )
    expect(rows).toEqual([{ hash: head.hash }])
    await service.rpc.call(createKey, { name: 'later', scope: ['read'] }, ada.call())
    const { results } = await list()
    await swept()
    expect(await ours()).toHaveLength(1)
    service.clock.advance(3_600_000)
    await eventually(async () => (await ours()).length === 2, 'the head of the next hour')
    expect((await ours())[1].seq).toBe(results[0]!.seq)
    const { ndjson } = await service.rpc.call(exportAuditTrail, {}, ada.call())
    expect(ndjson.split('\n').filter((line) => line.includes('"type":"head"'))).toHaveLength(2)
  })
})
