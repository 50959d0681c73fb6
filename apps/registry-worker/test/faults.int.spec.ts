import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { contactId } from '../src/dialects/contact'
import { person, startPlatform, type Platform } from './platform'

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
})
afterAll(() => platform?.close())

/** The state of an operation and of its commands. */
const seen = async (operationId: string) => ({
  state: (await platform.operation(operationId))?.state,
  creates: await platform.journal(operationId, 'domain:create'),
  contacts: await platform.journal(operationId, 'contact:create'),
})

/** Locks the operation's row, so that no worker can settle it; returns the function that unlocks it. */
async function hold(operationId: string): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: platform.databaseUrl, options: '-c search_path=registry_worker' })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from operation where id = $1 for no key update', [operationId])
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}

describe('a worker that is killed', () => {
  const long = { kind: 'delay', ms: 5_000 }
  const steps = [
    {
      step: 'before it has a session',
      fault: { command: 'login', ...long, times: 4 },
      reached: ({ state }: Awaited<ReturnType<typeof seen>>) => state === 'executing',
    },
    {
      step: 'with the create of a contact out',
      fault: { command: 'contact:create', ...long },
      reached: ({ contacts }: Awaited<ReturnType<typeof seen>>) => contacts[0] === 'sent',
    },
    {
      step: 'with its create out and not carried out',
      fault: { command: 'domain:create', kind: 'drop-request' },
      reached: ({ creates }: Awaited<ReturnType<typeof seen>>) => creates[0] === 'sent',
    },
    {
      step: 'with its create out and carried out',
      fault: { command: 'domain:create', ...long },
      reached: ({ creates }: Awaited<ReturnType<typeof seen>>) => creates[0] === 'sent',
    },
    {
      // Answer and settlement are written together, and the row of the operation is locked.
      step: 'with its create carried out and its end held up',
      holds: true,
      reached: async ({ creates }: Awaited<ReturnType<typeof seen>>, name: string) =>
        creates[0] === 'sent' && (await platform.creates(name)) === 1,
    },
  ]

  it.each(steps)('$step leaves one domain, one contact and one settlement', async ({ step, fault, holds, reached }) => {
    const name = `killed-${steps.findIndex((each) => each.step === step)}.org`
    const registrant = person(`Killed ${step}`)
    const first = await platform.workerProcess({ REGISTRY_ANSWER_MS: '60000', REGISTRY_POLL_MS: '3600000' })
    if (fault) await platform.fault({ ...fault, ...(fault.command === 'domain:create' && { object: name }) })
    // A slow login delays the first step until the row is locked.
    if (holds) await platform.fault({ command: 'contact:create', kind: 'delay', ms: 700 })
    const operationId = await platform.submit(name, { registrant })
    await eventually(async () => (await platform.operation(operationId)) !== undefined, 'the operation')
    const release = holds ? await hold(operationId) : undefined
    await eventually(async () => reached(await seen(operationId), name), step)
    await first.kill()
    await release?.()
    await platform.clearFaults()

    const second = await platform.worker()
    // The relay of another process sends the events that a killed process left in its outbox, after at least five seconds.
    const ended = await platform.ended(operationId, 30_000)
    expect(ended).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(await platform.creates(name)).toBe(1)
    expect(await platform.creates(contactId(registrant), 'contact:create')).toBe(1)
    expect(platform.settledOf(operationId)).toHaveLength(1)
    await second.close()
  })
})

describe('repeated orders', () => {
  it('are executed once', async () => {
    const workers = [await platform.worker(), await platform.worker()]
    const names = Array.from({ length: 10 }, (_, n) => `doubled-${n}.org`)
    const ids = await Promise.all(names.map((name) => platform.submit(name, {}, 5)))
    for (const id of ids) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    for (const name of names) expect(await platform.creates(name)).toBe(1)
    for (const id of ids) expect(platform.settledOf(id)).toHaveLength(1)
    for (const worker of workers) await worker.close()
  })
})

describe('many orders at a registry with every fault', () => {
  it('are executed once each', async () => {
    await platform.policy({ maxSessions: 4 })
    const settings = { REGISTRY_SANDBOX_SESSIONS: '4', REGISTRY_SANDBOX_COMMANDS_PER_SECOND: '60' }
    const workers = [await platform.worker(settings), await platform.worker(settings)]
    const command = 'domain:create'
    for (const code of [2400, 2500, 2502]) await platform.fault({ command, kind: 'inject-code', code, times: 4 })
    for (const kind of ['drop-response', 'drop-request', 'close-before-answer', 'garbage', 'wrong-trid', 'partial'])
      await platform.fault({ command, kind, times: 2 })
    const names = Array.from({ length: 60 }, (_, n) => `crowd-${n}.org`)
    const ids = await Promise.all(names.map((name) => platform.submit(name)))
    for (const id of ids) expect(await platform.ended(id, 60_000)).toMatchObject({ outcome: 'done' })
    for (const name of names) expect(await platform.creates(name)).toBe(1)
    for (const id of ids) expect(platform.settledOf(id)).toHaveLength(1)
    for (const worker of workers) await worker.close()
  })
})
