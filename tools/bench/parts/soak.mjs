import { setTimeout as pause } from 'node:timers/promises'
import { platform } from '../platform.mjs'
import { backendsOf, brokerProcess, memoryOf, startedApplications } from '../processes.mjs'
import { quantilesOf } from '../report/figures.mjs'
import { ownBroker, ownDatabase } from '../servers.mjs'

export const title = 'Memory over time'

/** Half an hour. */
export const seconds = 1800

/** Clients, and the pause of each between two requests: a steady load that leaves most of the machine idle. */
const CLIENTS = 4
const PAUSE_MS = 40

/** The share of the time after which the growth is measured: caches and heaps have filled by then. */
const WARM_SHARE = 1 / 3

/** Percent. A process whose memory has no slope stays within this over the rest of the time. */
const MOST_GROWTH = 5

/** The memory of each process under orders, reads, customers and changes of zones. */
export async function measure(context) {
  const { seconds: duration, server, onClose } = context
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const { ask } = await platform(databaseUrl, amqpUrl, onClose, { connections: CLIENTS })
  const step = await mixOf(ask)
  const broker = await brokerProcess(amqpUrl)
  const memory = {}
  const times = []
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1000
  const client = async (number) => {
    for (let at = 0; elapsed() < duration; at++) {
      const start = performance.now()
      await step(`${number}-${at}`, at)
      times.push(performance.now() - start)
      await pause(PAUSE_MS)
    }
  }
  const watch = async () => {
    for (let next = 0; elapsed() < duration; next += duration / 180) {
      await pause(Math.max(0, next - elapsed()) * 1000)
      const processes = { ...startedApplications(), broker, PostgreSQL: await backendsOf(databaseUrl) }
      for (const [name, pids] of Object.entries(processes))
        memory[name] = [...(memory[name] ?? []), [elapsed(), memoryOf(pids)]]
    }
  }
  await Promise.all([watch(), ...Array.from({ length: CLIENTS }, (_, number) => client(number))])

  const services = Object.entries(memory).filter(([name]) => name !== 'PostgreSQL' && name !== 'broker')
  const { 0.5: middle, 0.99: tail } = quantilesOf(times)
  return {
    figures: [
      ...services.map(([name, points]) => ({
        name: `growth of ${name} over the last two thirds`,
        unit: '%',
        samples: { platform: [growthOf(points, duration)] },
        targets: [{ atMost: MOST_GROWTH }],
      })),
      ...Object.entries(memory).map(([name, points]) => ({
        name: `memory of ${name} at the end`,
        unit: 'MB',
        samples: { platform: [points.at(-1)[1]] },
      })),
      { name: 'requests a second', unit: 'requests/s', samples: { platform: [times.length / duration] } },
      { name: 'time of a request, median', unit: 'ms', samples: { platform: [middle] } },
      { name: 'time of a request, p99', unit: 'ms', samples: { platform: [tail] } },
    ],
    series: [
      {
        name: 'memory',
        title: 'Memory of each process under a steady load',
        x: { label: 'minutes' },
        y: { label: 'MB' },
        lines: Object.entries(memory).map(([name, points]) => ({
          name,
          points: points.map(([at, megabytes]) => [at / 60, megabytes]),
        })),
      },
    ],
    notes: [
      `${CLIENTS} clients, each with a pause of ${PAUSE_MS} ms after each request: one order of a domain, one new customer, one change of a zone and seven reads in turn.`,
      'Growth is that of the line fitted to the proportional set size (PSS) in the last two thirds of the time, as a share of its mean.',
    ],
  }
}

/** The growth of the line with the least squares, in percent of the mean. */
function growthOf(points, duration) {
  const late = points.filter(([at]) => at >= duration * WARM_SHARE)
  const meanOf = (place) => late.reduce((sum, point) => sum + point[place], 0) / late.length
  const [mean, middle] = [meanOf(1), meanOf(0)]
  const covariance = late.reduce((sum, [at, value]) => sum + (at - middle) * (value - mean), 0)
  const variance = late.reduce((sum, [at]) => sum + (at - middle) ** 2, 0)
  return variance === 0 ? 0 : ((covariance / variance) * (late.at(-1)[0] - late[0][0]) * 100) / mean
}

/** Returns the function that sends the next request of the mix. */
async function mixOf(ask) {
  const customer = (street) => ({
    name: { first_name: 'Ada', last_name: 'Jansen' },
    address: { street, number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
    email: 'ada@example.com',
  })
  const { handle } = await ask('POST', '/v1/customers', customer('Keizersgracht'))
  const zone = { name: 'soak', extension: 'com' }
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 300 }]
  await ask('POST', '/v1/dns/zones', { domain: zone, type: 'master', records })
  const kinds = [
    (label) =>
      ask('POST', '/v1/domains', {
        domain: { name: `soak-${label}`, extension: 'com' },
        period: 1,
        owner_handle: handle,
        ns_group: 'dns-openprovider',
      }),
    () => ask('GET', `/v1/customers/${handle}`),
    () => ask('GET', '/v1/customers?limit=10'),
    () => ask('GET', '/v1/domains?limit=10'),
    (label) => ask('POST', '/v1/customers', customer(`Street ${label}`)),
    () => ask('GET', `/v1/customers/${handle}`),
    () => ask('GET', '/v1/dns/zones/soak.com'),
    (label) => {
      const [client] = label.split('-')
      const sets = [
        { type: 'A', name: `h${client}`, value: `192.0.2.${1 + Math.floor(Math.random() * 250)}`, ttl: 300 },
      ]
      return ask('PUT', '/v1/dns/zones/soak.com', { records: { replace: sets } })
    },
    () => ask('GET', '/v1/domains?limit=10'),
    () => ask('GET', `/v1/customers/${handle}`),
  ]
  return (label, at) => kinds[at % kinds.length](label)
}
