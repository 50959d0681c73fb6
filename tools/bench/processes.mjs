/** Starting and stopping the processes of a measurement, and what /proc tells of them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Clock ticks of /proc per second; 100 on every Linux that Node runs on. */
const TICKS = 100

/** A start that takes longer has failed. */
const START_MS = 30_000

/** Starts a Node program of this repository; its errors are ours. */
export function startChild(file, environment = {}, { ipc = false, args = [] } = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: { ...process.env, ...environment },
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
    /** The first line that contains the text. */
    async says(text) {
      const already = seen.find((line) => line.includes(text))
      if (already) return already
      const timeout = AbortSignal.timeout(START_MS)
      const line = (async () => {
        for (;;) {
          const [line] = await once(lines, 'line', { signal: timeout })
          if (line.includes(text)) return line
        }
      })()
      return Promise.race([line, ended.then(() => Promise.reject(new Error(`${file} ended before it was ready`)))])
    },
    /** One question, one answer. */
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

/** Builds what has changed, unless the caller of this measurement has built it (`BENCH_IS_BUILT=true`). */
export async function build() {
  if (process.env.BENCH_IS_BUILT === 'true') return
  await startChild('../build/build.cjs', {}, { args: ['--changed'] }).ended
}

/** A port of the loopback address that nobody has now. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** CPU seconds, user and system, of processes; those that have ended count as nothing. */
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

/** The process that listens at a local broker's port; none when it runs elsewhere or is not ours to see. */
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
