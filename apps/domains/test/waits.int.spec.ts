import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { registryOperationPending } from '@nameyard/contracts/registry/operation-pending'
import { randomUUID } from 'node:crypto'
import { registries, startPlatform, type Account, type Platform } from './platform'

let platform: Platform
let anna: Account

beforeAll(async () => {
  // Longer than a call lives: whoever is not woken is not answered.
  platform = await startPlatform({ SETTLEMENT_WAIT_MS: '60000' })
  anna = await platform.account()
})
afterAll(() => platform?.close())

const ours = { presence: 'ours' as const, expiresAt: '2028-01-01T00:00:00.000Z' }

it('an order is answered when its registry has settled it', async () => {
  const order = anna.create('quick.com')
  await platform.tell(await platform.submitted('quick.com'), { registry: ours })
  expect(await order).toMatchObject({ status: 'ACT', expiration_date: '2028-01-01 00:00:00' })
})

it('an order that is settled on another replica is answered too', async () => {
  await platform.replica()
  const orders = ['one.com', 'two.com', 'three.com'].map(async (name) => {
    const order = anna.create(name)
    await platform.tell(await platform.submitted(name), { registry: ours })
    return (await order).status
  })
  expect(await Promise.all(orders)).toEqual(['ACT', 'ACT', 'ACT'])
})

it('a transfer is answered when its registry keeps it pending', async () => {
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

it('a renewal that the registry refuses is refused to whoever waits for it', async () => {
  const order = anna.create('refused.com')
  await platform.tell(await platform.submitted('refused.com'), { registry: ours })
  const { id } = await order
  const renewal = platform.rpc.call(renewDomain, { id }, anna.call())
  const reason = { refusal: 'registry_refused' as const, code: 2306, text: 'not now' }
  await platform.tell(await platform.submitted('refused.com', 'domain.renew'), { outcome: 'refused', reason })
  await expect(renewal).rejects.toMatchObject({ refusal: 'registry_refused', details: { reason: 'not now' } })
})
