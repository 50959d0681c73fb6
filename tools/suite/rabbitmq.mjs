import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { say } from './progress.mjs'

const require = createRequire(import.meta.url)
const run = promisify(execFile)
const STANDARD = 'amqp://guest:guest@127.0.0.1:5672'
/** Debian's scripts. Their wrappers in the path are only for root and the user rabbitmq. */
const SCRIPTS = '/usr/lib/rabbitmq/bin'
const isRoot = process.getuid?.() === 0
/** Milliseconds to start our own node. It took 3 to 6 s; a busy machine gets ten times that. */
const START_MS = 60_000

/** The path with the folder in which tests find the commands, too. */
export const pathWithRabbitmq = (path) => (!isRoot && existsSync(SCRIPTS) ? `${SCRIPTS}:${path}` : path)

async function answers(url) {
  try {
    const connection = await require('amqplib').connect(url, { timeout: 3000 })
    await connection.close()
    return true
  } catch {
    return false
  }
}

const control = (env, node, ...args) =>
  run('rabbitmqctl', [...(node ? ['-n', node] : []), '-q', ...args], { env, timeout: 30_000 })

/** The command line tool creates and removes the virtual hosts of a run, so a server is useless to us without it. */
async function obeys(env, node, name) {
  try {
    await control(env, node, 'add_vhost', `nameyard-${name}-probe`)
    await control(env, node, 'delete_vhost', `nameyard-${name}-probe`)
    return true
  } catch {
    return false
  }
}

async function dropVhosts(env, node, name) {
  const { stdout } = await control(env, node, 'list_vhosts', '--no-table-headers')
  const ours = stdout.split('\n').filter((vhost) => vhost.startsWith(`nameyard-${name}-`))
  for (const vhost of ours) await control(env, node, 'delete_vhost', vhost)
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Starts our own node of the installed package, beside any other node on this machine. */
async function startNode(env, name) {
  const folder = mkdtempSync(join(tmpdir(), `nameyard-${name}-rabbitmq-`))
  const folders = { RABBITMQ_MNESIA_BASE: join(folder, 'data'), RABBITMQ_LOG_BASE: join(folder, 'log') }
  for (const path of Object.values(folders)) mkdirSync(path)
  if (isRoot) {
    const { uid, gid } = statSync('/var/lib/rabbitmq')
    for (const path of [folder, ...Object.values(folders)]) chownSync(path, uid, gid)
  }
  const node = `nameyard-${name}@localhost`
  const port = await freePort()
  const server = spawn('rabbitmq-server', [], {
    env: {
      ...env,
      ...folders,
      RABBITMQ_NODENAME: node,
      RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
      RABBITMQ_NODE_PORT: String(port),
      RABBITMQ_DIST_PORT: String(await freePort()),
      RABBITMQ_CONFIG_FILE: join(folder, 'none'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    },
    stdio: 'ignore',
    detached: true,
  })
  let ended = false
  server.once('exit', () => (ended = true)).once('error', () => (ended = true))
  const url = `amqp://guest:guest@127.0.0.1:${port}`
  const close = async () => {
    await control(env, node, 'stop').catch(() => undefined)
    for (let waited = 0; !ended && waited < 10_000; waited += 100) await pause(100)
    if (!ended) process.kill(-server.pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  for (const end = performance.now() + START_MS; performance.now() < end && !ended; await pause(200))
    if ((await answers(url)) && (await obeys(env, node, name))) return { url, node, close }
  await close()
  return { why: 'the installed rabbitmq-server did not start' }
}

/**
 * Returns RabbitMQ for the suites that run on it, as `{ url, node?, close }`: the server at AMQP_URL or on the standard
 * port, or our own node of an installed rabbitmq-server. Returns `{ why }` when there is none.
 */
export async function openRabbitmq(name, environment) {
  const env = { ...environment, PATH: pathWithRabbitmq(environment.PATH) }
  const url = environment.AMQP_URL ?? STANDARD
  if (await answers(url)) {
    if (await obeys(env, undefined, name)) {
      say(`RabbitMQ at ${new URL(url).host}, virtual hosts nameyard-${name}-*`)
      return { url, close: () => dropVhosts(env, undefined, name) }
    }
    say(`RabbitMQ at ${new URL(url).host} answers, but rabbitmqctl may not make virtual hosts there`)
  }
  const isInstalled = env.PATH.split(':').some((folder) => existsSync(join(folder, 'rabbitmq-server')))
  if (!isInstalled) return { why: 'none answers at AMQP_URL or 127.0.0.1:5672, and rabbitmq-server is not installed' }
  const node = await startNode(env, name)
  if (node.url) say(`RabbitMQ of this run at ${new URL(node.url).host}`)
  return node
}
