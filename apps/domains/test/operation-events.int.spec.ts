import { listOperations } from '@nameyard/contracts/domains/list-operations'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { domainOperationState } from '@nameyard/contracts/events/catalogue/domain-operation-events'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
})
afterAll(() => platform?.close())
afterEach(() => {
  registries.taken.clear()
  registries.operations.clear()
})

/** Orders the transfer of a name that another registrar holds, and returns its operation. */
async function ordered(label: string) {
  registries.taken.add(`${label}.com`)
  const order = { domain: { name: label, extension: 'com' }, owner_handle: anna.handle, auth_code: 'Secret-1' }
  const { id } = await platform.rpc.call(transferDomain, order, anna.call())
  return { id: id!, submission: await platform.submitted(`${label}.com`, 'domain.transfer') }
}

const eventsOf = (id: number) => platform.accountEvents(`domains/${id}/operations`)
const listed = async (id: number) => (await platform.rpc.call(listOperations, { id }, anna.call())).results

/** What the read of an operation shows, as an event has it. */
async function readOf(id: number, label: string): Promise<object> {
  const [{ attempts: _, next_look_at: __, ...shown }] = (await listed(id)) as [Awaited<ReturnType<typeof listed>>[0]]
  return { ...shown, domain: { name: label, extension: 'com' } }
}

const ours = { presence: 'ours' as const, expiresAt: '2029-01-01T00:00:00.000Z' }

it('tells that an operation is pending at the registry and then done, each time as the read shows it', async () => {
  const { id, submission } = await ordered('pending')
  await platform.handled(await platform.publishPending(submission))
  const { operationId, object, kind } = submission
  const submittedAt = platform.clock.now().toISOString()
  const worker = { operationId, object, kind, attempts: 1, submittedAt }
  registries.operations.set(operationId, { ...worker, state: 'waiting', waitsFor: 'registry' })
  const [pending] = await eventsOf(id)
  expect(pending).toMatchObject({ type: 'domain-operation.pending', resellerId: anna.resellerId })
  expect(pending!.state).toEqual(await readOf(id, 'pending'))
  await platform.settle(submission, { registry: ours })
  const [, done, ...others] = await eventsOf(id)
  expect(others).toEqual([])
  expect(done).toMatchObject({ type: 'domain-operation.done', domain: 'pending.com' })
  expect(done!.state).toEqual(await readOf(id, 'pending'))
  for (const { state } of [pending!, done!]) {
    expect(domainOperationState.strict().parse(state)).toEqual(state)
    expect(JSON.stringify(state)).not.toMatch(/Secret-1|sealed\./)
  }
})

it('tells that the registry has refused an operation, with its reason', async () => {
  const { id, submission } = await ordered('refused')
  const reason = { refusal: 'registry_refused' as const, code: 2304, text: 'Object status prohibits operation' }
  await platform.settle(submission, { outcome: 'refused', reason })
  const [failed, ...others] = await eventsOf(id)
  expect(others).toEqual([])
  expect(failed).toMatchObject({ type: 'domain-operation.failed' })
  expect(failed!.state).toEqual(await readOf(id, 'refused'))
  expect(failed!.state).toMatchObject({ state: 'refused', reason: { registry_code: 2304, text: reason.text } })
})

it('tells the end of an operation once, although its message is delivered again', async () => {
  const { id, submission } = await ordered('twice')
  await platform.settle(submission, { registry: ours })
  await platform.settle(submission, { registry: ours })
  expect(await eventsOf(id)).toHaveLength(1)
})

it('tells nothing about queries of the registry', async () => {
  const { id } = await platform.active(anna, 'queried.com')
  const before = await eventsOf(id)
  await platform.handled(await platform.publishRegistryMessage('queried.com'))
  const query = await platform.submitted('queried.com', 'domain.inspect')
  await platform.settle(query, { registry: ours, kind: 'domain.inspect' })
  expect((await listed(id))[0]).toMatchObject({ purpose: 'info', state: 'done' })
  expect(await eventsOf(id)).toEqual(before)
})
