import { cpuOf, inTurn, pointsOf, valuesOf } from '../rounds.mjs'
import { LIMIT, startReaders } from '../readers.mjs'

export const title = 'Reads'

const LEVELS = [1, 8, 32, 128]

/** How often a read by id must be as fast as the bare server, by connections. */
const TARGETS = { 32: [{ against: 'bare', atLeast: 1.3 }], 128: [{ against: 'bare', atLeast: 1.8 }] }

/** Connections that read the list, and connections whose CPU time is shown. */
const LISTING = 8
const BUSY = 32

/** Reads by id and pages of one account of `rows` customers. */
export async function measure(context) {
  const { rounds, seconds, warm, rows } = context
  const { read } = await startReaders(context, [rows])
  const contenders = ['platform', 'bare', LIMIT]
  for (const contender of contenders) await read(contender, 'byId', BUSY, warm)
  const byLevel = {}
  for (const level of LEVELS) {
    byLevel[level] = await inTurn(rounds, contenders, (contender) => read(contender, 'byId', level, seconds))
  }
  const listers = ['platform', 'bare']
  for (const contender of listers) await read(contender, 'list', LISTING, warm)
  const lists = await inTurn(rounds, listers, (contender) => read(contender, 'list', LISTING, seconds))

  const rate = ({ rate: perSecond }) => perSecond
  const size = ({ bytes }) => bytes
  const cpu = (found) => Object.entries(found).map(([name, results]) => ({ name, parts: cpuOf(results) }))
  return {
    figures: [
      ...LEVELS.map((level) => ({
        name: `read by id, ${level} ${level === 1 ? 'connection' : 'connections'}`,
        unit: 'requests/s',
        samples: valuesOf(byLevel[level], rate),
        targets: TARGETS[level],
      })),
      {
        name: `list of 100 out of ${rows}, ${LISTING} connections`,
        unit: 'requests/s',
        samples: valuesOf(lists, rate),
        targets: [{ against: 'bare', atLeast: 1 }],
      },
      ...Object.entries({ 'read by id': byLevel[BUSY], 'list of 100': lists }).map(([what, { platform, bare }]) => ({
        name: `HTTP answer to a ${what}`,
        unit: 'bytes',
        samples: valuesOf({ platform, bare }, size),
      })),
    ],
    series: [
      {
        name: 'throughput',
        title: 'Reads by id per second, by connections',
        x: { label: 'connections', isLogarithmic: true },
        y: { label: 'requests per second' },
        lines: contenders.map((name) => ({
          name,
          points: pointsOf(LEVELS, (level) => byLevel[level][name].map(rate)),
        })),
      },
      {
        name: 'cpu',
        title: `CPU time of a read by id, by process, ${BUSY} connections`,
        y: { label: 'microseconds per request' },
        bars: cpu(byLevel[BUSY]),
      },
      {
        name: 'list-cpu',
        title: `CPU time of a list of 100, by process, ${LISTING} connections`,
        y: { label: 'microseconds per request' },
        bars: cpu(lists),
      },
    ],
    notes: [
      '`bare`: one process with Fastify and `pg` that reads the same rows by the same key, and lists with the same SQL; no authentication, no broker.',
      `\`${LIMIT}\`: plain \`amqplib\` over direct reply-to between two processes, and the bare query; as many requests at once as the others have connections, no HTTP.`,
    ],
  }
}
