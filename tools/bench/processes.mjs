/** Starts and stops the processes of a measurement, and reads their CPU time from /proc. */
import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Clock ticks of /proc per second; 100 on every Linux that Node runs on. */
const TICKS = 100

/** A start that takes longer has failed; on a machine with ten times as much to do, one took more than half a minute. */
const START_MS = 120_000

const actorKeys = generateKeyPairSync('ed25519')

/** Settings that services demand: the keys of statements about who makes a request, and the secret of auth codes. */
const demanded = {
  AUTH_CODE_SECRET: 'a'.repeat(32),
  ACTOR_KEYS: actorKeys.publicKey.export({ type: 'spki', format: 'pem' }),
  ACTOR_SIGNING_KEY: actorKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
}

/** Signs that a person of an account makes a request to a service. */
export function statementOf(resellerId, { service }, deadline) {
  const { StatementSigner } = createRequire(import.meta.url)('@nameyard/messaging/actor-statement')
  const actor = { resellerId, contactId: 1, username: 'bench', role: 'admin', scope: ['read', 'write', 'purchase'] }
  return new StatementSigner(actorKeys.privateKey).sign({ audience: service, expires: deadline, actor })
}

/** Starts a Node program of this repository; its standard error is that of this process. */
export function startChild(file, environment = {}, { ipc = false, args = [] } = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: { ...process.env, ...demanded, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', ...(ipc ? ['ipc'] : [])],
  })
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0 && code !== null) throw new Error(`${file} ended with ${code}`)
  })
  ended.catch(() => {})
  const lines = createInterface({ input: child.stdout })
  const seen = []
  lines.on('line', (line) => seen.push(line))
  return {
    pid: child.pid,
    ended,
    /** Resolves with the first line that contains the text. */
    async says(text) {
      const signal = AbortSignal.timeout(START_MS)
      const line = (async () => {
        for (;;) {
          // Several lines may arrive at once, and a wait ends with the first of them.
          const found = seen.find((each) => each.includes(text))
          if (found) return found
          await once(lines, 'line', { signal })
        }
      })()
      return Promise.race([line, ended.then(() => Promise.reject(new Error(`${file} ended before it was ready`)))])
    },
    /** Sends a message to the process and resolves with its reply. */
    async ask(job) {
      child.send(job)
      const [answer] = await Promise.race([once(child, 'message'), ended.then(() => [{ failures: 1, requests: 0 }])])
      return answer
    },
    async stop() {
      child.kill('SIGTERM')
      await ended.catch(() => {})
    },
  }
}

/** Whether a program is installed. */
export function isInstalled(command, ...args) {
  return new Promise((resolve) => {
    execFile(command, args, (error) => resolve(error?.code !== 'ENOENT'))
  })
}

/** The memory of processes in MB: what they share with other processes counts for each in part (PSS). */
export function memoryOf(pids) {
  return pids.reduce((sum, pid) => {
    try {
      const [, kibibytes] = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
      return sum + (Number(kibibytes) * 1024) / 1e6
    } catch {
      return sum
    }
  }, 0)
}

/** A process and all that it has started, and so on. */
export function familyOf(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [[Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1])]]
      } catch {
        return []
      }
    })
  const family = [pid]
  for (const member of family) family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child))
  return family
}

/** The processes of applications that this process has started, by application. */
export function startedApplications() {
  const found = {}
  for (const pid of familyOf(process.pid)) {
    const name = /apps\/([^/]+)\/dist\/main\.js/.exec(commandOf(pid))?.[1]
    if (name) found[name] = [...(found[name] ?? []), pid]
  }
  return found
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Compiles what has changed, unless the caller has done it (`BENCH_IS_BUILT=true`). */
export async function build() {
  if (process.env.BENCH_IS_BUILT === 'true') return
  await startChild('../build/build.cjs', {}, { args: ['--changed'] }).ended
}

/** Returns a free port of the loopback address. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Returns the CPU seconds (user and system) of processes; an ended process counts as 0. */
export function cpuSeconds(pids) {
  return pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
      return sum + (Number(fields[11]) + Number(fields[12])) / TICKS
    } catch {
      return sum
    }
  }, 0)
}

/** Returns the CPU seconds of the processes that the parent of these has started and that have ended; 0 on another machine. */
export function endedCpuSeconds([pid]) {
  try {
    const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]
    const fields = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return 0
  }
}

/** Returns how many system calls that write processes have made, those to sockets included. */
export function writeCalls(pids) {
  return pids.reduce((sum, pid) => sum + Number(/^syscw: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))[1]), 0)
}

/** Returns the processes of PostgreSQL that serve the clients of a database. */
export async function backendsOf(databaseUrl) {
  const { Client } = createRequire(import.meta.url)('pg')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}

/** Runs `act`; returns its result, and the CPU seconds of each process meanwhile. */
export async function withCpu(processes, act) {
  const before = mapValues(processes, cpuSeconds)
  const result = await act()
  return { result, cpu: mapValues(processes, (pids, name) => cpuSeconds(pids) - before[name]) }
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

/** Returns the process id of a local broker, or undefined when it runs elsewhere or belongs to another user. */
export async function brokerProcess(amqpUrl) {
  const port = Number(new URL(amqpUrl).port || 5672)
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const listening = ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/net/${family}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[1]?.endsWith(`:${hex}`) && fields[3] === '0A')
      .map((fields) => `socket:[${fields[9]}]`),
  )
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readdirSync(`/proc/${pid}/fd`).some((fd) => listening.includes(readlinkSync(`/proc/${pid}/fd/${fd}`)))
      } catch {
        return false
      }
    })
    .map(Number)
}
