import { randomUUID } from 'node:crypto'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { registryOperationPending } from '@nameyard/contracts/registry/operation-pending'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Account

beforeAll(async () => {
  // Longer than the deadline of a call, so a request without a wake-up gets no reply.
  platform = await startPlatform({ SETTLEMENT_WAIT_MS: '60000' })
  anna = await platform.account()
})
afterAll(() => platform?.close())

const ours = { presence: 'ours' as const, expiresAt: '2028-01-01T00:00:00.000Z' }

it('replies to an order as soon as its registry has settled it', async () => {
  const order = anna.create('quick.com')
  await platform.publishSettlement(await platform.submitted('quick.com'), { registry: ours })
  expect(await order).toMatchObject({ status: 'ACT', expiration_date: '2028-01-01 00:00:00' })
})

it('replies to an order that is settled on another replica', async () => {
  await platform.replica()
  const orders = ['one.com', 'two.com', 'three.com'].map(async (name) => {
    const order = anna.create(name)
    await platform.publishSettlement(await platform.submitted(name), { registry: ours })
    return (await order).status
  })
  expect(await Promise.all(orders)).toEqual(['ACT', 'ACT', 'ACT'])
})

it('replies to a transfer as soon as it is pending at its registry', async () => {
  registries.taken.add('pending.com')
  const order = platform.rpc.call(
    transferDomain,
    { domain: { name: 'pending', extension: 'com' }, owner_handle: anna.handle, auth_code: 'Secret-1' },
    anna.call(),
  )
  const { operationId, kind, resellerId, object } = await platform.submitted('pending.com', 'domain.transfer')
  const pendingAt = platform.clock.now().toISOString()
  const payload = { operationId, kind, resellerId, object, registry: {}, pendingAt }
  const message = { message: registryOperationPending, payload, messageId: randomUUID(), correlationId: randomUUID() }
  await platform.worker.publisher.publish([message])
  expect(await order).toMatchObject({ status: 'REQ' })
})

it('refuses a renewal that the registry refuses during the wait', async () => {
  const order = anna.create('refused.com')
  await platform.publishSettlement(await platform.submitted('refused.com'), { registry: ours })
  const { id } = await order
  const renewal = platform.rpc.call(renewDomain, { id }, anna.call())
  const reason = { refusal: 'registry_refused' as const, code: 2306, text: 'not now' }
  await platform.publishSettlement(await platform.submitted('refused.com', 'domain.renew'), {
    outcome: 'refused',
    reason,
  })
  await expect(renewal).rejects.toMatchObject({ refusal: 'registry_refused', details: { reason: 'not now' } })
})
