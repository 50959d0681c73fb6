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
  }, `${available} cents, and none set aside`)

/** A .be that was paid for a second year, which its registry renews in three days. */
async function paidAhead(name: string) {
  const { id } = await platform.active(anna, name)
  const renews = new Date(platform.clock.now().getTime() + 3 * DAY_MS)
  await platform.sql.query(
    `update domain set expires_at = $2, registry_expires_at = $2, renews_at = $3, autorenew = 'on' where id = $1`,
    [id, renews, platform.clock.now()],
  )
  await platform.tellDue(id, 'renewal')
  const registry = { presence: 'ours' as const, expiresAt: renews.toISOString() }
  const { operationId } = await look(name, registry)
  await balance(10_000 - 2 * YEAR)
  return { id, operationId, registry, renews }
}

/** Lets the look that is asked for next find this. */
async function look(name: string, registry: Parameters<Platform['tell']>[1]['registry']) {
  const submission = await platform.submitted(name, 'domain.inspect')
  await platform.told(submission, { registry: registry! })
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

describe('a year that was paid ahead of the registry', () => {
  it('is given back once when the domain goes to another registrar before that', async () => {
    const { id, operationId, registry, renews } = await paidAhead('leaving.be')
    await platform.taken(await platform.tellMessage('leaving.be'))
    const { operationId: looked, ...rest } = await eventually(async () => {
      const submission = await platform.submitted('leaving.be', 'domain.inspect')
      return submission.operationId === operationId ? undefined : submission
    }, 'a second look')
    const told = { registry: { ...registry, presence: 'foreign' as const } }
    for (let times = 0; times < 3; times++) await platform.told({ operationId: looked, ...rest }, told)
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

  it('is given back when the account deletes the domain before that', async () => {
    const { id, operationId } = await paidAhead('deleted.be')
    await platform.rpc.call(deleteDomain, { id }, anna.call())
    await platform.told(await platform.submitted('deleted.be', 'domain.delete'), {})
    await balance(10_000 - YEAR)
    expect(await movements(operationId)).toEqual(['reserve', 'capture', 'refund'])
  })

  it('stays with the domain that moves to another account, and goes back to who paid when that one gives it up', async () => {
    const { id, operationId } = await paidAhead('moving.be')
    const bert = await platform.account('100')
    const { auth_code } = await platform.rpc.call(getAuthcode, { id, auth_code_type: 'internal' }, anna.call())
    const domain = { name: 'moving', extension: 'be' }
    const order = { domain, owner_handle: bert.handle, auth_code }
    const { id: moved } = await platform.rpc.call(transferDomain, order, bert.call())
    await platform.told(await platform.submitted('moving.be', 'domain.update'), {})
    expect(await movements(operationId)).toEqual(['reserve', 'capture'])
    await platform.rpc.call(deleteDomain, { id: moved }, bert.call())
    await platform.told(await platform.submitted('moving.be', 'domain.delete'), {})
    await balance(10_000 - YEAR)
    expect(await movements(operationId)).toEqual(['reserve', 'capture', 'refund'])
    expect(await platform.balance(bert)).toEqual({ available: 10_000, reserved: 0 })
  })

  it('is spent when the registry has renewed', async () => {
    const { id, operationId, renews } = await paidAhead('renewed.be')
    const renewed = new Date(renews)
    renewed.setUTCFullYear(renewed.getUTCFullYear() + 1)
    await platform.sql.query('update domain set registry_expires_at = $2 where id = $1', [id, renewed])
    await platform.rpc.call(deleteDomain, { id }, anna.call())
    await platform.told(await platform.submitted('renewed.be', 'domain.delete'), {})
    const shown = await platform.rpc.call(getDomain, { id }, anna.call())
    expect(shown).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
    expect(await movements(operationId)).toEqual(['reserve', 'capture'])
    expect(await platform.balance(anna)).toEqual({ available: 10_000 - 2 * YEAR, reserved: 0 })
  })
})

it('leaves books that hold every rule', async () => {
  const { findings, unasked } = await platform.rpc.call(verifyLedger, {}, anna.call())
  expect({ findings, unasked }).toEqual({ findings: [], unasked: [] })
})
