import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { eventOnWire } from '@nameyard/contracts/events/list-events'
import { eventually } from '@nameyard/testing/eventually'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { root } from '../src/run'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Runs the commands of docs/events.md against an account with events. */

const guide = readFileSync(join(root, 'docs/events.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block!)

/** What the guide does: read once, follow, stream, make a consumer, and follow as that consumer. */
const [once, follow, stream, make, consume] = blocks('sh') as [string, string, string, string, string]

/** Stands for jq, which a machine may lack: it knows the two programs of the guide. */
const JQ = `#!/usr/bin/env node
const { data } = JSON.parse(require('node:fs').readFileSync(0))
if (process.argv.at(-1) === '.data.next') console.log(data.next)
else for (const event of data.results) console.log(JSON.stringify(event))
`

let platform: InProcess
let account: Ask
let environment: NodeJS.ProcessEnv

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await account(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

beforeAll(async () => {
  platform = await startInProcess()
  account = await platform.open('guided')
  const { token } = await done('POST', '/v1/auth/login', { username: 'guided', password: 'correct horse battery' })
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'jq'), JQ, { mode: 0o755 })
  environment = { ...process.env, API: platform.url, TOKEN: token, PATH: `${folder}${delimiter}${process.env.PATH}` }
  const { handle } = await done('POST', '/v1/customers', person)
  await done('POST', '/v1/domains', order('guided.com', handle))
  await eventually(async () => {
    const { results } = await done('GET', '/v1/events')
    return (results as { type: string }[]).some(({ type }) => type === 'transaction.charged')
  }, 'the last event of an order')
})
afterAll(() => platform?.close())

/** Runs a command until it has printed something, or ends. Returns what it printed. */
async function ran(command: string, isEnough: (printed: string) => boolean | Promise<boolean>): Promise<string> {
  const child = spawn('sh', ['-c', command], { env: environment, detached: true })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    await eventually(async () => isEnough(printed), `what the guide says of ${command}`)
    return printed
  } finally {
    // The shell and what it has started.
    if (child.exitCode === null) process.kill(-child.pid!)
    await ended
  }
}

const types = ['domain.ordered', 'domain.activated']
const hasBoth = (printed: string) => types.every((type) => printed.includes(`"type":"${type}"`))
/** The types of events in lines of JSON, without those of money. */
const typesIn = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { type: string }).type)
    .filter((type) => type.startsWith('domain.'))

it('has these commands', () => expect(blocks('sh')).toHaveLength(5))

it('shows an answer with an event of the contract', async () => {
  const answer = JSON.parse(await ran(once, (printed) => printed.endsWith('}'))) as { data: { results: unknown[] } }
  const read = answer.data.results.map((event) => eventOnWire.parse(event).type)
  expect(read).toEqual(expect.arrayContaining(types))
  const shown = JSON.parse(blocks('json')[0]!) as { data: { results: unknown[] } }
  expect(Object.keys(shown.data)).toEqual(Object.keys(answer.data))
  expect(Object.keys(shown.data.results[0]!)).toEqual(Object.keys(answer.data.results[0]!))
})

it('follows the events, and streams them', async () => {
  expect(typesIn(await ran(follow, hasBoth))).toEqual(types)
  const streamed = await ran(stream, hasBoth)
  expect(streamed).toMatch(
    /^retry: 3000\n\nid: \d+\nevent: domain\.ordered\ndata: \{.*\}\n\nid: \d+\nevent: domain\.activated\n/,
  )
})

it('makes a consumer, which polls and acknowledges', async () => {
  await ran(make, (printed) => printed.includes('"name":"billing"'))
  const isAcknowledged = async () => (await done('GET', '/v1/event-consumers/billing')).behind === 0
  const printed = await ran(consume, async (lines) => hasBoth(lines) && (await isAcknowledged()))
  expect(typesIn(printed)).toEqual(types)
})
