import { randomUUID } from 'node:crypto'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let ask: Ask
beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('teller')
})
afterAll(() => platform?.close())

async function admin(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(args, { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line))
  return lines
}

test('the story of an order has who asked, the money and the commands, in the order of time, by request or by name', async () => {
  const { json } = await ask('POST', '/v1/customers', { body: person })
  const ordered = await ask('POST', '/v1/domains', { body: order('told.org', json.data.handle) })
  expect(ordered.status).toBe(200)
  const request = String(ordered.headers['x-request-id'])
  let lines: string[] = []
  // The audit trail and the ledger get the order by messages.
  const isWhole = async () => {
    lines = await admin('trace', request)
    return ['domains.create', 'capture'].every((part) => lines.join('\n').includes(part))
  }
  await eventually(isWhole, 'the whole story')
  expect(lines[0]).toBe(`request ${request} of told.org`)
  const text = lines.join('\n')
  for (const part of [
    /account {3}domains\.create by contact \d+ teller of account \d+$/m,
    /registry {2}domain\.create of told\.org at sandbox begins, operation [\da-f-]{36}$/m,
    /registry {2}domain:create told\.org: answered 1000 at /m,
    /registry {2}domain\.create of told\.org is done, attempts: 1$/m,
    /money {5}reserve: balance -[\d.]+, reserved \+[\d.]+ EUR$/m,
    /money {5}capture: balance 0, reserved -[\d.]+ EUR$/m,
  ])
    expect(text).toMatch(part)
  const times = lines.slice(1).map((line) => Date.parse(line.split(' ')[0]!))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(await admin('trace', 'TOLD.org')).toEqual(lines)

  const frames = (await admin('trace', request, '--frames')).join('\n')
  expect(frames).toContain('<domain:create')
  expect(frames).not.toContain(person.email)
  expect(frames).not.toMatch(/<domain:pw>[^<*]+</)
  const facts = JSON.parse((await admin('--json', 'trace', request)).join('')) as {
    operations: object[]
    story: object[]
  }
  expect(facts.operations).toHaveLength(1)
  expect(facts.story).toHaveLength(lines.length - 1)
})

test('a request without an order has no story', async () => {
  await expect(admin('trace', randomUUID())).rejects.toThrow(/^No order of /)
  await expect(admin('trace', 'never-ordered.org')).rejects.toThrow('No order of never-ordered.org is stored.')
})
