import 'reflect-metadata'
import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { Clock } from '@nameyard/runtime/clock'
import { createLog } from '@nameyard/runtime/log'
import { startBrokerProcess } from '../platform/broker-process'
import { certificatesIn } from '../platform/certificates'
import { demoAccount } from '../platform/demo-account'
import { migrateAll } from '../platform/migrations'
import { startPlatform } from '../platform/platform'
import { startProcesses } from '../platform/processes'
import { newSecrets, readSecrets } from '../platform/secrets'
import type { Place } from '../platform/settings'
import { startPostgres } from '../postgres/postgres'
import { CannotStart } from './cannot-start'
import { openDataFolder, type DataFolder } from './data-folder'
import { greeting } from './greeting'
import { portsOf } from './ports'

interface StartOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Every application as a process of its own, on servers that the environment names. */
  readonly distributed: boolean
  /** One line of progress. */
  readonly say: (line: string) => void
}

/** A platform of this machine while it runs. */
export interface Started {
  /** Resolves with a sentence when a part is lost without which nothing goes on. */
  readonly lost: Promise<string>
  stop(): Promise<void>
}

const SECRETS = 'secrets.json'
const DEMO = 'demo.json'
/** Where the platform is, for the client that tries it out. */
const PLATFORM = 'platform.json'

/** Starts the platform with all it needs and greets; what has started is stopped again when a part cannot start. */
export async function start(options: StartOptions): Promise<Started> {
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const { lost } = await open(options, (close) => closers.push(close))
    return { lost, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(
  { environment, distributed, say }: StartOptions,
  onStop: (close: () => Promise<unknown>) => void,
): Promise<Pick<Started, 'lost'>> {
  if (distributed && !(environment.DATABASE_URL && environment.AMQP_URL)) {
    throw new CannotStart('Separate processes need DATABASE_URL and AMQP_URL: set both, or run npm start.')
  }
  const ports = await portsOf(environment)
  const data = openDataFolder(resolve(environment.NAMEYARD_DATA || '.data'))
  const logFile = join(data.path, 'platform.log')
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 })
  const clock = new Clock()
  let lose: (sentence: string) => void
  const lost = new Promise<string>((resolve) => (lose = resolve))

  // Both have come to an end, good or bad, before anything is stopped again.
  const [broker, postgres] = await Promise.allSettled([
    environment.AMQP_URL || openBroker(data),
    environment.DATABASE_URL || openPostgres(data),
  ])
  const amqpUrl = urlOf(broker)
  const databaseUrl = urlOf(postgres)
  say('database and broker are up')

  const place: Place = {
    databaseUrl,
    amqpUrl,
    ports,
    certificates: await certificatesIn(data.certificates, clock.now()),
    secrets: secretsOf(data),
  }
  const applied = await migrateAll(databaseUrl)
  if (applied.length > 0) say(`${applied.length} migrations applied`)
  await openApplications()
  const account = await demoAccount(amqpUrl, {
    read: () => data.read(DEMO),
    write: (account) => data.write(DEMO, account),
  })
  const url = `https://localhost:${ports.https}`
  const where = { url, authority: place.certificates.authority, dns: `127.0.0.1:${ports.dns}` }
  data.write(PLATFORM, where)
  say('the platform answers')
  console.log(greeting({ ...where, account, log: logFile }))
  // In an object, because a promise that answers a promise waits for it.
  return { lost }

  async function openBroker({ broker }: DataFolder): Promise<string> {
    const started = await startBrokerProcess(broker, { log }).catch((error: Error) => {
      throw new CannotStart(error.message)
    })
    whenEnded(started.exited, 'The embedded broker ended.', () => started.stop())
    return started.url
  }

  async function openPostgres({ postgres }: DataFolder): Promise<string> {
    const started = await startPostgres({ dataFolder: postgres }).catch((error: Error) => {
      throw new CannotStart(error.message)
    })
    whenEnded(started.exited, 'PostgreSQL ended.', () => started.stop())
    return started.url
  }

  function whenEnded(ended: Promise<unknown>, sentence: string, close: () => Promise<unknown>): void {
    let isStopping = false
    void ended.then(() => isStopping || lose(sentence))
    onStop(() => {
      isStopping = true
      return close()
    })
  }

  async function openApplications(): Promise<void> {
    if (distributed) {
      const processes = await startProcesses(place, log, (application) => lose(`${application} ended; see ${logFile}.`))
      onStop(() => processes.close())
      return
    }
    const platform = await startPlatform(place, clock, (application) => createLog(application, 'info', log))
    onStop(() => platform.close())
  }
}

function urlOf(server: PromiseSettledResult<string>): string {
  if (server.status === 'rejected') throw server.reason
  return server.value
}

function secretsOf(data: DataFolder) {
  const kept = data.read(SECRETS)
  const secrets = kept === undefined ? newSecrets() : readSecrets(kept)
  if (!secrets) throw new CannotStart(`The data folder is broken: ${data.path}/${SECRETS} is not what it was.`)
  if (kept === undefined) data.write(SECRETS, secrets)
  return secrets
}
