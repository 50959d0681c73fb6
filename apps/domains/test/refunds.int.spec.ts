import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { getAuthcode } from '@nameyard/contracts/domains/get-authcode'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { listTransactions } from '@nameyard/contracts/orders/list-transactions'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'

const DAY_MS = 86_400_000

/** Price of a year of a .be in the shipped list, in cents. */
const YEAR = 599

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform?.close())
beforeEach(async () => {
  anna = await platform.account('100')
})

const balance = (available: number) =>
  eventually(async () => {
    const now = await platform.balance(anna)
    return now.available === available && now.reserved === 0
  }, `${available} available cents and none reserved`)

/** Creates a .be that is paid for a second year, and that its registry renews in three days. */
async function paidAhead(name: string) {
  const { id } = await platform.active(anna, name)
  const renews = new Date(platform.clock.now().getTime() + 3 * DAY_MS)
  await platform.sql.query(
    `update domain set expires_at = $2, registry_expires_at = $2, renews_at = $3, autorenew = 'on' where id = $1`,
    [id, renews, platform.clock.now()],
  )
  await platform.publishDue(id, 'renewal')
  const registry = { presence: 'ours' as const, expiresAt: renews.toISOString() }
  const { operationId } = await settleInspection(name, registry)
  await balance(10_000 - 2 * YEAR)
  return { id, operationId, registry, renews }
}

/** Settles the next inspection of a name with a state of the registry. */
async function settleInspection(name: string, registry: Parameters<Platform['publishSettlement']>[1]['registry']) {
  const submission = await platform.submitted(name, 'domain.inspect')
  await platform.settle(submission, { registry: registry! })
  return submission
}
const movements = async (orderId: string) =>
  (
    await platform.sql.query<{ kind: string }>(
      'select kind from orders.ledger_transaction where order_id = $1 order by id',
      [orderId],
    )
  ).rows.map(({ kind }) => kind)
const removed = (id: number) => platform.rpc.call(getDomain, { id, is_deleted: true }, anna.call())

describe('a year that was paid in advance', () => {
  it('is refunded once when the domain is transferred away before its renewal', async () => {
    const { id, operationId, registry, renews } = await paidAhead('leaving.be')
    await platform.handled(await platform.publishRegistryMessage('leaving.be'))
    const { operationId: inspectionId, ...rest } = await eventually(async () => {
      const submission = await platform.submitted('leaving.be', 'domain.inspect')
      return submission.operationId === operationId ? undefined : submission
    }, 'a second inspection')
    const settlement = { registry: { ...registry, presence: 'foreign' as const } }
    for (let times = 0; times < 3; times++) await platform.settle({ operationId: inspectionId, ...rest }, settlement)
    await balance(10_000 - YEAR)
    expect(await movements(operationId)).toEqual(['reserve', 'capture', 'refund'])
    expect(await removed(id)).toMatchObject({
      delete_status: 'transferred',
      expiration_date: renews.toISOString().slice(0, 19).replace('T', ' '),
    })
    const { results } = await platform.rpc.call(listTransactions, {}, anna.call())
    expect(results.map(({ type, action, total }) => [type, action, total.reseller.price])).toEqual([
      ['payment', '', -100],
      ['charge', 'create', 5.99],
      ['charge', 'renew', 5.99],
      ['charge', 'renew', -5.99],
    ])
  })

  it('is refunded when the account deletes the domain before its renewal', async () => {
    const { id, operationId } = await paidAhead('deleted.be')
    await platform.rpc.call(deleteDomain, { id }, anna.call())
    await platform.settle(await platform.submitted('deleted.be', 'domain.delete'), {})
    await balance(10_000 - YEAR)
    expect(await movements(operationId)).toEqual(['reserve', 'capture', 'refund'])
  })

  it('stays with a domain that changes its account, and is refunded to the account that paid it', async () => {
    const { id, operationId } = await paidAhead('moving.be')
    const bert = await platform.account('100')
    const { auth_code } = await platform.rpc.call(getAuthcode, { id, auth_code_type: 'internal' }, anna.call())
    const domain = { name: 'moving', extension: 'be' }
    const order = { domain, owner_handle: bert.handle, auth_code }
    const { id: moved } = await platform.rpc.call(transferDomain, order, bert.call())
    await platform.settle(await platform.submitted('moving.be', 'domain.update'), {})
    expect(await movements(operationId)).toEqual(['reserve', 'capture'])
    await platform.rpc.call(deleteDomain, { id: moved }, bert.call())
    await platform.settle(await platform.submitted('moving.be', 'domain.delete'), {})
    await balance(10_000 - YEAR)
    expect(await movements(operationId)).toEqual(['reserve', 'capture', 'refund'])
    expect(await platform.balance(bert)).toEqual({ available: 10_000, reserved: 0 })
  })

  it('is not refunded after the registry has renewed', async () => {
    const { id, operationId, renews } = await paidAhead('renewed.be')
    const renewed = new Date(renews)
    renewed.setUTCFullYear(renewed.getUTCFullYear() + 1)
    await platform.sql.query('update domain set registry_expires_at = $2 where id = $1', [id, renewed])
    await platform.rpc.call(deleteDomain, { id }, anna.call())
    await platform.settle(await platform.submitted('renewed.be', 'domain.delete'), {})
    const shown = await platform.rpc.call(getDomain, { id }, anna.call())
    expect(shown).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
    expect(await movements(operationId)).toEqual(['reserve', 'capture'])
    expect(await platform.balance(anna)).toEqual({ available: 10_000 - 2 * YEAR, reserved: 0 })
  })
})

it('the ledger is consistent after all tests of this file', async () => {
  const { findings, unasked } = await platform.rpc.call(verifyLedger, {}, anna.call())
  expect({ findings, unasked }).toEqual({ findings: [], unasked: [] })
})
