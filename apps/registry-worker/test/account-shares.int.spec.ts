import { Connection } from '@nameyard/messaging/connection'
import { Topology } from '@nameyard/messaging/topology'
import { WorkQueues } from '@nameyard/messaging/work-queues'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'

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
  await platform?.close()
})

const holders = async () => {
  const { rows } = await platform.sql.query<{ worker: number }>(
    `select worker from worker_lease where key like 'work/sandbox/%' and held_until > now()`,
  )
  return rows.map(({ worker }) => worker)
}
const waiting = () => queues.depth('sandbox')
const crowd = (label: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => platform.submit(`${label}-${index}.com`)))

describe('the work of an account', () => {
  it('waits in its queue while no worker serves it', async () => {
    const idle = await platform.worker({ REGISTRY_ACCOUNTS: 'elsewhere' })
    const operations = await crowd('served', 5)
    await eventually(async () => (await waiting()) === 5, 'five messages')
    expect(await holders()).toEqual([])
    const serving = await platform.worker({ REGISTRY_ACCOUNTS: 'elsewhere, sandbox' })
    for (const id of operations) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect(await waiting()).toBe(0)
    await idle.close()
    await serving.close()
  })

  it('belongs to one of several workers, and to another one when that worker is killed', async () => {
    const first = await platform.workerProcess()
    const [dead] = await eventually(async () => {
      const found = await holders()
      return found.length === 1 && found
    }, 'a holder of the account')
    await platform.worker()
    await platform.fault({ command: 'domain:create', kind: 'drop-response', times: 2 })
    const operations = await crowd('taken-over', 12)
    expect(await holders()).toEqual([dead])
    await first.kill()
    for (const id of operations) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    const [heir] = await holders()
    expect(heir).not.toBe(dead)
    for (let index = 0; index < 12; index++) expect(await platform.creates(`taken-over-${index}.com`)).toBe(1)
  })
})
