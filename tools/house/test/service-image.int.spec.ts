import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { compose, root } from './compose-file'

/**
 * Executes the instructions of the Dockerfile in a clean folder: COPY, RUN and HEALTHCHECK. No Docker engine is
 * needed.
 */

const run = promisify(execFile)
const dockerfile = readFileSync(join(root, 'docker/service.Dockerfile'), 'utf8')
const [building, serving] = dockerfile
  .split(/^(?=FROM )/m)
  .filter((stage) => stage.startsWith('FROM '))
  .map((stage) => stage.split('\n').filter((line) => /^[A-Z]+ /.test(line)))

const wordsAfter = (lines: readonly string[], instruction: string) =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))

const apps = Object.values(compose.services).flatMap(
  ({ command }) => /^apps\/(.+)\/dist\/main\.js$/.exec(command?.[1] ?? '')?.[1] ?? [],
)

/** The paths that the ignore file of the image leaves out. */
const isIgnored = (path: string) => /\/(node_modules|dist|test|\.nx)$|\.spec\.ts$|docker\/\.env$/.test(path)

/** An environment with only the variables that locate programs. */
const bare = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_prefer_offline: 'true' }

describe('the service image', () => {
  let folder: string
  let database: TestDatabase
  let broker: TestBroker
  const started: ChildProcess[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nameyard-image-'))
    database = await testDatabase()
    broker = await testBroker()
    for (const words of wordsAfter(building!, 'COPY')) {
      const [target, ...sources] = words.split(' ').reverse()
      for (const source of sources) {
        const to = target!.endsWith('/') ? join(folder, target!, source) : join(folder, target!)
        mkdirSync(dirname(to), { recursive: true })
        cpSync(join(root, source), to, { recursive: true, filter: (path) => !isIgnored(path) })
      }
    }
    for (const words of wordsAfter(building!, 'RUN'))
      await run('sh', ['-c', words], { cwd: folder, env: bare, maxBuffer: 1 << 26 })
  }, 240_000)

  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL')
    await broker?.drop()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a program of the image as Docker would, with the given variables. */
  function start(command: readonly string[], env: Record<string, string>) {
    const child = spawn(command[0]!, command.slice(1), { cwd: folder, env: { ...bare, ...env } })
    started.push(child)
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return { child, output: () => output, exit: once(child, 'exit').then(([code]) => code as number) }
  }

  const programOf = (app: string) => ['node', `apps/${app}/dist/main.js`]
  const health = JSON.parse(/CMD (\[.*\])$/.exec(wordsAfter(serving!, 'HEALTHCHECK')[0]!)![1]!) as string[]

  it('does not run as root', () => {
    expect(wordsAfter(serving!, 'USER')).toEqual(['node'])
  })

  it('is built on one pinned image', () => {
    const [base, ...others] = [...wordsAfter(building!, 'FROM'), ...wordsAfter(serving!, 'FROM')].map(
      (words) => words.split(' ')[0],
    )
    expect(base).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/)
    expect(others).toEqual([base])
  })

  it.each(apps)('contains everything that %s loads: without settings it names the missing ones', async (app) => {
    const { output, exit } = start(programOf(app), {})
    // 78 is EX_CONFIG of sysexits.h. The MCP server is not a service, and exits with 1.
    expect([78, 1]).toContain(await exit)
    expect(output()).toMatch(app === 'mcp' ? /Set NAMEYARD_URL/ : /AMQP_URL|DATABASE_URL/)
    expect(output()).not.toMatch(/Cannot find module|MODULE_NOT_FOUND/)
  })

  it("contains the operator's command line", async () => {
    const { output, exit } = start(compose.services['admin']!.entrypoint!, {})
    expect({ code: await exit, output: output() }).toMatchObject({
      code: 0,
      output: expect.stringContaining('create-'),
    })
  })

  it('migrates a database, serves requests, reports health and stops on SIGTERM', async () => {
    const store = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
    const passwords = join(folder, 'passwords')
    for (const path of [
      passwords,
      ...['authority', 'balancer', 'gateway', 'postgres', 'rabbitmq', 'registry', 'registrar'].map((name) =>
        join(folder, 'certificates', name),
      ),
    ])
      mkdirSync(path, { recursive: true })
    writeFileSync(join(passwords, 'postgres'), decodeURIComponent(new URL(database.url).password))
    writeFileSync(join(passwords, 'nameyard_customers'), randomBytes(16).toString('hex'))
    const certifying = start(compose.services['certificates']!.command!, { CERTIFICATES: join(folder, 'certificates') })
    expect({ code: await certifying.exit, output: certifying.output() }).toMatchObject({ code: 0 })
    const preparing = { DATABASE_URL: database.url, DATABASE_PASSWORDS: passwords }
    const preparation = start(compose.services['prepare']!.command!, preparing)
    expect({ code: await preparation.exit, output: preparation.output() }).toMatchObject({ code: 0 })

    const HEALTH_PORT = '0'
    const service = start(programOf('customers'), { ...store, HEALTH_PORT })
    const port = await eventually(() => /"health":(\d+)/.exec(service.output())?.[1], 'customers is ready')
    await expect(start(health, { HEALTH_PORT: port }).exit).resolves.toBe(0)

    service.child.kill('SIGTERM')
    await expect(service.exit).resolves.toBe(0)
    await expect(start(health, { HEALTH_PORT: port }).exit).resolves.toBe(1)
  })
})
