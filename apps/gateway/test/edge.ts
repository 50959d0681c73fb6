import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Controller, Module, type INestMicroservice, type Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { generate } from 'selfsigned'
import { authenticate, LONGEST_REUSE_MS } from '@nameyard/contracts/access/authenticate'
import { login } from '@nameyard/contracts/access/login'
import { readAccessChanges } from '@nameyard/contracts/access/read-access-changes'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { deleteCustomer } from '@nameyard/contracts/customers/delete-customer'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { importZone } from '@nameyard/contracts/dns/import-zone'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import { fail } from '@nameyard/contracts/errors'
import { listEvents } from '@nameyard/contracts/events/list-events'
import type { Call, Input, Result, Right, ServiceName } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { advised } from '@nameyard/messaging/advised'
import { Handles } from '@nameyard/messaging/handles'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { MessagingServer } from '@nameyard/messaging/server'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { actorKeys, stated } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { configSchema } from '../src/config'
import { startGateway, type RunningGateway } from '../src/service'

const mountedHere = [
  login,
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  listDomains,
  listEvents,
  importZone,
]

/** A token with all rights, and a token that may only read. */
export const good = 'a'.repeat(32)
export const reader = 'b'.repeat(32)

/** Records what the services behind the gateway received, and controls their answers. */
export const behind = {
  seen: [] as { input: unknown; call: Call }[],
  verdicts: 0,
  revoked: false,
  /** The customers of every list. */
  customers: [] as Result<typeof listCustomers>['results'],
  /** The request limit in each answer of an authentication call. */
  allowance: { remaining: 1000, perSecond: 1000, burst: 1000 },
  /** The numbers of requests that gateways reported. */
  spent: [] as { resellerId: number; requests: number }[],
  hold: undefined as Promise<void> | undefined,
  /** The answers of the service for events. */
  events: undefined as ((input: Input<typeof listEvents>) => Promise<Result<typeof listEvents>>) | undefined,
  /** What a gateway hears of changes; undefined: it does not hear. */
  changes: undefined as Result<typeof readAccessChanges> | undefined,
  /** How many looks at changes were answered. */
  looks: 0,
}

@Controller()
class Behind {
  @Handles(login)
  async login(input: Input<typeof login>, call: Call): Promise<Result<typeof login>> {
    behind.seen.push({ input, call })
    if (input.password !== 'right') fail('authentication_failed')
    return { reseller_id: 7, token: good }
  }

  @Handles(authenticate)
  async authenticate(
    { tokenHash, audience, spent }: Input<typeof authenticate>,
    call: Call,
  ): Promise<Result<typeof authenticate>> {
    behind.verdicts++
    behind.spent.push(...spent)
    const token = [good, reader].find((each) => createHash('sha256').update(each).digest('hex') === tokenHash)
    if (!token || behind.revoked) fail('authentication_failed')
    const scope: Right[] = token === reader ? ['read'] : [...everyRight]
    const actor = { resellerId: 7, contactId: 1, username: 'anna', role: 'admin' as const, scope }
    const usableMs = LONGEST_REUSE_MS
    const { statement = '' } = stated({ ...call, deadline: call.deadline + usableMs, actor }, audience)
    return { ...actor, statement, usableMs, allowance: behind.allowance }
  }

  @Handles(readAccessChanges)
  async readChanges({ spent }: Input<typeof readAccessChanges>): Promise<Result<typeof readAccessChanges>> {
    const changes = behind.changes ?? fail('service_unavailable')
    behind.spent.push(...spent)
    behind.looks++
    return changes
  }

  @Handles(createCustomer)
  async createCustomer(input: Input<typeof createCustomer>, call: Call) {
    behind.seen.push({ input, call })
    if (input.comments === 'explode') throw new Error('secret detail')
    return advised({ handle: 'AT100000-NL' }, [{ code: 250, data: '', desc: 'a word of advice' }])
  }

  @Handles(deleteCustomer)
  async deleteCustomer(input: Input<typeof deleteCustomer>, call: Call): Promise<Result<typeof deleteCustomer>> {
    behind.seen.push({ input, call })
    return { success: true }
  }

  @Handles(getCustomer)
  async getCustomer(input: Input<typeof getCustomer>, call: Call): Promise<Result<typeof getCustomer>> {
    behind.seen.push({ input, call })
    await behind.hold
    return fail('customer_not_found', { handle: input.handle })
  }

  @Handles(listCustomers)
  async listCustomers(input: Input<typeof listCustomers>, call: Call): Promise<Result<typeof listCustomers>> {
    behind.seen.push({ input, call })
    return { results: behind.customers, total: behind.customers.length }
  }
}

/** The service that lists domains; the gateway starts without it. */
@Controller()
class Domains {
  @Handles(listDomains)
  async listDomains(input: Input<typeof listDomains>, call: Call): Promise<Result<typeof listDomains>> {
    behind.seen.push({ input, call })
    return { results: [], total: 0 }
  }
}

/** The service that imports zone files; the gateway starts without it. */
@Controller()
class Zones {
  @Handles(importZone)
  async importZone(input: Input<typeof importZone>, call: Call): Promise<Result<typeof importZone>> {
    behind.seen.push({ input, call })
    await behind.hold
    return { success: true }
  }
}

/** The service for events; the gateway starts without it. */
@Controller()
class Events {
  @Handles(listEvents)
  async listEvents(input: Input<typeof listEvents>, call: Call): Promise<Result<typeof listEvents>> {
    behind.seen.push({ input, call })
    return behind.events!(input)
  }
}

@Module({ controllers: [Events] })
class EventsModule {}

@Module({ controllers: [Behind] })
class BehindModule {}

@Module({ controllers: [Domains] })
class DomainsModule {}

@Module({ controllers: [Zones] })
class ZonesModule {}

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly token?: string | null
  readonly to?: RunningGateway
  readonly plain?: boolean
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly json: { code: number; desc: string; data: unknown; [key: string]: unknown }
}

export const json = { 'content-type': 'application/json' }

export const customer = {
  name: { first_name: 'Anna', last_name: 'Tester' },
  address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
  email: 'anna@example.com',
}

/** The gateway of a test file with a service behind it, both on their own broker. */
export type Edge = Awaited<ReturnType<typeof openEdge>>

/** Starts a gateway with a TLS listener and a plain listener, and the service behind it. */
export async function openEdge() {
  const [broker, folder] = await Promise.all([testBroker(), mkdtemp(join(tmpdir(), 'gateway-'))])
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  } as never)
  await writeFile(join(folder, 'cert.pem'), pems.cert)
  await writeFile(join(folder, 'key.pem'), pems.private)
  const services: INestMicroservice[] = []

  async function serve(name: ServiceName, module: Type): Promise<void> {
    const service = await NestFactory.createMicroservice(
      { module, imports: [MessagingModule.forService({ service: name, url: broker.url, actorKeys })] },
      { inject: [MessagingServer], useFactory: (server: MessagingServer) => ({ strategy: server }), logger: false },
    )
    await service.listen()
    services.push(service)
  }

  const gateways = new Set<RunningGateway>()

  async function start(
    settings: Readonly<Record<string, string>> = {},
    log = createLog('test', 'silent'),
  ): Promise<RunningGateway> {
    const started = await startGateway(
      mountedHere,
      loadConfig(configSchema, {
        AMQP_URL: broker.url,
        GATEWAY_HTTPS_PORT: '0',
        GATEWAY_HTTP_PORT: '0',
        GATEWAY_TLS_CERTIFICATE: join(folder, 'cert.pem'),
        GATEWAY_TLS_KEY: join(folder, 'key.pem'),
        GATEWAY_BODY_LIMIT: '20000',
        GATEWAY_REPEAT_SECRET: 'r'.repeat(32),
        GATEWAY_ACCESS_LOG: 'off',
        // Many requests at the same time are answered on a busy machine too.
        GATEWAY_REQUEST_MS: '60000',
        ...settings,
      }),
      { clock: new Clock(), log },
    )
    const gateway: RunningGateway = {
      ...started,
      close: async () => void (gateways.delete(gateway) && (await started.close())),
    }
    gateways.add(gateway)
    return gateway
  }

  await serve('customers', BehindModule)
  const gateway = await start()

  /** Sends one request as a client does: by default over HTTPS with the good token. */
  function ask(method: string, path: string, asked: Asked = {}): Promise<Answered> {
    const { headers = {}, body, token = good, to = gateway, plain = false } = asked
    const length =
      body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const request = (plain ? plainRequest : secureRequest)(
        {
          host: '127.0.0.1',
          port: plain ? to.httpPort : to.httpsPort,
          method,
          path,
          ca: pems.cert,
          agent: false,
          headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...length, ...headers },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            resolve({ status: response.statusCode!, headers: response.headers, text, json: JSON.parse(text || 'null') })
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  }

  return {
    gateway,
    brokerUrl: broker.url,
    ca: pems.cert,
    /** Starts another gateway with its own settings. */
    start,
    /** Starts the service that lists domains. */
    serveDomains: () => serve('domains', DomainsModule),
    /** Starts the service for events. */
    serveEvents: () => serve('events', EventsModule),
    /** Starts the service that imports zone files. */
    serveZones: () => serve('dns', ZonesModule),
    ask,
    create: (body: unknown, asked: Asked = {}) =>
      ask('POST', '/v1/customers', { headers: json, body: JSON.stringify(body), ...asked }),
    async close() {
      await Promise.all([...gateways].map((each) => each.close()))
      for (const service of services) await service.close()
      await broker.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
