import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client } from 'pg'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { hasPgbouncer, startPgbouncer } from '@nameyard/testing/pgbouncer'
import { Clock } from '../src/clock'
import { awaitLock, service } from './sample-service'

interface Line {
  readonly level: number
  readonly msg: string
  readonly health?: number
  readonly err?: { readonly message: string }
}

/** A process of the sample service with its output. */
class Sample {
  readonly lines: Line[] = []
  readonly ended: Promise<number | null>
  errors = ''

  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit').then(([code]) => code as number | null)
    let rest = ''
    child.stdout!.on('data', (chunk) => {
      const parts = (rest + String(chunk)).split('\n')
      rest = parts.pop()!
      for (const part of parts) this.lines.push(JSON.parse(part) as Line)
    })
    child.stderr!.on('data', (chunk) => (this.errors += String(chunk)))
  }

  static start(environment: Record<string, string>): Sample {
    const options = ['--conditions=@nameyard/source', '-r', join(__dirname, 'typescript.cjs')]
    const child = spawn(process.execPath, [...options, join(__dirname, 'sample-main.ts')], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const sample = new Sample(child)
    started.push(sample)
    return sample
  }

  logged(message: string): Promise<Line> {
    return eventually(() => this.lines.find(({ msg }) => msg === message), `the line "${message}" of ${this.errors}`)
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }
}

const started: Sample[] = []
let database: TestDatabase
let broker: TestBroker
let settings: Record<string, string>
let sql: Client
let party: TestParty

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(service), testBroker()])
  settings = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  party = await testParty('gateway', { url: broker.url, clock: new Clock() })
})
afterAll(async () => {
  for (const sample of started) sample.kill('SIGKILL')
  await party?.close()
  await sql?.end()
  await Promise.all([database?.drop(), broker?.drop()])
})

const probe = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()

describe('a service as a process', () => {
  it('exits with 78 and names the invalid settings, but no values', async () => {
    const sample = Sample.start({ DATABASE_URL: 'mysql://root:hunter2@db', HEALTH_PORT: 'none' })
    expect(await sample.ended).toBe(78)
    for (const name of ['DATABASE_URL', 'AMQP_URL', 'HEALTH_PORT']) expect(sample.errors).toContain(name)
    expect(sample.errors).not.toContain('hunter2')
    expect(sample.lines).toEqual([])
  })

  it('exits with 1 if the database lacks its migrations', async () => {
    const empty = await testDatabase({ name: 'orders', migrations: [] })
    const sample = Sample.start({ ...settings, DATABASE_URL: empty.url })
    expect(await sample.ended).toBe(1)
    expect((await sample.logged('cannot start')).err?.message).toContain('lacks migration orders/')
    await empty.drop()
  })

  if (hasPgbouncer())
    it('exits with 1 behind a pooler that shares sessions', async () => {
      const settingsOfPooler = { ignore_startup_parameters: 'options' }
      const pooler = await startPgbouncer(database.url, { poolMode: 'transaction', settings: settingsOfPooler })
      const sample = Sample.start({ ...settings, DATABASE_URL: pooler.url })
      expect(await sample.ended).toBe(1)
      expect((await sample.logged('cannot start')).err?.message).toContain('a pooler that shares sessions')
      await pooler.stop()
    })

  it('finishes the work in progress on SIGTERM, then exits with 0', async () => {
    const sample = Sample.start(settings)
    const { health } = await sample.logged('ready')
    expect(await probe(health!, '/healthz')).toBe('alive')
    expect(await eventually(async () => (await probe(health!, '/readyz')) === 'ready', 'readiness')).toBe(true)

    await sql.query('select pg_advisory_lock(77)')
    const answer = party.rpc.call(awaitLock, { lock: 77 }, party.call())
    await eventually(async () => {
      const { rows } = await sql.query(`select from pg_locks where locktype = 'advisory' and not granted`)
      return rows.length > 0
    }, 'the request in progress')
    sample.kill('SIGTERM')
    await sample.logged('draining')
    await sql.query('select pg_advisory_unlock(77)')
    expect(await answer).toEqual({ waited: true })
    expect(await sample.ended).toBe(0)
    await expect(probe(health!, '/healthz')).rejects.toThrow()
  })
})
