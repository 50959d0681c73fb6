import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let ask: Ask
let owner: string
beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('commander')
  owner = (await done('POST', '/v1/customers', person)).handle
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

async function done(method: string, path: string, body?: object): Promise<Data> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

async function admin(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(args, { AMQP_URL: platform.amqpUrl, SUDO_USER: 'maria' }, (line) => lines.push(line))
  return lines
}
const ordered = (name: string, command: string, data: object) =>
  admin('registry', 'order', name, command, '--data', JSON.stringify(data), '--reason', 'asked by the registrant')

it('lists the commands that only one registry has, with their data', async () => {
  expect(await admin('registry', 'commands', 'be')).toEqual([expect.stringMatching(/^schedule-delete {2}\{.*"date"/)])
  expect((await admin('registry', 'commands', 'de')).map((line) => line.split(' ')[0])).toEqual([
    'transit',
    'create-authinfo2',
    'delete-authinfo1',
  ])
  expect(await admin('registry', 'commands', 'org')).toEqual(['sandbox has no commands of its own'])
  await expect(admin('registry', 'commands', 'nowhere')).rejects.toThrow('nowhere')
})

it('orders a command for a domain of an account, and records it in the audit trail', async () => {
  const { id } = await done('POST', '/v1/domains', order('planned.be', owner))
  const { expiration_date } = await done('GET', `/v1/domains/${id}`)
  const date = expiration_date.slice(0, 10)
  expect(await ordered('planned.be', 'schedule-delete', { date })).toEqual([
    expect.stringMatching(/^schedule-delete of planned\.be of reseller \d+ is done; the domain shows ACT$/),
  ])
  const [frame] = await admin('registry', 'transcripts', 'planned.be', '--limit', '1')
  expect(frame).toMatch(/delete planned\.be at \S+: \w+ 1000$/)
  const entries = await eventually(async () => {
    const { results } = await done('GET', '/v1/audit?event=domains.order-registry-command')
    return results.length > 0 && results
  }, 'the entry of the audit trail')
  expect(JSON.stringify(entries)).toMatch(/planned\.be.*schedule-delete/)
})

it('refuses, in one sentence, what the registry of the domain does not have or accept', async () => {
  await done('POST', '/v1/domains', order('strange.be', owner))
  await expect(ordered('strange.be', 'sync', {})).rejects.toThrow(
    'the registry has no command sync; its own are schedule-delete',
  )
  await expect(ordered('strange.be', 'schedule-delete', { date: 'soon' })).rejects.toThrow(/schedule-delete: date: /)
  await expect(ordered('nobody.be', 'schedule-delete', {})).rejects.toThrow('nobody.be')
  await expect(
    admin('registry', 'order', 'strange.be', 'schedule-delete', '--data', '[]', '--reason', 'x'),
  ).rejects.toThrow('JSON object')
})

it('ends a domain of which a command has given up the sponsorship', async () => {
  const { id } = await done('POST', '/v1/domains', order('transit.de', owner))
  expect(await ordered('transit.de', 'transit', { disconnect: true })).toEqual([expect.stringMatching(/is done/)])
  await eventually(async () => {
    const { status, json } = await ask('GET', `/v1/domains/${id}`)
    return status === 404 || json.data.is_deleted
  }, 'the domain is not ours any more')
})
