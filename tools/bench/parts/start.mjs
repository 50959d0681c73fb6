import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { platform } from '../platform.mjs'
import { familyOf, freePort, memoryOf, startedApplications } from '../processes.mjs'
import { ownBroker, ownDatabase } from '../servers.mjs'

const require = createRequire(import.meta.url)

export const title = 'Start and memory'

const MOST_MEMORY = { service: 120, platform: 400 }
const MOST_SECONDS = 2

/** A start that takes longer has failed. */
const START_MS = 120_000

const program = fileURLToPath(new URL('../../embedded/start.cjs', import.meta.url))

/** `npm start` until it answers, and memory at rest. */
export async function measure(context) {
  const { rounds, seconds, server, onClose } = context
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
  onClose(() => rmSync(folder, { recursive: true, force: true }))
  const first = []
  const again = []
  const together = []
  const database = []
  for (let round = 0; round < rounds; round++) {
    const data = join(folder, String(round))
    for (const [kind, times] of Object.entries({ first, again })) {
      const started = await startPlatform(data)
      times.push(started.seconds)
      if (kind === 'again') {
        await pause(seconds * 1000)
        together.push(memoryOf(familyOf(started.pid)))
      }
      await started.stop()
    }
    database.push(await startDatabase(join(data, 'postgres')))
    rmSync(data, { recursive: true, force: true })
  }

  await platform(await ownDatabase(server, onClose), await ownBroker(onClose), onClose)
  const single = {}
  for (let round = 0; round < rounds; round++) {
    await pause(seconds * 1000)
    for (const [name, pids] of Object.entries(startedApplications()))
      single[name] = [...(single[name] ?? []), memoryOf(pids)]
  }
  return {
    figures: [
      {
        name: '`npm start`, existing data, until it answers',
        unit: 's',
        samples: { platform: again, 'PostgreSQL alone': database },
        targets: [{ atMost: MOST_SECONDS }],
      },
      { name: '`npm start`, new data folder, until it answers', unit: 's', samples: { platform: first } },
      {
        name: 'memory of `npm start` at rest, with database and broker',
        unit: 'MB',
        samples: { platform: together },
        targets: [{ atMost: MOST_MEMORY.platform }],
      },
      ...Object.entries(single).map(([name, samples]) => ({
        name: `memory of the process ${name} at rest`,
        unit: 'MB',
        samples: { platform: samples },
        targets: [{ atMost: MOST_MEMORY.service }],
      })),
    ],
    notes: [
      'A start is measured from the start of the program, with everything compiled, until the gateway answers over HTTPS. The limit is the start of its PostgreSQL alone.',
      `Memory is the proportional set size of all processes (PSS), ${seconds} s after the start, without requests.`,
    ],
  }
}

/** Starts the platform as `npm start` does. Returns its process, the seconds until it answers, and its end. */
async function startPlatform(data) {
  const names = ['GATEWAY_HTTPS_PORT', 'DNS_PORT', 'SANDBOX_EPP_PORT', 'SANDBOX_CONTROL_PORT', 'SANDBOX_RRI_PORT']
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
  const environment = { ...process.env, NAMEYARD_DATA: data, ...Object.fromEntries(ports) }
  delete environment.DATABASE_URL
  delete environment.AMQP_URL
  const begun = performance.now()
  const child = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const ended = once(child, 'exit')
  const port = Number(environment.GATEWAY_HTTPS_PORT)
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - begun > START_MS) throw new Error(`npm start: ${said}`)
    await pause(5)
  }
  return {
    pid: child.pid,
    seconds: (performance.now() - begun) / 1000,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Whether the gateway serves a request that needs a service: a login, which is refused. */
function answers(port) {
  return new Promise((resolve) => {
    const at = { host: '127.0.0.1', port, path: '/v1/auth/login', method: 'POST', rejectUnauthorized: false }
    request({ ...at, headers: { 'content-type': 'application/json' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 401)
    })
      .on('error', () => resolve(false))
      .end('{"username":"nobody","password":"wrong"}')
  })
}

/** The seconds until the database of a stopped platform accepts sessions. */
async function startDatabase(dataFolder) {
  const { startPostgres } = require('../../embedded/dist/postgres/postgres.js')
  const begun = performance.now()
  const started = await startPostgres({ dataFolder })
  const taken = (performance.now() - begun) / 1000
  await started.stop()
  return taken
}
