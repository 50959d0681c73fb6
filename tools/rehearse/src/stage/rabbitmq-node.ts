import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'

/** The node takes 3 to 6 s; a busy machine gets ten times that. */
const START_MS = 60_000

/** The user of Debian's package. Its command starts the server as this user when root calls it. */
const PACKAGE_DATA = '/var/lib/rabbitmq'

/** A node of the installed RabbitMQ with its own name, ports and data, beside any other node of this machine. */
export interface RabbitmqNode {
  /** `amqp://…` of its virtual host, which it has again after each start. */
  readonly url: string
  start(): Promise<void>
  /** Ends the server as `kill -9` does. Resolves when it has ended. */
  kill(): Promise<void>
  /** Its queues, with the messages in them. */
  queues(): Promise<readonly { readonly name: string; readonly messages: number }[]>
  /** Deletes everything that the killed server has stored. */
  loseDisk(): void
  close(): Promise<void>
}

/** Starts a node with its data below an empty folder. Throws if RabbitMQ is not installed. */
export async function rabbitmqNode(folder: string): Promise<RabbitmqNode> {
  const folders = [join(folder, 'data'), join(folder, 'log')] as const
  const [port, distribution] = [await freePort(), await freePort()]
  const node = `nameyard-rehearsal-${port}@localhost`
  const pidFile = join(folder, 'data', 'node.pid')
  const makeFolders = () => {
    for (const path of [folder, ...folders]) {
      mkdirSync(path, { recursive: true })
      if (process.getuid?.() !== 0 || !existsSync(PACKAGE_DATA)) continue
      const { uid, gid } = statSync(PACKAGE_DATA)
      chownSync(path, uid, gid)
    }
  }
  let server: ChildProcess | undefined
  const hasEnded = () => server === undefined || server.exitCode !== null || server.signalCode !== null

  const start = async () => {
    makeFolders()
    server = spawn('rabbitmq-server', [], {
      env: {
        ...process.env,
        RABBITMQ_NODENAME: node,
        RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
        RABBITMQ_NODE_PORT: String(port),
        RABBITMQ_DIST_PORT: String(distribution),
        RABBITMQ_MNESIA_BASE: folders[0],
        RABBITMQ_LOG_BASE: folders[1],
        RABBITMQ_PID_FILE: pidFile,
        RABBITMQ_CONFIG_FILE: join(folder, 'none'),
        RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
      },
      stdio: 'ignore',
      detached: true,
    })
    server.on('error', () => undefined)
    await eventually(() => hasEnded() || listens(port), 'the start of RabbitMQ', START_MS)
    if (hasEnded()) throw new Error('rabbitmq-server ended at once. Install RabbitMQ, or correct what its log says.')
  }
  const kill = async () => {
    if (hasEnded()) return
    const ended = once(server!, 'exit')
    // The command waits for the server, which is a process of another user and another group.
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
    await ended
  }
  const control = (...args: string[]) =>
    promisify(execFile)('rabbitmqctl', ['-n', node, '-q', ...args], { timeout: 30_000 })
  await start()
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    start,
    kill,
    async queues() {
      const { stdout } = await control('list_queues', '--formatter', 'json', 'name', 'messages')
      return JSON.parse(stdout) as { name: string; messages: number }[]
    },
    loseDisk: () => rmSync(folders[0], { recursive: true }),
    async close() {
      if (!hasEnded()) {
        const ended = once(server!, 'exit')
        await control('stop').catch(kill)
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether a server speaks AMQP at a port: it closes a connection with an unknown version by naming its own. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('AMQP\0\0\0\0'))
    socket
      .once('data', () => resolve(true))
      .once('error', () => resolve(false))
      .once('close', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })
}
