import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Connection } from '@nameyard/messaging/connection'
import { Topology } from '@nameyard/messaging/topology'
import { WorkQueues } from '@nameyard/messaging/work-queues'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'
import { order } from './registry-lifecycle'

const accounts = Array.from({ length: 8 }, (_, index) => `spread-${index}`)

let platform: Platform
let connection: Connection
let queues: WorkQueues
let settings: Record<string, string>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  await platform.policy({ maxSessions: 40 })
  const folder = dirname(platform.certificate)
  const file = join(folder, 'accounts.json')
  writeFileSync(join(folder, 'password'), platform.password)
  const given = accounts.map((account) => ({
    account,
    host: '127.0.0.1',
    port: platform.eppPort,
    servername: 'localhost',
    caFile: platform.certificate,
    clientId: 'nameyard',
    passwordFile: 'password',
    maxSessions: 1,
    idleSeconds: 300,
    pollSeconds: null,
    tlds: { [account]: {} },
  }))
  writeFileSync(file, JSON.stringify({ accounts: given }))
  // An answer that does not come takes longer than a test. Under load, no worker loses its shares.
  settings = { REGISTRY_ACCOUNTS_FILE: file, REGISTRY_ANSWER_MS: '300000', REGISTRY_LEASE_MS: '60000' }
  connection = new Connection(platform.brokerUrl, 'registry-worker', new Topology(false))
  queues = new WorkQueues(connection)
  await connection.start()
})
afterAll(async () => {
  await connection?.close()
  // An operation without an answer would delay the end of its worker.
  await platform?.closeRegistry()
  await platform?.close()
})

/** The accounts of each worker that works for some. */
const holders = async () => {
  const { rows } = await platform.sql.query<{ worker: number; accounts: string[] }>(
    `select worker, array_agg(split_part(key, '/', 2) order by key) as accounts from worker_lease
     where key like 'work/spread-%' and held_until > now() group by worker order by worker`,
  )
  return rows
}
/** A read of a name that the registry does not have. */
const read = (account: string) => order(platform, 'domain.inspect', `nobody.${account}`, {})

describe('accounts', () => {
  it('with queued work and no open session get a worker each', async () => {
    const storing = await platform.worker({ ...settings, REGISTRY_ACCOUNTS: 'elsewhere' })
    const operations = await Promise.all(accounts.map(read))
    for (const account of accounts)
      await eventually(async () => (await queues.depth(account)) === 1, `the work of ${account}`)
    expect(await holders()).toEqual([])
    expect((await platform.load()).sessions.most).toBe(0)
    const workers = await Promise.all([platform.worker(settings), platform.worker(settings)])
    for (const id of operations) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect((await holders()).flatMap((each) => each.accounts).sort()).toEqual(accounts)
    for (const worker of [storing, ...workers]) await worker.close()
  })

  it('that are idle move to a worker that asks for some, and a busy one stays', async () => {
    await platform.worker(settings)
    await eventually(
      async () => (await holders())[0]?.accounts.length === accounts.length,
      'a worker with all accounts',
    )
    const [first] = await holders()
    const [busy] = accounts
    await platform.fault({ command: 'domain:info', object: `nobody.${busy}`, kind: 'drop-response', times: 9 })
    const stuck = await read(busy!)
    await eventually(async () => (await platform.operation(stuck))?.state === 'executing', 'a busy account')
    await platform.worker(settings)
    const shared = await eventually(async () => {
      const found = await holders()
      return found.length === 2 && found.every((each) => each.accounts.length >= 3) && found
    }, 'two workers with accounts')
    expect(shared.find(({ worker }) => worker === first!.worker)!.accounts).toContain(busy)
  })
})
