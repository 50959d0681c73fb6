import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** What accounts learn of a maintenance that an operator or a registry announces: events, notices and lists, over HTTP. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let platform: InProcess
let anna: Ask
let bert: Ask
beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true, worker: { REGISTRY_POLL_MS: '200' } })
  anna = await platform.open('anna')
  bert = await platform.open('bert')
})
afterAll(() => platform?.close())

const HOUR = 3600

async function done(ask: Ask, method: string, path: string, body?: object): Promise<Data> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const now = async () => new Date((await done(anna, 'POST', '/v1/sandbox/clock/advance', { seconds: 1 })).now).getTime()
const onWire = (iso: string) => iso.slice(0, 19).replace('T', ' ')

async function admin(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(args, { AMQP_URL: platform.amqpUrl }, (line) => void lines.push(line))
  return lines
}

/** Waits for so many events about maintenances in the log of an account. */
const eventsOf = (ask: Ask, count: number): Promise<Data[]> =>
  eventually(async () => {
    const { results } = await done(ask, 'GET', '/v1/events?type=maintenance.*')
    return results.length >= count && results
  }, `${count} events about maintenances`)

it('is an event and a notice of every account, and is listed while it is planned', async () => {
  const from = new Date((await now()) + 24 * HOUR * 1000).toISOString()
  const to = new Date((await now()) + 26 * HOUR * 1000).toISOString()
  const text = 'The registry moves to other machines.'
  const [said] = await admin(
    ...['maintenance', 'announce', '--extensions', 'com', 'net', '--from', from, '--to', to, '--text', text],
  )
  expect(said).toBe(`maintenance 1 is announced: .com .net from ${from} to ${to}`)
  const planned = {
    id: 1,
    status: 'planned',
    start: onWire(from),
    end: onWire(to),
    impact: 'full',
    extensions: ['com', 'net'],
    text,
  }
  for (const ask of [anna, bert]) {
    const events = await eventsOf(ask, 1)
    expect(events).toMatchObject([{ type: 'maintenance.planned', subject: 'registries/maintenances/1', data: planned }])
    const { results } = await done(ask, 'GET', '/v1/registries/maintenances')
    expect(results).toEqual([events[0].data])
    const { results: notices } = await done(ask, 'GET', '/v1/notices?type=maintenance.*')
    expect(notices).toMatchObject([
      {
        id: events[0].id,
        severity: 'warning',
        text: `${text} (maintenance of a registry from ${onWire(from)} to ${onWire(to)}, UTC).`,
      },
    ])
  }
  expect((await done(anna, 'GET', '/v1/registries/maintenances?extensions=org')).results).toEqual([])
  const ofCom = async () => (await done(anna, 'GET', '/v1/registries/status?extensions=com')).results[0]
  expect(await ofCom()).toMatchObject({ state: 'ok', maintenance: [{ start: onWire(from), reason: 'planned' }] })

  // It runs, and is over, as simulated time passes.
  await done(anna, 'POST', '/v1/sandbox/clock/advance', { seconds: 25 * HOUR })
  expect((await ofCom()).state).toBe('maintenance')
  await done(anna, 'POST', '/v1/sandbox/clock/advance', { seconds: 2 * HOUR })
  expect(await ofCom()).toMatchObject({ state: 'ok', maintenance: [] })
  expect((await done(anna, 'GET', '/v1/registries/maintenances')).results).toEqual([])
})

it('tells each account of its changes and that it does not take place, in this order', async () => {
  const from = new Date((await now()) + 24 * HOUR * 1000).toISOString()
  const to = new Date((await now()) + 26 * HOUR * 1000).toISOString()
  const later = new Date((await now()) + 30 * HOUR * 1000).toISOString()
  await admin(
    ...['maintenance', 'announce', '--account', 'sandbox', '--from', from, '--to', to, '--text', 'No orders.'],
  )
  await admin('maintenance', 'change', '2', '--to', later, '--impact', 'partial')
  const list = (await admin('maintenance', 'list')).join('\n')
  expect(list).toMatch(new RegExp(`^2 +${from} +${later} +partial +sandbox `, 'm'))
  expect(await admin('maintenance', 'withdraw', '2')).toEqual(['maintenance 2 is withdrawn'])
  await expect(admin('maintenance', 'withdraw', '2')).rejects.toThrow('no maintenance 2 is planned or running')
  for (const ask of [anna, bert]) {
    const [, planned, changed, withdrawn, ...others] = await eventsOf(ask, 4)
    expect(others).toEqual([])
    expect(planned).toMatchObject({ type: 'maintenance.planned', data: { id: 2, end: onWire(to) } })
    expect(changed).toMatchObject({ type: 'maintenance.changed', data: { end: onWire(later), impact: 'partial' } })
    expect(withdrawn).toMatchObject({ type: 'maintenance.withdrawn', data: { status: 'withdrawn' } })
    expect(JSON.stringify([planned.data, changed.data, withdrawn.data])).not.toMatch(/account/i)
  }
})

it('tells each account what a registry announces by EPP, changes and cancels', async () => {
  const start = new Date((await now()) + 24 * HOUR * 1000).toISOString()
  const end = new Date((await now()) + 26 * HOUR * 1000).toISOString()
  const later = new Date((await now()) + 30 * HOUR * 1000).toISOString()
  const maintenance = { start, end, tlds: ['com', 'net', 'not-sold'], impact: 'partial' }
  await platform.sandbox.announce('move', maintenance)
  const text = 'Parts of the registry of .com and .net are not available during a maintenance.'
  for (const ask of [anna, bert]) {
    const { [4]: planned } = await eventsOf(ask, 5)
    expect(planned).toMatchObject({
      type: 'maintenance.planned',
      data: { start: onWire(start), end: onWire(end), impact: 'partial', extensions: ['com', 'net'], text },
    })
    expect((await done(ask, 'GET', '/v1/registries/maintenances')).results).toEqual([planned.data])
    const { results: notices } = await done(ask, 'GET', '/v1/notices?type=maintenance.planned')
    expect(notices.find((each: Data) => each.id === planned.id)).toMatchObject({
      text: `${text} (maintenance of a registry from ${onWire(start)} to ${onWire(end)}, UTC).`,
    })
  }
  const ofCom = async () => (await done(anna, 'GET', '/v1/registries/status?extensions=com')).results[0]
  expect((await ofCom()).maintenance).toHaveLength(1)

  await platform.sandbox.announce('move', { ...maintenance, end: later })
  expect((await eventsOf(anna, 6))[5]).toMatchObject({ type: 'maintenance.changed', data: { end: onWire(later) } })
  expect((await ofCom()).maintenance).toMatchObject([{ end: onWire(later) }])
  await platform.sandbox.cancel('move')
  for (const ask of [anna, bert]) {
    const events = await eventsOf(ask, 7)
    expect(events[6]).toMatchObject({ type: 'maintenance.withdrawn', data: { status: 'withdrawn', text } })
    expect(JSON.stringify(events.slice(4).map(({ data }) => data))).not.toMatch(/account|sandbox/i)
  }
  expect((await done(anna, 'GET', '/v1/registries/maintenances')).results).toEqual([])
  expect((await ofCom()).maintenance).toEqual([])
})
