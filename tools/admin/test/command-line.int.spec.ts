import { service as customers } from '@nameyard/customers/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { runCommand } from '../src/command-line'

async function run(command: string, AMQP_URL?: string): Promise<string[]> {
  const lines: string[] = []
  await runCommand(command.split(' ').filter(Boolean), { AMQP_URL }, (line) => lines.push(line))
  return lines
}

const complete = 'create-reseller --company Example --username ada --email ada@example.com'

it('tells how it is used', async () => {
  expect((await run(''))[0]).toContain('create-reseller --company')
})

it.each([
  ['remove-everything', 'There is no command remove-everything.'],
  ['create-reseller --colour red', "Unknown option '--colour'"],
  ['create-reseller --company Example --email ada@example.com', '--username is missing.'],
])('refuses %s', async (command, sentence) => {
  await expect(run(command, 'amqp://nowhere.invalid')).rejects.toThrow(sentence)
})

it('says which broker it needs, or cannot reach', async () => {
  await expect(run(complete)).rejects.toThrow('AMQP_URL is not set')
  await expect(run(complete, 'amqp://127.0.0.1:1')).rejects.toThrow('The platform does not answer at 127.0.0.1:1.')
})

describe('beside the customers service', () => {
  let database: TestDatabase
  let broker: TestBroker
  let running: Running
  beforeAll(async () => {
    ;[database, broker] = await Promise.all([testDatabase(customers), testBroker()])
    const config = loadConfig(customers.config, { DATABASE_URL: database.url, AMQP_URL: broker.url })
    running = await customers.start(config, { clock: new Clock(), log: createLog('test', 'silent') })
  })
  afterAll(async () => {
    await running?.close()
    await Promise.all([database?.drop(), broker?.drop()])
  })

  it('opens an account and shows its password once, or not at all when it was given', async () => {
    const shown = await run(complete, broker.url)
    expect(shown).toEqual([
      expect.stringMatching(/^reseller \d+, contact \d+, username ada$/),
      expect.stringMatching(/^password [\w-]{20}$/),
    ])
    const other = `${complete.replace('username ada', 'username bob')} --password correct-horse`
    expect(await run(other, broker.url)).toHaveLength(1)
    await expect(run(complete, broker.url)).rejects.toThrow('Username ada is unavailable.')
  })
})
