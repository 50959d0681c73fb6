import { createHash } from 'node:crypto'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'
import { createKey } from '@nameyard/contracts/keys/create-key'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let sender: TestParty
let ada: Account
beforeAll(async () => {
  service = await runningService()
  sender = await testParty('orders', { url: service.amqpUrl, clock: service.clock })
  ada = await service.account()
})
afterAll(async () => {
  await sender?.close()
  await service?.close()
})

const sent = (change: Partial<Payload<typeof recordAuditEvent>> = {}): Payload<typeof recordAuditEvent> => ({
  at: '2026-05-01T10:00:00.000Z',
  resellerId: ada.resellerId,
  event: 'ssl-orders.create',
  subject: 'ssl order 7',
  actor: { contactId: ada.contactId, keyId: null, name: ada.username, address: '192.0.2.9' },
  request: 'r-1',
  changes: { product: { to: 5 } },
  ...change,
})

const publish = (messageId: string, event = sent()) =>
  sender.publisher.publish([
    { message: recordAuditEvent, body: JSON.stringify(event), messageId, correlationId: event.request },
  ])

const listed = async (resellerId = ada.resellerId) =>
  (await service.rpc.call(readAuditLog, { resellerId }, service.anonymous())).entries

/** Waits until the newest entry is about a subject. */
const arrived = (subject: string) =>
  eventually(async () => (await listed())[0]?.subject === subject, `the event of ${subject}`)

const stored = async () => {
  await listed()
  const { rows } = await service.sql.query(
    'select seq::integer, body, hash from audit_entry where account = $1 order by seq',
    [ada.resellerId],
  )
  return rows as { seq: number; body: string; hash: Buffer }[]
}

describe('the audit trail', () => {
  it('has an event of another service once, however often it is delivered', async () => {
    const id = '01890000-0000-7000-8000-000000000001'
    await publish(id)
    await arrived('ssl order 7')
    await publish(id)
    await publish('01890000-0000-7000-8000-000000000002', sent({ subject: 'ssl order 8' }))
    await arrived('ssl order 8')
    const [newest, before] = await listed()
    expect(newest).toMatchObject({ at: '2026-05-01T10:00:00.000Z', who: ada.username, address: '192.0.2.9' })
    expect(before).toMatchObject({ subject: 'ssl order 7', correlationId: 'r-1', changes: { product: { to: 5 } } })
    expect((await listed()).filter(({ subject }) => subject === 'ssl order 7')).toHaveLength(1)
  })

  it('links every entry of an account to the one before it', async () => {
    await service.rpc.call(createKey, { name: 'export', scope: ['read'] }, ada.call())
    const entries = await stored()
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    let hash = Buffer.alloc(32)
    for (const entry of entries) {
      hash = createHash('sha256').update(hash).update(entry.body).digest()
      expect(entry.hash).toEqual(hash)
      expect(JSON.parse(entry.body)).toMatchObject({ account: ada.resellerId, seq: entry.seq })
    }
  })

  it('has names and addresses as salted digests, so that they can be erased without breaking the chain', async () => {
    await publish('01890000-0000-7000-8000-000000000003', sent({ subject: 'ssl order 9' }))
    await arrived('ssl order 9')
    const { seq, body } = (await stored()).at(-1)!
    expect(body).not.toContain(ada.username)
    expect(body).not.toContain('192.0.2.9')
    const { rows } = await service.sql.query('select * from audit_person where account = $1 and seq = $2', [
      ada.resellerId,
      seq,
    ])
    expect(rows).toHaveLength(2)
    for (const { field, salt, value } of rows) {
      const digest = createHash('sha256').update(salt).update(value).digest('hex')
      expect(JSON.parse(body)).toMatchObject({ [field]: `sha256:${digest}` })
    }
    await service.sql.query('delete from audit_person where account = $1 and seq = $2', [ada.resellerId, seq])
    expect((await listed())[0]).toMatchObject({ subject: 'ssl order 9', who: null, address: null })
  })

  it('refuses to change or delete an entry', async () => {
    for (const change of ["update audit_entry set subject = 'x'", 'delete from audit_entry', 'truncate audit_entry']) {
      await expect(service.sql.query(change)).rejects.toThrow('append-only')
    }
  })

  it('has a chain for each account and one for the platform', async () => {
    const bob = await service.account()
    await publish('01890000-0000-7000-8000-000000000004', sent({ resellerId: null, subject: 'price list default' }))
    const lengths = async () => {
      await listed()
      const { rows } = await service.sql.query(
        'select account, max(seq)::integer as last from audit_entry where account = any($1) group by account',
        [[0, bob.resellerId]],
      )
      return rows.length === 2 && rows
    }
    expect(await eventually(lengths, 'both chains')).toEqual(
      expect.arrayContaining([
        { account: 0, last: 1 },
        { account: bob.resellerId, last: 1 },
      ]),
    )
  })
})
