import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fillCustomers, someHandles } from '../lists/customers-data.mjs'
import { writeCalls } from '../processes.mjs'
import { inTurn, loadOf, valuesOf } from '../rounds.mjs'
import { startServices } from '../services.mjs'

const require = createRequire(import.meta.url)

export const title = 'Traces'

/** Rounds and seconds of each, unless the command line says otherwise: many short ones differ less by other load. */
export const rounds = 20
export const seconds = 1

/** The share of requests that is traced by default. */
const SHARE = '0.01'

/**
 * Seconds of load before each measurement. Spans are exported each second: so the last export of the contender before
 * happens here, and the measured seconds have as many exports as a steady load.
 */
const LEAD = 1.2

const LEVELS = [8, 32]

/** A read by id costs the same in a larger account. */
const MOST_ROWS = 20_000

/** The processes that trace. */
const TRACING = ['gateway', 'customers']

/** The contender without traces, and the same once more: what differs between these two is not the cost of traces. */
const WITHOUT = 'without traces'
const AGAIN = 'without traces, again'

/** Reads by id with traces and without, all through processes of their own that run at the same time. */
export async function measure(context) {
  const { rounds, seconds, warm, onClose } = context
  const load = loadOf(onClose)
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(onClose), OTEL_TRACES_SAMPLER_ARG: SHARE }
  const readers = {
    [WITHOUT]: await startReader(context, load, {}),
    platform: await startReader(context, load, traced),
    [AGAIN]: await startReader(context, load, {}),
  }
  const contenders = Object.keys(readers)
  for (const name of contenders) await readers[name](LEVELS.at(-1), warm)
  const figures = []
  for (const level of LEVELS) {
    const found = await inTurn(rounds, contenders, async (name) => {
      await readers[name](level, LEAD)
      return readers[name](level, seconds)
    })
    figures.push({
      name: `read by id, ${level} connections`,
      unit: 'requests/s',
      samples: valuesOf(found, ({ rate }) => rate),
      targets: [{ against: WITHOUT, atLeast: 0.95 }],
    })
    const cpu = ({ cpu: byProcess }) => TRACING.reduce((sum, name) => sum + byProcess[name], 0)
    figures.push({
      name: `CPU time of a read by id, gateway and service, ${level} connections`,
      unit: 'µs',
      samples: valuesOf(found, cpu),
    })
    for (const name of TRACING) {
      const samples = valuesOf(found, ({ cpu: byProcess }) => byProcess[name])
      figures.push({ name: `of it ${name}, ${level} connections`, unit: 'µs', samples })
    }
    figures.push({
      name: `write calls of customers for a read, ${level} connections`,
      unit: 'calls',
      samples: valuesOf(found, ({ writes }) => writes),
    })
  }
  return {
    figures,
    notes: [
      `\`platform\` traces ${SHARE} of the requests, to a collector that accepts everything.`,
      `\`${AGAIN}\`: other processes of the same as \`${WITHOUT}\`. What differs between these two is no cost of traces.`,
      'The service writes to the database and to the broker once for each message of requests. More write calls for a read mean that fewer requests shared a message, and each then costs more CPU time.',
    ],
  }
}

/** Starts the services and an account with customers; the function that is returned reads them. */
async function startReader(context, load, settings) {
  const { onClose, rows } = context
  const services = await startServices(context, { customers: {} }, settings)
  const { Client } = require('pg')
  const client = new Client({ connectionString: services.databaseUrl, options: '-c search_path=customers' })
  await client.connect()
  onClose(() => client.end())
  await fillCustomers(client, [[services.id, Math.min(rows, MOST_ROWS)]])
  const handles = await someHandles(client, services.id)
  const requests = handles.map((handle) => ({ path: `/v1/customers/${handle}` }))
  return async (connections, seconds) => {
    const { port, token } = services
    const processes = await services.processes()
    const before = writeCalls(processes.customers)
    const result = await load(processes, { port, connections, seconds, token, requests })
    return { ...result, writes: (writeCalls(processes.customers) - before) / result.requests }
  }
}

/** Starts a collector that reads everything and stores nothing; returns its URL. */
async function startCollector(onClose) {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onClose(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${server.address().port}`
}
