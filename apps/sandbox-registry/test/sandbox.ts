import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Pool } from 'pg'
import { generate } from 'selfsigned'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { registryPool } from '../src/database/registry-pool'
import { profiles } from '../src/seed/catalogue'
import { service, startSandboxRegistry, type SandboxRegistry, type SandboxRegistryConfig } from '../src/service'
import { EppClient, type ClientCertificate } from './epp-client'
import { RriClient } from './rri-client'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The real time at the start of every test. */
export const start = new Date('2027-03-01T12:00:00.000Z')

/** The fields of the control port's answers that tests read. */
export interface ControlAnswer {
  readonly now?: string
  readonly removed?: number
  readonly jobs?: number
  readonly nextDue?: string | null
  readonly charges?: readonly { readonly registrar: string; readonly kind: string; readonly cents: number }[]
  readonly balances?: readonly { readonly registrar: string }[]
  readonly load?: readonly { readonly endpoint: string; readonly sessions: object; readonly commands: object }[]
  readonly entries: readonly { readonly svTRID: string; readonly response: string | null }[]
  readonly names?: readonly string[]
}

/** Generated once per test file: a key takes longer than most tests. */
let certificate: ReturnType<typeof generate> | undefined

/** A registry on its own database. */
export class Sandbox {
  private constructor(
    private readonly database: TestDatabase,
    readonly pool: Pool,
    private readonly config: SandboxRegistryConfig,
    private running: SandboxRegistry,
    private readonly real: { now: Date },
    private readonly clients: { destroy(): void }[] = [],
  ) {}

  static async open(account: { certificateSha256?: string } = {}): Promise<Sandbox> {
    const database = await testDatabase(service)
    const pool = registryPool({ connectionString: database.url })
    // The database may be dropped before the last connections are closed.
    pool.on('error', () => undefined)
    const tls = await (certificate ??= generate([{ name: 'commonName', value: 'localhost' }]))
    const silent = () => undefined
    const real = { now: start }
    const config: SandboxRegistryConfig = {
      pool,
      epp: { host: '127.0.0.1', port: 0, cert: tls.cert, key: tls.private },
      profilePorts: Object.fromEntries(profiles.map(({ name }) => [name, 0])),
      rriPort: 0,
      control: { host: '127.0.0.1', port: 0 },
      framesFolder: process.env.SANDBOX_FRAMES_FOLDER,
      clock: { now: () => real.now, elapsedMs: () => real.now.getTime() },
      registrars: [
        { clID: 'nameyard', password: 'nameyard-pw', ...account },
        { clID: 'rival', password: 'rival-pw' },
        { clID: 'DENIC-1000001', password: 'nameyard-pw' },
        { clID: 'DENIC-1000002', password: 'rival-pw' },
      ],
      log: { info: silent, warn: silent, error: (fields, message) => console.error(message, fields) },
    }
    return new Sandbox(database, pool, config, await startSandboxRegistry(config), real)
  }

  /** Connects and reads the greeting, at the endpoint of a profile when one is named. */
  async connect(certificate?: ClientCertificate, profile?: string): Promise<EppClient> {
    const port = profile === undefined ? this.running.eppPort : this.running.profilePorts[profile]
    const client = await EppClient.connect(port ?? 0, certificate)
    this.clients.push(client)
    return client
  }

  /** A logged-in session with everything that the greeting offers. */
  async session(registrar: 'nameyard' | 'rival' = 'nameyard', profile?: string): Promise<EppClient> {
    const client = await this.connect(undefined, profile)
    const answer = await client.ask(loginAs(registrar, client.greeting))
    if (!answer.includes('code="1000"')) throw new Error(answer)
    return client
  }

  /** Connects to the endpoint for RRI. */
  async connectRri(): Promise<RriClient> {
    const client = await RriClient.connect(this.running.rriPort ?? 0)
    this.clients.push(client)
    return client
  }

  async control(method: string, target: string, body?: unknown): Promise<{ status: number; body: ControlAnswer }> {
    const response = await fetch(`http://127.0.0.1:${this.running.controlPort}${target}`, {
      method,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as ControlAnswer }
  }

  /** Advances real time, and the registry's time with it. */
  passRealTime(milliseconds: number): void {
    this.real.now = new Date(this.real.now.getTime() + milliseconds)
  }

  /** Restarts the registry; `account` changes the settings of the account `nameyard`. */
  async restart(account: { certificateSha256?: string } = {}): Promise<void> {
    await this.running.close()
    const [nameyard, ...others] = this.config.registrars
    this.running = await startSandboxRegistry({ ...this.config, registrars: [{ ...nameyard!, ...account }, ...others] })
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.destroy()
    await this.running.close()
    await this.pool.end()
    await this.database.drop()
  }
}

/** The URL of a database of the test server. */
export function urlOf(database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href
}

export async function onServer(statement: string): Promise<void> {
  const pool = new Pool({ connectionString: server, max: 1 })
  await pool.query(statement)
  await pool.end()
}

/** A message of a client. The tests write their XML by hand. */
export function epp(inner: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><epp xmlns="urn:ietf:params:xml:ns:epp-1.0">${inner}</epp>`
}

export function command(inner: string, clTRID = 'TEST-1'): string {
  return epp(`<command>${inner}<clTRID>${clTRID}</clTRID></command>`)
}

export function login(clID: string, pw: string, rest = ''): string {
  return command(
    `<login><clID>${clID}</clID><pw>${pw}</pw>${rest}<options><version>1.0</version><lang>en</lang></options><svcs>
       <objURI>urn:ietf:params:xml:ns:domain-1.0</objURI><objURI>urn:ietf:params:xml:ns:contact-1.0</objURI>
       <objURI>urn:ietf:params:xml:ns:host-1.0</objURI></svcs></login>`,
    'LOGIN-1',
  )
}

/** A login with all objects and extensions of the greeting. */
export function loginAs(registrar: string, greeting: string, clTRID?: string): string {
  const extensions = greeting.match(/<extURI>.*<\/extURI>/g) ?? []
  const objects = greeting.match(/<objURI>.*<\/objURI>/g) ?? []
  const services = [
    ...objects,
    ...(extensions.length > 0 ? ['<svcExtension>', ...extensions, '</svcExtension>'] : []),
  ].join('')
  const message = login(registrar, `${registrar}-pw`).replace(/<svcs>[^]*<\/svcs>/, `<svcs>${services}</svcs>`)
  return clTRID === undefined ? message : message.replace('LOGIN-1', clTRID)
}

/** The command with an `<extension>`. */
export function extended(message: string, extension: string): string {
  return message.replace('<clTRID>', `<extension>${extension}</extension><clTRID>`)
}

/** `domainCommand('info', '<d:name>x.org</d:name>')`; the unusual prefix is intended. */
export function domainCommand(verb: string, inner: string, clTRID?: string): string {
  return command(
    `<${verb}><d:${verb} xmlns:d="urn:ietf:params:xml:ns:domain-1.0">${inner}</d:${verb}></${verb}>`,
    clTRID,
  )
}

export function hostCommand(verb: string, inner: string, clTRID?: string): string {
  return command(`<${verb}><h:${verb} xmlns:h="urn:ietf:params:xml:ns:host-1.0">${inner}</h:${verb}></${verb}>`, clTRID)
}

export function contactCommand(verb: string, inner: string, clTRID?: string): string {
  return command(
    `<${verb}><c:${verb} xmlns:c="urn:ietf:params:xml:ns:contact-1.0">${inner}</c:${verb}></${verb}>`,
    clTRID,
  )
}

export function createContact(id: string, clTRID?: string): string {
  return contactCommand(
    'create',
    `<c:id>${id}</c:id><c:postalInfo type="int"><c:name>John Doe</c:name><c:org>Example Inc.</c:org><c:addr>
       <c:street>123 Example Dr.</c:street><c:street>Suite 100</c:street><c:city>Dulles</c:city><c:sp>VA</c:sp>
       <c:pc>20166-6503</c:pc><c:cc>US</c:cc></c:addr></c:postalInfo><c:voice x="1234">+1.7035555555</c:voice>
     <c:fax>+1.7035555556</c:fax><c:email>jdoe@example.com</c:email><c:authInfo><c:pw>2fooBAR</c:pw></c:authInfo>
     <c:disclose flag="0"><c:name type="int"/><c:voice/><c:email/></c:disclose>`,
    clTRID,
  )
}

/** Creates a domain with the existing registrant `holder`. */
export function createDomain(
  name: string,
  { ns = '', period = '', clTRID }: { ns?: string; period?: string; clTRID?: string } = {},
): string {
  return domainCommand(
    'create',
    `<d:name>${name}</d:name>${period}${ns}<d:registrant>holder</d:registrant><d:contact type="admin">holder</d:contact>
     <d:contact type="tech">holder</d:contact><d:authInfo><d:pw>2fooBAR</d:pw></d:authInfo>`,
    clTRID,
  )
}

export function resultCode(response: string): number {
  return Number(/<result code="(\d{4})"/.exec(response)?.[1])
}

/**
 * Compares a response with `golden/<name>.xml`, without the identifiers that differ from run to run.
 * UPDATE_GOLDEN=1 writes the file instead.
 */
export function expectGolden(name: string, response: string): void {
  const file = path.join(__dirname, '../golden', `${name}.xml`)
  const steady = response
    .replace(/SANDBOX-\d+/g, 'SANDBOX-0')
    .replace(/([CDH])\d+-SANDBOX/g, '$10-SANDBOX')
    .replace(/(<msgQ count="\d+" id=)"\d+"/, '$1"1"')
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, steady)
  expect(steady).toBe(readFileSync(file, 'utf8'))
}
