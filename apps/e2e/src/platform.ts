import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ports } from '@nameyard/embedded/platform/settings'
import { freePorts } from './free-ports'
import { ask, open, type Answered, type Asked } from './https-client'
import { node, root } from './run'
import { Sandbox } from './sandbox'

/** A platform as `npm start` starts it, with its own ports and data folder. */
export interface Platform {
  readonly url: string
  readonly pid: number
  /** PEM file of the certificate authority that clients trust. */
  readonly authority: string
  readonly ports: Ports
  readonly account: { readonly username: string; readonly password: string }
  readonly sandbox: Sandbox
  /** The output so far. */
  readonly printed: () => string
  /** The settings that the client of the README, or another start, needs to find this platform. */
  readonly environment: Readonly<Record<string, string>>
  ask(method: string, path: string, asked?: Asked): Promise<Answered>
  /** Requests a page, as a browser does. */
  open(method: string, path: string): Promise<Omit<Answered, 'json'>>
  /** Throws when a rule of the ledger is broken. */
  verifyLedgers(): Promise<void>
  /** Stops the platform as Ctrl-C does. Returns the exit code. */
  stop(): Promise<number | null>
}

interface PlatformOptions {
  /** The database and broker; by default the embedded ones. */
  readonly databaseUrl?: string
  readonly amqpUrl?: string
  readonly args?: readonly string[]
  readonly data?: string
  readonly ports?: Ports
  /** Port for health and metrics of the whole platform; by default none. */
  readonly healthPort?: number
  /** Further environment variables. */
  readonly settings?: Readonly<Record<string, string>>
}

const temporary: string[] = []

/** Creates a folder that is deleted after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-e2e-'))
  temporary.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true })
})

type Placed = PlatformOptions & { readonly data: string; readonly ports: Ports }

export function environmentOf({ databaseUrl, amqpUrl, data, ports, healthPort, settings }: Placed) {
  return {
    ...settings,
    DATABASE_URL: databaseUrl ?? '',
    AMQP_URL: amqpUrl ?? '',
    NAMEYARD_DATA: data,
    GATEWAY_HTTPS_PORT: String(ports.https),
    DNS_PORT: String(ports.dns),
    SANDBOX_EPP_PORT: String(ports.epp),
    SANDBOX_CONTROL_PORT: String(ports.control),
    SANDBOX_RRI_PORT: String(ports.rri),
    HEALTH_PORT: String(healthPort ?? ''),
    // Long enough that even on a busy machine the answer to an order has the result of the registry.
    SETTLEMENT_WAIT_MS: '12000',
  }
}

/** Starts a platform and waits until it prints that it is ready. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const { args = [], data = temporaryFolder(), ports = await freePorts() } = options
  const environment = environmentOf({ ...options, data, ports })
  const child = spawn(process.execPath, ['tools/embedded/start.cjs', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Ctrl-C stops everything')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then((code) => reject(new Error(`the platform ended with ${code}\n${printed}`)))
  })
  const read = (file: string) => JSON.parse(readFileSync(join(data, file), 'utf8')) as unknown
  const { url, authority, amqpUrl } = read('platform.json') as { url: string; authority: string; amqpUrl: string }
  const trusted = { url, authority: readFileSync(authority) }
  return {
    url,
    pid: child.pid!,
    authority,
    ports,
    account: read('demo.json') as Platform['account'],
    sandbox: new Sandbox(ports.control),
    printed: () => printed,
    environment,
    ask: (method, path, asked) => ask(trusted, method, path, asked),
    open: (method, path) => open(trusted, method, path),
    verifyLedgers: async () =>
      void (await node(['tools/admin/dist/main.js', 'ledger', 'verify', '--all'], { AMQP_URL: amqpUrl })),
    stop: () => {
      child.kill('SIGINT')
      return exited
    },
  }
}
