import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually'
import { freePort } from './free-port'

/** Whether this machine has PowerDNS Authoritative with its LMDB store. */
export const hasPowerdns = spawnSync('pdns_server', ['--version']).error === undefined

/**
 * Starts a PowerDNS for this test alone, on loopback and in its own folder. Its machine may transfer its zones (AXFR).
 */
export async function startPowerdns({ address = '127.0.0.1', port }: { address?: string; port?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'powerdns-'))
  const start = async (dnsPort: number, apiPort: number) => {
    for (const part of ['conf', 'sock']) mkdirSync(join(folder, part), { recursive: true })
    const server = spawn(
      'pdns_server',
      [
        `--config-dir=${folder}/conf`,
        `--socket-dir=${folder}/sock`,
        '--daemon=no',
        '--guardian=no',
        '--launch=lmdb',
        `--lmdb-filename=${folder}/pdns.lmdb`,
        '--lmdb-shards=2',
        `--local-address=${address}`,
        `--local-port=${dnsPort}`,
        '--secondary=yes',
        '--dname-processing=yes',
        '--api=yes',
        '--api-key=test-key',
        '--webserver=yes',
        '--webserver-address=127.0.0.1',
        `--webserver-port=${apiPort}`,
        '--webserver-allow-from=127.0.0.0/8',
        '--disable-syslog=yes',
        '--write-pid=no',
        '--security-poll-suffix=',
      ],
      { stdio: 'ignore' },
    )
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    await eventually(
      () =>
        fetch(`http://127.0.0.1:${apiPort}/api/v1/servers`, { headers: { 'x-api-key': 'test-key' } }).then(
          ({ ok }) => ok,
        ),
      'PowerDNS is ready',
    )
    return async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
      server.kill(signal)
      await ended
    }
  }
  const [dnsPort, apiPort] = [port ?? (await freePort()), await freePort()]
  let stop = await start(dnsPort, apiPort)
  const url = `http://127.0.0.1:${apiPort}`
  return {
    dnsPort,
    url,
    apiKey: 'test-key',
    /** Calls the API as another client. Returns the body of the answer, or undefined without one. */
    async api(method: string, path: string, body?: unknown): Promise<unknown> {
      const response = await fetch(`${url}/api/v1/servers/localhost/zones${path}`, {
        method,
        headers: { 'x-api-key': 'test-key' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    stop: () => stop(),
    /** Ends the server at once, without a shutdown. */
    kill: () => stop('SIGKILL'),
    /** Starts the server with an empty database. */
    async startEmpty() {
      for (const file of readdirSync(folder)) if (file.startsWith('pdns.lmdb')) rmSync(join(folder, file))
      stop = await start(dnsPort, apiPort)
    },
    async startAgain() {
      stop = await start(dnsPort, apiPort)
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
