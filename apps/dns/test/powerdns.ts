import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from './dns-client'

/** Whether this machine has PowerDNS Authoritative with its LMDB store. */
export const hasPowerdns = spawnSync('pdns_server', ['--version']).error === undefined

/** A PowerDNS of this test alone, on loopback and in a folder of its own. */
export async function startPowerdns() {
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
        '--local-address=127.0.0.1',
        `--local-port=${dnsPort}`,
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
    return async () => {
      server.kill('SIGTERM')
      await ended
    }
  }
  const [dnsPort, apiPort] = [await freePort(), await freePort()]
  let stop = await start(dnsPort, apiPort)
  return {
    dnsPort,
    url: `http://127.0.0.1:${apiPort}`,
    apiKey: 'test-key',
    stop: () => stop(),
    async startAgain() {
      stop = await start(dnsPort, apiPort)
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
