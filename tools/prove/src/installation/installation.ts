import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { embeddedBroker, type BreakableBroker } from '@nameyard/e2e/breakable-broker'
import { breakableDatabase, type BreakableDatabase } from '@nameyard/e2e/breakable-database'
import { migratePlatform } from '@nameyard/e2e/platform-database'
import { Sandbox } from '@nameyard/e2e/sandbox'
import { certificatesIn } from '@nameyard/embedded/platform/certificates'
import { newSecrets } from '@nameyard/embedded/platform/secrets'
import { settingsOf, type Environment } from '@nameyard/embedded/platform/settings'
import { Supervisor } from '@nameyard/embedded/platform/supervisor'
import { startProcess } from '@nameyard/embedded/processes'
import { Clock } from '@nameyard/runtime/clock'
import { freePort } from '@nameyard/testing/free-port'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { proxyTo, type Proxy } from '@nameyard/testing/proxy'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { gateways, partNames, parts, workers, type PartName } from './parts'

/** Most sessions at the registry, of all workers together. */
export const SESSIONS = 4

export const REGISTRY_LINK = 'workers to registry'

/** The connections that a disturbance can break: of each part to its servers, and of all workers to the registry. */
export type Link =
  `${PartName} to broker` | `${PartName} to database` | 'customers to mail server' | typeof REGISTRY_LINK

/** The mail server of the platform. */
export interface MailServer {
  readonly received: SmtpServer['received']
  /** Its answer to each recipient (RFC 5321 section 4.2). */
  reply: string
}

/** The usual answer of the mail server. */
export const MAIL_ACCEPTED = '250 accepted'

/** A platform whose parts are processes, behind proxies to the servers that they use. */
export interface Installation {
  readonly databaseUrl: string
  readonly dnsPort: number
  readonly gatewayUrls: Readonly<Record<(typeof gateways)[number], string>>
  readonly sandbox: Sandbox
  /** A client on the broker, like the operator's command line. */
  readonly operator: TestParty
  readonly broker: BreakableBroker
  readonly database: BreakableDatabase
  readonly links: ReadonlyMap<Link, Proxy>
  readonly mail: MailServer
  /** The parts that ended or did not start without a disturbance. */
  readonly lost: readonly string[]
  /** The URL of the broker without a proxy. */
  readonly amqpUrl: string
  kill(part: PartName): Promise<void>
  stop(part: PartName): Promise<void>
  /** Starts a part; `without` is a setting that it then lacks. */
  start(part: PartName, without?: string): Promise<void>
  /** Sends a signal to a part: SIGSTOP and SIGCONT. */
  signal(part: PartName, signal: NodeJS.Signals): void
  close(): Promise<void>
}

/** Settings with which the platform recovers in seconds, and clients meet no rate limit. */
const settings: Readonly<Record<(typeof parts)[PartName], Environment>> = {
  'sandbox-registry': {},
  customers: { REQUESTS_PER_SECOND: '100000', REQUESTS_BURST: '100000', LOGIN_FREE_FAILURES: '10000' },
  events: {},
  orders: { UNCONFIRMED_AFTER_MS: '5000', SSL_SWEEP_SECONDS: '1' },
  'registry-worker': {
    REGISTRY_ABSENCE_PAUSES_MS: '500,1000',
    REGISTRY_POLL_MS: '1000',
    REGISTRY_ANSWER_MS: '6000',
    REGISTRY_CROWDED_PAUSE_MS: '1000',
    REGISTRY_SANDBOX_SESSIONS: String(SESSIONS),
  },
  domains: { SETTLEMENT_WAIT_MS: '1000' },
  dns: {},
  gateway: {
    GATEWAY_REQUEST_MS: '4000',
    GATEWAY_ACCESS_LOG: 'off',
    GATEWAY_ANONYMOUS_PER_SECOND: '100000',
    GATEWAY_ANONYMOUS_BURST: '100000',
  },
}

/** Starts all parts in a folder. `added` are further settings of every part. An interrupt stops them all. */
export async function install(folder: string, added: Environment): Promise<Installation> {
  const inFolder = (name: string) => join(folder, name)
  const [database, broker] = await Promise.all([
    breakableDatabase(inFolder('postgres')),
    embeddedBroker(inFolder('broker')),
  ])
  await migratePlatform(database.url)
  const [https, dns, epp, control, rri, http1, http2, https2] = await Promise.all(Array.from({ length: 8 }, freePort))
  const ports = { https: https!, dns: dns!, epp: epp!, control: control!, rri: rri! }
  const certificates = await certificatesIn(inFolder('certificates'), new Clock().now())
  const log = createWriteStream(inFolder('platform.log'))
  const links = new Map<Link, Proxy>()
  const proxies: Proxy[] = []
  const proxied = async (target: string) => {
    const proxy = await proxyTo(target)
    proxies.push(proxy)
    return proxy
  }
  const toRegistry = await proxied(`epp://127.0.0.1:${ports.epp}`)
  const mail = { reply: MAIL_ACCEPTED, received: [] as SmtpServer['received'] }
  const smtp = await smtpServer(() => mail.reply)
  mail.received = smtp.received
  const toMail = await proxied(smtp.url)
  links.set(REGISTRY_LINK, toRegistry).set('customers to mail server', toMail)
  const place = { ports, certificates, secrets: newSecrets(), mails: inFolder('mail'), hasSandboxClock: true }
  const http: Readonly<Record<string, Environment>> = {
    'gateway-1': { GATEWAY_HTTP_PORT: String(http1) },
    'gateway-2': { GATEWAY_HTTP_PORT: String(http2), GATEWAY_HTTPS_PORT: String(https2) },
  }
  const environments = new Map<PartName, Environment>()
  for (const part of partNames) {
    const [toBroker, toDatabase] = await Promise.all([proxied(broker.url), proxied(database.url)])
    // The registry has no broker, and a gateway no database.
    if (part !== 'sandbox-registry') links.set(`${part} to broker`, toBroker)
    if (parts[part] !== 'gateway') links.set(`${part} to database`, toDatabase)
    const servers = { databaseUrl: toDatabase.url, amqpUrl: toBroker.url }
    const own = settingsOf({ ...place, ...servers })[parts[part]]
    environments.set(part, { ...own, ...settings[parts[part]], ...http[part], ...added })
  }
  const eppPort = new URL(toRegistry.url).port
  for (const worker of workers)
    environments.set(worker, { ...environments.get(worker), REGISTRY_SANDBOX_PORT: eppPort })
  const mailing = { MAIL_SMTP_URL: toMail.url, MAIL_FROM: 'Nameyard <nameyard@nameyard.example>' }
  environments.set('customers', { ...environments.get('customers'), ...mailing })

  const pids = new Map<PartName, number>()
  const missing = new Map<PartName, string>()
  const lost: string[] = []
  const supervisor = new Supervisor<PartName>({
    names: partNames,
    launch: (part) => {
      const script = join(dirname(require.resolve(`@nameyard/${parts[part]}/package.json`)), 'dist/main.js')
      const env = Object.entries(environments.get(part)!).filter(([name]) => name !== missing.get(part))
      const started = startProcess({ name: part, script, env: Object.fromEntries(env), log })
      pids.set(part, started.pid)
      return started
    },
    say: (line) => void lost.push(line),
    now: () => performance.now(),
  })
  const closing = [
    () => supervisor.close(gateways),
    () => broker.close(),
    () => database.close(),
    () => smtp.close(),
    ...proxies.map((proxy) => () => proxy.close()),
  ]
  const endAll = async () => {
    const failures: Error[] = []
    // The end of one part may fail. The others must not stay behind.
    for (const end of closing) await end().catch((error: Error) => failures.push(error))
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    if (failures.length > 0) throw new AggregateError(failures, 'Parts of the installation did not end.')
  }
  let closed: Promise<void> | undefined
  // After an interrupt the run also closes what it cannot use any more, and npm repeats an interrupt of the terminal.
  const close = () => (closed ??= endAll())
  const interrupted = () =>
    void close()
      .catch(console.error)
      .finally(() => process.exit(130))
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted)
  try {
    await Promise.all(partNames.map((part) => supervisor.start(part)))
  } catch (error) {
    await close()
    throw error
  }
  const operator = await testParty('admin', { url: broker.url, clock: new Clock() })
  closing.unshift(() => operator.close())
  return {
    databaseUrl: database.url,
    amqpUrl: broker.url,
    dnsPort: ports.dns,
    gatewayUrls: { 'gateway-1': `http://127.0.0.1:${http1}`, 'gateway-2': `http://127.0.0.1:${http2}` },
    sandbox: new Sandbox(ports.control),
    operator,
    broker,
    database,
    links,
    mail,
    lost,
    kill: (part) => supervisor.end(part, 'kill'),
    stop: (part) => supervisor.end(part, 'stop'),
    async start(part, without) {
      if (without === undefined) missing.delete(part)
      else missing.set(part, without)
      if (!closed) await supervisor.start(part)
    },
    signal: (part, signal) => void process.kill(pids.get(part)!, signal),
    close,
  }
}
