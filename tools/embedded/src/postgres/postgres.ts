import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockFolder } from '../folder-lock'
import { postgresPrograms } from './binaries'
import { chooseIdentity, type Identity } from './identity'
import { readPostmaster, stopLeftOver } from './left-over'

export interface PostgresOptions {
  /** Created when missing; contains the cluster, its password and the log of the last run. */
  dataFolder: string
  /** Default: a free port. */
  port?: number
  /** False is faster and loses data when the power fails: for tests. Default true. */
  durable?: boolean
}

export interface Postgres {
  /** `postgres://…` of the superuser and the database `postgres`. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Resolves when the server has ended for any reason. */
  readonly exited: Promise<void>
  /** Ends the sessions, writes all data to disk and stops the server. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server on 127.0.0.1; creates its cluster (UTF-8, locale C) the first time. Only one process can use
 * a data folder. A server that a killed process left there is stopped first.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataFolder = resolve(options.dataFolder)
  const { durable = true } = options
  const unlock = await lockFolder(dataFolder)
  try {
    const programs = postgresPrograms()
    const cluster = join(dataFolder, 'cluster')
    if (existsSync(cluster) && !existsSync(join(cluster, 'PG_VERSION'))) {
      throw new Error(
        `The data folder ${dataFolder} contains no complete PostgreSQL cluster: remove it to start with an empty one.`,
      )
    }
    await stopLeftOver(cluster)
    const isNew = !existsSync(cluster)
    // Before the user is chosen, who becomes the owner of everything in the folder.
    if (isNew) writeFileSync(passwordFile(dataFolder), randomBytes(24).toString('base64url'), { mode: 0o600 })
    const identity = chooseIdentity(programs, dataFolder)
    if (isNew) await initialize(dataFolder, identity, durable)
    const port = await choosePort(options.port)
    const child = await run(dataFolder, identity, port, durable)
    const exited = hasExited(child)
    const password = readFileSync(passwordFile(dataFolder), 'utf8')
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      port,
      pid: child.pid!,
      exited,
      stop: async () => {
        // Fast shutdown, then immediate shutdown when sessions delay it (PostgreSQL manual, 18.5).
        child.kill('SIGINT')
        const impatience = setTimeout(() => child.kill('SIGQUIT'), 20_000)
        await exited
        clearTimeout(impatience)
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Creates the cluster in a folder beside the final one, so that an interrupted start leaves no incomplete cluster. */
async function initialize(dataFolder: string, identity: Identity, durable: boolean): Promise<void> {
  const unfinished = join(dataFolder, 'cluster.unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  const args = [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile(dataFolder)}`,
    '--encoding=UTF8',
    '--locale=C',
    // A temporary server needs no strong password hash: both sides compute its iterations for each connection.
    ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
  ]
  const child = launch(dataFolder, identity, 'initdb', args)
  await hasExited(child)
  if (child.exitCode !== 0)
    throw new Error(`PostgreSQL cannot create a cluster in ${dataFolder}: ${complaint(dataFolder)}`)
  renameSync(unfinished, join(dataFolder, 'cluster'))
}

async function run(dataFolder: string, identity: Identity, port: number, durable: boolean): Promise<ChildProcess> {
  const cluster = join(dataFolder, 'cluster')
  // A socket path has at most 107 bytes; without a socket the port is used.
  const socketFolder = Buffer.byteLength(cluster) < 80 ? cluster : ''
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder,
    // Eight services with a pool each, their listeners, and some for an operator.
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // JIT compilation pays off for reports, not for reads of a few rows.
    jit: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    // Tests clone databases; on Linux the kernel copies their files. The clone of macOS needs a certain file system.
    ...(!durable && process.platform === 'linux' && { file_copy_method: 'clone' }),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = launch(dataFolder, identity, 'postgres', ['-D', cluster, '-p', String(port), ...args])
  for (;;) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.isReady) return child
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PostgreSQL does not start on ${dataFolder}: ${complaint(dataFolder)}`)
    }
    await pause(10)
  }
}

/**
 * Starts one of PostgreSQL's programs with its output in the log file. It has its own session: Ctrl-C in a terminal must
 * not stop the database before the services that use it.
 */
function launch(dataFolder: string, identity: Identity, program: string, args: readonly string[]): ChildProcess {
  const { prefix, uid, programs } = identity
  const [command, ...rest] = [...prefix, join(programs, 'bin', program), ...args]
  const log = openSync(logFile(dataFolder), 'w', 0o600)
  const child = spawn(command!, rest, {
    cwd: uid === undefined ? dataFolder : '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
    detached: true,
    uid,
    gid: uid,
  })
  child.on('error', (error) => writeFileSync(logFile(dataFolder), `FATAL: ${error.message}\n`))
  closeSync(log)
  return child
}

function hasExited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

/** The last error in the program's log. */
function complaint(dataFolder: string): string {
  const lines = readFileSync(logFile(dataFolder), 'utf8').trim().split('\n')
  const reason = lines.filter((line) => /(FATAL|PANIC|error): /i.test(line)).at(-1) ?? lines.at(-1)
  return reason?.replace(/^.*?(FATAL|PANIC|error): +/i, '') || 'it gave no reason.'
}

async function choosePort(wanted: number | undefined): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(
        taken
          ? new Error(
              `Port ${wanted} on 127.0.0.1 is in use: stop the program that listens there, or choose another port for PostgreSQL.`,
            )
          : error,
      )
    })
    server.listen(wanted ?? 0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function passwordFile(dataFolder: string): string {
  return join(dataFolder, 'password')
}

function logFile(dataFolder: string): string {
  return join(dataFolder, 'postgres.log')
}
