import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { openHealth, type Health } from '@nameyard/runtime/health'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { root } from '../src/run'
import { startInProcess, type InProcess } from './in-process'

/**
 * The commands of the operator in docs/operate, as the guides write them: each must do its work on a platform in use. What
 * the guides call by a name of the reader's is replaced by what this platform has.
 */

let platform: InProcess
const listeners: Health[] = []
const backups = temporaryFolder()
/** A name that can be registered: the registry reserves those of examples. */
const OWN_NAME = 'operated.com'
let own: readonly (readonly [name: string, here: string])[]

const ADMIN = /^(?<settings>(?:\w+=\S+ )*)npm run admin -- (?<command>.+)$/

/** The lines of the blocks of shell commands, in the order in which an operator comes to the guides. */
const commands = ['install', 'connect', 'scale', 'watch', 'back-up', 'upgrade', 'repair', 'rabbitmq'].flatMap(
  (guide) => {
    const text = readFileSync(join(root, `docs/operate/${guide}.md`), 'utf8')
    const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block]) => block!.split('\n'))
    return blocks
      .map((line) => ADMIN.exec(line.trim())?.groups)
      .filter((found) => found !== undefined)
      .map(({ settings, command }) => ({ guide, settings: settings!, command: command! }))
  },
)

beforeAll(async () => {
  platform = await startInProcess()
  const north = await platform.open('north')
  const { json } = await north('POST', '/v1/customers', { body: person })
  const placed = await north('POST', '/v1/domains', { body: order(OWN_NAME, String(json.data.handle)) })
  expect(placed.text).toContain('"code":0')
  mkdirSync(join(backups, 'last'))
  writeFileSync(join(backups, 'last/backup_manifest'), '{}')
  for (const name of ['gateway', 'customers'])
    listeners.push(await openHealth({ host: '127.0.0.1', port: 0 }, async () => undefined, platform.metricsOf[name]!))
  own = [
    ['trace example.com', `trace ${OWN_NAME}`],
    ['acme-live', 'sandbox'],
    ['/backups', backups],
    ['http://gateway:8080', `http://127.0.0.1:${listeners[0]!.port}`],
    ['http://customers:8080', `http://127.0.0.1:${listeners[1]!.port}`],
  ]
})
afterAll(async () => {
  for (const listener of listeners) await listener.close()
  await platform?.close()
})

const repeated = new Set<string>()
const once = commands.filter(({ command }) => !repeated.has(command) && repeated.add(command))

it('the guides have commands for every task', () => {
  expect(once.length).toBeGreaterThan(12)
  expect(readdirSync(join(root, 'docs/operate'))).toEqual(
    expect.arrayContaining([...new Set(commands.map(({ guide }) => `${guide}.md`))]),
  )
})

it.each(once.map(({ guide, settings, command }) => [guide, command, settings] as const))(
  '%s: admin %s',
  async (_, command, settings) => {
    const here = own.reduce((text, [name, value]) => text.replaceAll(name, value), command)
    const words = [...here.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!)
    const environment = {
      AMQP_URL: platform.amqpUrl,
      ...(settings.includes('DATABASE_URL=') && { DATABASE_URL: platform.databaseUrl }),
    }
    const lines: string[] = []
    const failure = await runCommand(words, environment, (line) => lines.push(line)).then(
      () => undefined,
      (error: Error) => error.message,
    )
    const printed = lines.join('\n')
    // Databases of tests do without durability, which the doctor says.
    const isUndurable = /^NOT WELL {2}durability: /m.test(printed) && failure?.startsWith('Not well: 1 of ')
    expect({ failure: isUndurable ? undefined : failure, printed }).toEqual({
      failure: undefined,
      printed: expect.stringMatching(/\S/),
    })
  },
)
