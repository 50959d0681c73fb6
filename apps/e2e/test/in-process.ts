import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { startBroker } from '@nameyard/embedded/broker/broker'
import { applications } from '@nameyard/embedded/platform/applications'
import type { ApplicationName } from '@nameyard/embedded/platform/applications'
import { certificatesIn } from '@nameyard/embedded/platform/certificates'
import { startPlatform } from '@nameyard/embedded/platform/platform'
import { newSecrets, type Secrets } from '@nameyard/embedded/platform/secrets'
import { settingsOf } from '@nameyard/embedded/platform/settings'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog, nestLog } from '@nameyard/runtime/log'
import { together, type Metrics } from '@nameyard/runtime/metrics'
import type { Service } from '@nameyard/runtime/service'
import { testBroker } from '@nameyard/testing/broker'
import type { TestDatabase } from '@nameyard/testing/database'
import { freePort } from '@nameyard/testing/free-port'
import { testParty, type TestParty } from '@nameyard/testing/party'
import type { Proxy } from '@nameyard/testing/proxy'
import { mustBeAsDescribed } from '../src/described'
import { freePorts } from '../src/free-ports'
import type { Envelope } from '../src/https-client'
import { LastLines } from '../src/last-lines'
import { openAccount } from '../src/operator'
import { temporaryFolder } from '../src/platform'
import { platformDatabase } from '../src/platform-database'
import { Rival } from '../src/rival'
import { Sandbox } from '../src/sandbox'
import { Exercised } from './exercised'
import type { GuardedBroker } from './rabbitmq-users'

/** A response as the client received it. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly json: Envelope
}

export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Ask = (method: string, path: string, sent?: Sent) => Promise<HttpResponse>

/** The whole platform in this process, with a plain HTTP listener: fast enough for many requests. */
export interface InProcess {
  readonly url: string
  /** Port of the built-in name server. */
  readonly dnsPort: number
  /** Folder of the sent mails. */
  readonly mails: string
  /** A client on the broker, like the operator's command line. */
  readonly operator: TestParty
  /** The requests so far. */
  readonly exercised: Exercised
  /** Port of the plain HTTP listener. */
  readonly port: number
  ask: Ask
  /** Opens an account with a balance in euros, by default 1000, and logs in. */
  open(username: string, euros?: string): Promise<Ask>
  /** The database, so that tests can read its tables. */
  readonly databaseUrl: string
  readonly amqpUrl: string
  readonly sandbox: Sandbox
  /** The metrics of all services, in the text format of Prometheus. */
  metrics(): Promise<string>
  /** The metrics of each application by its name. */
  readonly metricsOf: Readonly<Record<string, Metrics>>
  /** Logs in another registrar at the sandbox registry. */
  rival(): Promise<Rival>
  /** Stops the platform. Throws when a rule of the ledger is broken. */
  close(): Promise<void>
}

const applicationOf = (name: ApplicationName) =>
  applications.find((application) => application.name === name) as unknown as Service

const ownBroker = async () => {
  const { url, close } = await startBroker()
  return { url, drop: () => close() }
}

/** Limits that no test reaches. */
const generous = {
  REQUESTS_PER_SECOND: '1000000',
  REQUESTS_BURST: '1000000',
  LOGIN_FAILURES: '10000',
  LOGIN_FREE_FAILURES: '10000',
}
const generousGateway = {
  GATEWAY_ANONYMOUS_PER_SECOND: '1000000',
  GATEWAY_ANONYMOUS_BURST: '1000000',
  GATEWAY_REQUEST_MS: '60000',
}
/** Long enough that even on a busy machine the answer to an order has the result of the registry. */
const patientDomains = { SETTLEMENT_WAIT_MS: '30000' }

export async function startInProcess({
  clock = new Clock(),
  customers = {},
  domains = {},
  dns = {},
  events = {},
  orders = {},
  gateway = {},
  worker = {},
  registry = {},
  workers = 1,
  prepared,
  registryUrl,
  secrets = newSecrets(),
  databaseThrough,
  replicas = [],
  brokerUrl,
  guarded,
  hasSandboxClock = false,
  port: wanted,
  exercised = new Exercised(),
}: {
  readonly clock?: Clock
  readonly customers?: Readonly<Record<string, string>>
  readonly domains?: Readonly<Record<string, string>>
  readonly dns?: Readonly<Record<string, string>>
  readonly events?: Readonly<Record<string, string>>
  readonly orders?: Readonly<Record<string, string>>
  readonly gateway?: Readonly<Record<string, string>>
  readonly worker?: Readonly<Record<string, string>>
  /** Settings of the sandbox registry. */
  readonly registry?: Readonly<Record<string, string>>
  /** Replicas of the registry worker. */
  readonly workers?: number
  /** A database that is migrated already; by default a new one. */
  readonly prepared?: TestDatabase
  /** A database of the sandbox registry's own, which outlives the platform; by default it is that of the platform. */
  readonly registryUrl?: string
  /** By default new ones. */
  readonly secrets?: Secrets
  /** A proxy between every application and the database; by default there is none. */
  readonly databaseThrough?: Proxy
  /** Further replicas, each with its own proxy to the database. */
  readonly replicas?: readonly { readonly application: ApplicationName; readonly databaseThrough: Proxy }[]
  /** The broker; by default a new embedded one. */
  readonly brokerUrl?: string
  /** A broker on which each program has a user of its own. */
  readonly guarded?: GuardedBroker
  readonly hasSandboxClock?: boolean
  /** Port of the plain HTTP listener; by default a free one. */
  readonly port?: number
  readonly exercised?: Exercised
} = {}): Promise<InProcess> {
  const [database, broker, ports, port] = await Promise.all([
    prepared ?? platformDatabase(),
    guarded
      ? { url: guarded.urlOf('admin'), drop: () => guarded.drop() }
      : brokerUrl === undefined
        ? ownBroker()
        : testBroker(brokerUrl),
    freePorts(),
    wanted ?? freePort(),
  ])
  const folder = temporaryFolder()
  const problems = new LastLines()
  const amqpUrl = broker.url
  const ownUser = (party: string) =>
    guarded ? { AMQP_URL: guarded.urlOf(party), AMQP_FIXED_TOPOLOGY: 'true' } : undefined
  const place = {
    databaseUrl: databaseThrough?.to(database.url) ?? database.url,
    amqpUrl,
    ports,
    certificates: await certificatesIn(folder, clock.now()),
    secrets,
    mails: folder,
    overrides: {
      'sandbox-registry': { ...(registryUrl !== undefined && { DATABASE_URL: registryUrl }), ...registry },
      gateway: {
        GATEWAY_HTTP_PORT: String(port),
        GATEWAY_ACCESS_LOG: 'off',
        ...generousGateway,
        ...ownUser('gateway'),
        ...gateway,
      },
      customers: { ...generous, ...ownUser('customers'), ...customers },
      domains: { ...patientDomains, ...ownUser('domains'), ...domains },
      dns: { ...ownUser('dns'), ...dns },
      events: { ...ownUser('events'), ...events },
      orders: { ...ownUser('orders'), ...orders },
      'registry-worker': { ...ownUser('registry-worker'), ...worker },
    },
    hasSandboxClock,
    topUpHint: 'Top up: npm run admin -- ledger',
  }
  const platform = await startPlatform(place, clock, (name) => createLog(name, 'error', problems)).catch(
    async (error) => {
      await broker.drop()
      await database.drop()
      throw error
    },
  )
  const started = await Promise.all(
    [
      ...Array.from({ length: workers - 1 }, () => ({ application: 'registry-worker' as const, databaseThrough })),
      ...replicas,
    ].map(({ application, databaseThrough: proxy }) => {
      const { config, start } = applicationOf(application)
      const settings = settingsOf({ ...place, databaseUrl: proxy?.to(database.url) ?? place.databaseUrl })[application]
      return start(loadConfig(config, settings), { clock, log: createLog(application, 'error', problems) })
    }),
  )
  const operator = await testParty('admin', {
    url: amqpUrl,
    clock,
    isTopologyFixed: guarded !== undefined,
    logger: nestLog(createLog('admin', 'error', problems)),
  })
  const agent = new Agent({ keepAlive: true })

  const ask: Ask = async (method, path, { body, headers = {} } = {}) => {
    const bytes =
      body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : Buffer.from(JSON.stringify(body))
    const sent = request({ host: '127.0.0.1', port, method, path, agent, headers })
    sent.end(bytes)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const text = (await buffer(response)).toString()
    const [status, json] = [response.statusCode!, JSON.parse(text) as Envelope]
    // The cause of an internal error stands only in the log.
    if (status === 500) console.error(`${method} ${path} was answered 500. Errors logged so far:\n${problems.text()}`)
    exercised.note(method, path, status, json)
    const answer = { status, headers: response.headers, text, json }
    mustBeAsDescribed(method, path, answer)
    return answer
  }

  return {
    url: `http://127.0.0.1:${port}`,
    dnsPort: ports.dns,
    mails: folder,
    operator,
    exercised,
    port,
    ask,
    databaseUrl: database.url,
    amqpUrl,
    sandbox: new Sandbox(ports.control),
    metrics: () => together(platform.metrics).print(),
    metricsOf: Object.fromEntries(platform.metrics.map((each) => [each.service, each])),
    rival: () => Rival.logIn(ports.epp, place.secrets.rivalPassword),
    async open(username, euros = '1000.00') {
      const password = 'correct horse battery'
      await openAccount(operator, { username, password }, euros)
      const { json } = await ask('POST', '/v1/auth/login', { body: { username, password } })
      const authorization = `Bearer ${json.data.token}`
      return (method, path, sent = {}) => ask(method, path, { ...sent, headers: { authorization, ...sent.headers } })
    },
    async close() {
      agent.destroy()
      const { findings } = await operator.rpc.call(verifyLedger, { all: true }, operator.call())
      await operator.close()
      await Promise.all(started.map((replica) => replica.close()))
      await platform.close()
      await broker.drop()
      await database.drop()
      if (findings.length > 0) throw new Error(`the ledger is broken: ${JSON.stringify(findings)}`)
    },
  }
}
