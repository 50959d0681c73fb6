import { cpuOf, inTurn, loadOf, valuesOf } from '../rounds.mjs'
import { LIMIT, startReaders } from '../readers.mjs'
import { QUANTILES, median } from '../report/figures.mjs'

export const title = 'Latency of reads'

const LEVELS = [1, 32]

/** Connections that read while others log in. */
const READING = 8
const LOGINS = 64

/** The distribution of the times of a read by id, and of reads beside logins. */
export async function measure(context) {
  const { rounds, seconds, warm, rows, onClose } = context
  const readers = await startReaders(context, [Math.min(rows, 20_000)])
  const { read, port, username, password } = readers
  const contenders = ['platform', 'bare', LIMIT]
  for (const contender of contenders) await read(contender, 'byId', 32, warm)
  const byLevel = {}
  for (const level of LEVELS) {
    byLevel[level] = await inTurn(rounds, contenders, (contender) => read(contender, 'byId', level, seconds))
  }

  const login = loadOf(onClose)
  const body = JSON.stringify({ username, password })
  const requests = [{ method: 'POST', path: '/v1/auth/login', body }]
  const logins = []
  const besideLogins = async () => {
    const ended = login({}, { port, connections: LOGINS, seconds, requests })
    const found = await read('platform', 'byId', READING, seconds)
    logins.push((await ended).quantiles[0.5])
    return found
  }
  const beside = await inTurn(rounds, ['alone', 'beside logins'], (name) =>
    name === 'alone' ? read('platform', 'byId', READING, seconds) : besideLogins(),
  )
  const loggingIn = []
  for (let round = 0; round < rounds; round++)
    loggingIn.push(await login(await readers.processes(), { port, connections: 1, seconds, requests }))

  const at = (share) => (result) => result.quantiles[share]
  return {
    figures: [
      {
        name: 'read by id, 1 connection, median',
        unit: 'ms',
        samples: valuesOf(byLevel[1], at(0.5)),
        targets: [
          { against: LIMIT, atMost: 1.5 },
          { against: 'bare', atMost: 3 },
        ],
      },
      { name: 'read by id, 1 connection, p99', unit: 'ms', samples: valuesOf(byLevel[1], at(0.99)) },
      { name: 'read by id, 32 connections, median', unit: 'ms', samples: valuesOf(byLevel[32], at(0.5)) },
      { name: 'read by id, 32 connections, p99', unit: 'ms', samples: valuesOf(byLevel[32], at(0.99)) },
      ...[0.5, 0.99].map((share) => ({
        name: `reads beside ${LOGINS} logins, ${share === 0.5 ? 'median' : 'p99'}`,
        unit: 'ms',
        samples: valuesOf(beside, at(share)),
        targets: [{ of: 'beside logins', against: 'alone', atMost: 2 }],
      })),
      { name: `login, ${LOGINS} at once, median`, unit: 'ms', samples: { platform: logins } },
    ],
    series: [
      ...LEVELS.map((level) => ({
        name: `distribution-${level}`,
        title: `Times of a read by id, ${level} ${level === 1 ? 'connection' : 'connections'}`,
        x: { label: 'milliseconds', isLogarithmic: true },
        y: { label: '% of the requests that take at most this long' },
        lines: contenders.map((name) => ({
          name,
          points: QUANTILES.map((share) => [median(byLevel[level][name].map(at(share))), share * 100]),
        })),
      })),
      {
        name: 'login-cpu',
        title: 'CPU time of a login with a password, by process',
        y: { label: 'microseconds per login' },
        bars: [{ name: 'platform', parts: cpuOf(loggingIn) }],
      },
    ],
    notes: [
      `\`${LIMIT}\` is the limit of the path: plain \`amqplib\` over direct reply-to between two processes, and the bare query.`,
      `\`beside logins\`: ${READING} connections read while ${LOGINS} clients log in with a password, again and again.`,
    ],
  }
}
