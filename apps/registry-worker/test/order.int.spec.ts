import { randomUUID } from 'node:crypto'
import { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { eventually } from '@nameyard/testing/eventually'
import { PATIENT_MS, startPlatform, type Platform } from './platform'
import { order, registered } from './registry-lifecycle'

let platform: Platform
let worker: Awaited<ReturnType<Platform['worker']>>

beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  await platform.openRegistry()
  worker = await platform.worker()
})
afterAll(() => platform?.close())

const delegatedTo = (host: string) => ({
  desired: { nameservers: [{ name: host }, { name: 'ns2.nameserver.example' }] },
})
const arrived = (id: string) => eventually(() => platform.operation(id), `the stored operation ${id}`)
const obstacleOf = async (id: string) => {
  const input = { operationIds: [id] }
  const { operations } = await platform.domains.rpc.call(describeRegistryOperations, input, platform.domains.call())
  return operations[0]?.waitsFor
}
/** Returns the operations whose updates are in the audit of the registry, in its order. */
const seenAtRegistry = async (operationIds: readonly string[]) => {
  const { rows } = await platform.sql.query<{ id: string }>(
    `select t.operation_id as id from sandbox_registry.audit a join registry_transaction t on t.cltrid = a.cltrid
     where t.operation_id = any($1::uuid[]) and a.command = 'domain:update' order by a.id`,
    [operationIds],
  )
  return rows.map(({ id }) => id)
}
const missing = async () => Number(/^registry_operations_without_predecessor (.*)$/m.exec(await worker.metrics())?.[1])

test('a domain is changed in the order of submissions, in any order of arrival', async () => {
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
  await eventually(async () => (await missing()) === 1, 'an alarm for the missing operation')
  // Other operations continue in the meantime.
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

test('codes that an earlier version stored are sealed at the start, and leave with the contacts when an operation ends', async () => {
  const name = 'unsealed.com'
  await registered(platform, name)
  const [first, second] = [randomUUID(), randomUUID()]
  const desired = { ...delegatedTo('plain.example').desired, authInfo: 'Plain-Code-1' }
  await order(platform, 'domain.update', name, { desired }, { operationId: second, after: first })
  await arrived(second)
  const intent = { name, desired }
  await platform.sql.query('update operation set intent = $2 where id = $1', [second, JSON.stringify(intent)])
  const other = await platform.worker()
  const stored = async () => {
    const { rows } = await platform.sql.query<{ intent: object }>('select intent from operation where id = $1', [
      second,
    ])
    return JSON.stringify(rows[0]?.intent)
  }
  await eventually(async () => /"authInfo":"sealed\./.test(await stored()), 'a sealed code')
  await order(platform, 'domain.update', name, delegatedTo('first.example'), { operationId: first })
  expect(await platform.ended(second)).toMatchObject({ outcome: 'done', registry: { authInfo: 'Plain-Code-1' } })
  expect(await stored()).toBe(`{"name":"${name}"}`)
  const { rows } = await platform.sql.query<{ code: string }>(
    'select auth_info as code from sandbox_registry.domain where name = $1',
    [name],
  )
  expect(rows).toEqual([{ code: 'Plain-Code-1' }])
  await other.close()
})

test('a refused operation does not block its successors', async () => {
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
