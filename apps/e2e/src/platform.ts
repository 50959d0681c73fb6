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

/** A platform as `npm start` starts it, on ports and a data folder of its own. */
export interface Platform {
  readonly url: string
  readonly pid: number
  /** PEM file of the authority to trust. */
  readonly authority: string
  readonly ports: Ports
  readonly account: { readonly username: string; readonly password: string }
  readonly sandbox: Sandbox
  /** What it printed so far. */
  readonly printed: () => string
  /** Settings with which the client to try it out, or another start, finds it. */
  readonly environment: Readonly<Record<string, string>>
  ask(method: string, path: string, asked?: Asked): Promise<Answered>
  /** A page, as a browser gets it. */
  open(method: string, path: string): Promise<Omit<Answered, 'json'>>
  /** Fails when what was ordered here broke a rule of the books. */
  verifyBooks(): Promise<void>
  /** As Ctrl-C does; gives the exit code. */
  stop(): Promise<number | null>
}

interface PlatformOptions {
  /** Servers to use; the embedded ones when absent. */
  readonly databaseUrl?: string
  readonly amqpUrl?: string
  readonly args?: readonly string[]
  readonly data?: string
  readonly ports?: Ports
}

const temporary: string[] = []

/** A folder that is thrown away after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-e2e-'))
  temporary.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true })
})

export function environmentOf({ databaseUrl, amqpUrl, data, ports }: PlatformOptions & { data: string; ports: Ports }) {
  return {
    DATABASE_URL: databaseUrl ?? '',
    AMQP_URL: amqpUrl ?? '',
    NAMEYARD_DATA: data,
    GATEWAY_HTTPS_PORT: String(ports.https),
    DNS_PORT: String(ports.dns),
    SANDBOX_EPP_PORT: String(ports.epp),
    SANDBOX_CONTROL_PORT: String(ports.control),
    // However busy the machine is: an order is answered when the registry has done it.
    SETTLEMENT_WAIT_MS: '12000',
  }
}

/** Starts a platform and waits for its greeting. */
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
    verifyBooks: async () =>
      void (await node(['tools/admin/dist/main.js', 'ledger', 'verify', '--all'], { AMQP_URL: amqpUrl })),
    stop: () => {
      child.kill('SIGINT')
      return exited
    },
  }
}
