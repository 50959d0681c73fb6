import { Connection } from '@nameyard/messaging/connection'
import { Topology } from '@nameyard/messaging/topology'
import { WorkQueues } from '@nameyard/messaging/work-queues'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'
import { order, registered } from './registry-lifecycle'

let platform: Platform
let connection: Connection
let queues: WorkQueues

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  connection = new Connection(platform.brokerUrl, 'registry-worker', new Topology(false))
  queues = new WorkQueues(connection)
  await connection.start()
})
afterAll(async () => {
  await connection?.close()
  // A look without an answer would delay the end of its worker.
  await platform?.closeRegistry()
  await platform?.close()
})

/** Longer than a test may take: a look without an answer keeps its session. */
const REGISTRY_ANSWER_MS = '300000'

describe('routine looks', () => {
  it('hold one session at most, however many wait and however slow the registry is: orders are executed beside them', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `looked-at-${index}.com`)
    const first = await platform.worker()
    for (const name of names) await registered(platform, name)
    await first.close()

    for (const object of names)
      await platform.fault({ command: 'domain:info', object, kind: 'drop-response', times: 9 })
    const worker = await platform.worker({ REGISTRY_ANSWER_MS })
    const looks = await Promise.all(
      names.map((name) => order(platform, 'domain.inspect', name, {}, { isRoutine: true })),
    )
    const begun = async () =>
      (await Promise.all(looks.map((id) => platform.operation(id)))).some((each) => each?.attempts)
    await eventually(begun, 'a look without an answer')
    await eventually(async () => (await queues.depth('sandbox.looks')) === looks.length - 1, 'the other looks')

    const ordered = Array.from({ length: 8 }, (_, index) => `ordered-${index}.com`)
    for (const id of await Promise.all(ordered.map((name) => platform.submit(name))))
      expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    for (const id of looks) expect(await platform.operation(id)).not.toMatchObject({ state: 'done' })

    await platform.clearFaults()
    await platform.closeRegistry()
    await platform.openRegistry()
    for (const id of looks) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    await worker.close()
  })
})
