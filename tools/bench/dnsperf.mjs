/** dnsperf, the load generator for name servers. */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

const CORES = availableParallelism()

/**
 * Queries a name server that may use the first core only, from the second one; on a machine with one core both share it.
 * Returns answers per second, and the percentage of queries without an answer: a
 * busy machine drops packets. Throws when an answer is not `NOERROR`.
 */
export async function dnsperf({ pid, dnsPort }, file, seconds) {
  const pin = (cores) => run('taskset', ['-a', '-c', '-p', cores, String(pid)])
  await pin('0')
  try {
    const limit = String(Math.max(1, Math.round(seconds)))
    const { stdout } = await run('taskset', [
      ...['-c', String(CORES > 1 ? 1 : 0), 'dnsperf', '-s', '127.0.0.1', '-p', String(dnsPort)],
      ...['-d', file, '-l', limit, '-c', '8', '-T', '1', '-q', '100'],
    ])
    const number = (text) => Number(text.exec(stdout)?.[1])
    if (!/Response codes: +NOERROR \d+ \(100\.00%\)/.test(stdout)) throw new Error(stdout)
    const lost = (number(/Queries lost: +(\d+)/) / number(/Queries sent: +(\d+)/)) * 100
    return { rate: number(/Queries per second: +([\d.]+)/), lost }
  } finally {
    await pin(`0-${CORES - 1}`)
  }
}
