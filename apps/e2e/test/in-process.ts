import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { startBroker } from '@nameyard/embedded/broker/broker'
import { applications } from '@nameyard/embedded/platform/applications'
import { certificatesIn } from '@nameyard/embedded/platform/certificates'
import { startPlatform } from '@nameyard/embedded/platform/platform'
import { newSecrets } from '@nameyard/embedded/platform/secrets'
import { settingsOf } from '@nameyard/embedded/platform/settings'
import type { ApplicationName } from '@nameyard/embedded/platform/applications'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Service } from '@nameyard/runtime/service'
import { testBroker } from '@nameyard/testing/broker'
import { testDatabase } from '@nameyard/testing/database'
import { freePort } from '@nameyard/testing/free-port'
import { testParty, type TestParty } from '@nameyard/testing/party'
import type { Proxy } from '@nameyard/testing/proxy'
import { mustBeAsDescribed } from '../src/described'
import { freePorts } from '../src/free-ports'
import type { Envelope } from '../src/https-client'
import { openAccount } from '../src/operator'
import { temporaryFolder } from '../src/platform'
import { Rival } from '../src/rival'
import { Sandbox } from '../src/sandbox'
import { Exercised } from './exercised'

/** An answer as it came over the wire. */
export interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly json: Envelope
}

export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Ask = (method: string, path: string, sent?: Sent) => Promise<Heard>

/** The whole platform in this process, with a plain listener: quick to ask many things. */
export interface InProcess {
  readonly url: string
  /** Where the built-in name server answers. */
  readonly dnsPort: number
  /** Where mails are kept. */
  readonly mails: string
  /** Somebody on the broker, as the operator's tool is. */
  readonly operator: TestParty
  /** What was asked here. */
  readonly exercised: Exercised
  /** Host and port of the plain listener. */
  readonly port: number
  /** The operations that have a route here, by the description that the edge serves. */
  readonly operations: readonly RoutedOperation[]
  /** The published example of a request body; nothing where there is none. */
  exampleOf(operation: RoutedOperation): object | undefined
  ask: Ask
  /** Opens an account with so many euros in it, 1000 when it is not said, and logs in. */
  open(username: string, euros?: string): Promise<Ask>
  /** Its tables may be read beside it. */
  readonly databaseUrl: string
  readonly amqpUrl: string
  readonly sandbox: Sandbox
  /** Another registrar, logged in at the registry. */
  rival(): Promise<Rival>
  /** Fails when what was ordered here broke a rule of the books. */
  close(): Promise<void>
}

const withTables = applications.filter(({ migrations }) => migrations.length > 0)

const applicationOf = (name: ApplicationName) =>
  applications.find((application) => application.name === name) as unknown as Service

const ownBroker = async () => {
  const { url, close } = await startBroker()
  return { url, drop: () => close() }
}

/** Allowances are not what is tested here. */
const generous = { REQUESTS_PER_SECOND: '1000000', REQUESTS_BURST: '1000000', LOGIN_FAILURES: '10000' }

export async function startInProcess({
  clock = new Clock(),
  customers = {},
  domains = {},
  dns = {},
  orders = {},
  gateway = {},
  worker = {},
  workers = 1,
  databaseThrough,
  beside = [],
  brokerUrl,
  hasSandboxClock = false,
  exercised = new Exercised(),
}: {
  readonly clock?: Clock
  readonly customers?: Readonly<Record<string, string>>
  readonly domains?: Readonly<Record<string, string>>
  readonly dns?: Readonly<Record<string, string>>
  readonly orders?: Readonly<Record<string, string>>
  readonly gateway?: Readonly<Record<string, string>>
  readonly worker?: Readonly<Record<string, string>>
  /** Replicas of the registry worker. */
  readonly workers?: number
  /** The way of every application to its database; the server's own address when absent. */
  readonly databaseThrough?: Proxy
  /** One more replica of each, with a way to the database of its own. */
  readonly beside?: readonly { readonly application: ApplicationName; readonly databaseThrough: Proxy }[]
  /** An embedded broker of its own when absent. */
  readonly brokerUrl?: string
  readonly hasSandboxClock?: boolean
  readonly exercised?: Exercised
} = {}): Promise<InProcess> {
  const [database, broker, ports, port] = await Promise.all([
    testDatabase(...withTables),
    brokerUrl === undefined ? ownBroker() : testBroker(brokerUrl),
    freePorts(),
    freePort(),
  ])
  const folder = temporaryFolder()
  const amqpUrl = broker.url
  const place = {
    databaseUrl: databaseThrough?.to(database.url) ?? database.url,
    amqpUrl,
    ports,
    certificates: await certificatesIn(folder, clock.now()),
    secrets: newSecrets(),
    mails: folder,
    overrides: {
      gateway: { GATEWAY_HTTP_PORT: String(port), ...gateway },
      customers: { ...generous, ...customers },
      domains,
      dns,
      orders,
      'registry-worker': worker,
    },
    hasSandboxClock,
    topUpHint: 'Top up: npm run admin -- ledger',
  }
  const platform = await startPlatform(place, clock, (name) => createLog(name, 'silent')).catch(async (error) => {
    await broker.drop()
    await database.drop()
    throw error
  })
  const replicas = await Promise.all(
    [
      ...Array.from({ length: workers - 1 }, () => ({ application: 'registry-worker' as const, databaseThrough })),
      ...beside,
    ].map(({ application, databaseThrough: way }) => {
      const { config, start } = applicationOf(application)
      const settings = settingsOf({ ...place, databaseUrl: way?.to(database.url) ?? place.databaseUrl })[application]
      return start(loadConfig(config, settings), { clock, log: createLog(application, 'silent') })
    }),
  )
  const operator = await testParty('admin', { url: amqpUrl, clock })
  const agent = new Agent({ keepAlive: true })

  const ask: Ask = async (method, path, { body, headers = {} } = {}) => {
    const bytes =
      body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : Buffer.from(JSON.stringify(body))
    const sent = request({ host: '127.0.0.1', port, method, path, agent, headers })
    sent.end(bytes)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const text = (await buffer(response)).toString()
    const [status, json] = [response.statusCode!, JSON.parse(text) as Envelope]
    exercised.note(method, path, status, json)
    const answer = { status, headers: response.headers, text, json }
    mustBeAsDescribed(method, path, answer)
    return answer
  }

  const described = (await ask('GET', '/v1/openapi.json')).json as unknown as Description
  const byId = new Map(
    Object.values(described.paths)
      .flatMap((methods) => Object.values(methods))
      .map((each) => [each.operationId, each]),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    dnsPort: ports.dns,
    mails: folder,
    operator,
    exercised,
    port,
    operations: routes.filter(({ id }) => byId.has(id)),
    exampleOf: ({ id }) => byId.get(id)!.requestBody?.content['application/json'].examples.usual.value,
    ask,
    databaseUrl: database.url,
    amqpUrl,
    sandbox: new Sandbox(ports.control),
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
      await Promise.all(replicas.map((replica) => replica.close()))
      await platform.close()
      await broker.drop()
      await database.drop()
      if (findings.length > 0) throw new Error(`the books are broken: ${JSON.stringify(findings)}`)
    },
  }
}

interface Description {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        requestBody?: { content: { 'application/json': { examples: { usual: { value: object } } } } }
      }
    >
  >
}
