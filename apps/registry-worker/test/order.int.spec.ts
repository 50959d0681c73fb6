import { randomUUID } from 'node:crypto'
import { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'
import { order, registered } from './registry-life'

let platform: Platform
let worker: Awaited<ReturnType<Platform['worker']>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  worker = await platform.worker()
})
afterAll(() => platform?.close())

const delegatedTo = (host: string) => ({
  desired: { nameservers: [{ name: host }, { name: 'ns2.nameserver.example' }] },
})
const arrived = (id: string) => eventually(() => platform.operation(id), `operation ${id} taken in`)
const obstacleOf = async (id: string) => {
  const question = { operationIds: [id] }
  const { operations } = await platform.domains.rpc.call(describeRegistryOperations, question, platform.domains.call())
  return operations[0]?.waitsFor
}
/** The operations whose updates the registry has in its books, in the order of these. */
const seenAtRegistry = async (operationIds: readonly string[]) => {
  const { rows } = await platform.sql.query<{ id: string }>(
    `select t.operation_id as id from sandbox_registry.audit a join registry_transaction t on t.cltrid = a.cltrid
     where t.operation_id = any($1::uuid[]) and a.command = 'domain:update' order by a.id`,
    [operationIds],
  )
  return rows.map(({ id }) => id)
}
const missing = async () => Number(/^registry_operations_without_predecessor (.*)$/m.exec(await worker.metrics())?.[1])

test('a domain is changed in the order of its submissions, whichever arrives first', async () => {
  const name = 'overtaken.com'
  await registered(platform, name)
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  await order(platform, 'domain.update', name, delegatedTo('third.example'), { operationId: third, after: second })
  await arrived(third)
  await order(platform, 'domain.update', name, delegatedTo('second.example'), { operationId: second, after: first })
  await arrived(second)
  expect(await obstacleOf(third)).toBe('earlier-operation')
  expect(await obstacleOf(second)).toBe('earlier-operation')

  expect(await missing()).toBe(0)
  platform.clock.advance(60_000)
  await eventually(async () => (await missing()) === 1, 'an alarm for what has not arrived')
  // Others go on meanwhile.
  await registered(platform, 'unconcerned.com')
  expect(await platform.operation(second)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(await seenAtRegistry([second, third])).toEqual([])

  await order(platform, 'domain.update', name, delegatedTo('first.example'), { operationId: first })
  for (const id of [first, second, third]) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
  expect(await seenAtRegistry([first, second, third])).toEqual([first, second, third])
  const last = await platform.ended(await order(platform, 'domain.inspect', name, {}, { after: third }))
  expect(last.registry.nameservers).toContain('third.example')
  expect(await missing()).toBe(0)
})

test('what is refused lets through what stands behind it', async () => {
  const name = 'refused-first.com'
  await registered(platform, name)
  const first = randomUUID()
  const second = await order(platform, 'domain.update', name, delegatedTo('second.example'), { after: first })
  await arrived(second)
  await platform.fault({ command: 'domain:update', object: name, kind: 'inject-code', code: 2308 })
  await order(platform, 'domain.update', name, delegatedTo('first.example'), { operationId: first })
  expect(await platform.ended(first)).toMatchObject({ outcome: 'refused' })
  expect(await platform.ended(second)).toMatchObject({ outcome: 'done' })
})
