import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fillCustomers, someHandles } from '../lists/customers-data.mjs'
import { inTurn, loadOf, valuesOf } from '../rounds.mjs'
import { startServices } from '../services.mjs'

const require = createRequire(import.meta.url)

export const title = 'Traces'

/** The share of requests that is traced by default. */
const SHARE = '0.01'

const LEVELS = [8, 32]

/** A read by id costs the same in a larger account. */
const MOST_ROWS = 20_000

/** The processes that trace. */
const TRACING = ['gateway', 'customers']

/** Reads by id with traces and without, both through processes of their own that run at the same time. */
export async function measure(context) {
  const { rounds, seconds, warm, onClose } = context
  const load = loadOf(onClose)
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(onClose), OTEL_TRACES_SAMPLER_ARG: SHARE }
  const readers = {
    'without traces': await startReader(context, load, {}),
    platform: await startReader(context, load, traced),
  }
  const contenders = Object.keys(readers)
  for (const name of contenders) await readers[name](LEVELS.at(-1), warm)
  const figures = []
  for (const level of LEVELS) {
    const found = await inTurn(rounds, contenders, (name) => readers[name](level, seconds))
    const cpu = ({ cpu: byProcess }) => TRACING.reduce((sum, name) => sum + byProcess[name], 0)
    figures.push({
      name: `CPU time of a read by id, gateway and service, ${level} connections`,
      unit: 'µs',
      samples: valuesOf(found, cpu),
      targets: [{ against: 'without traces', atMost: 1.05 }],
    })
    for (const name of TRACING) {
      const samples = valuesOf(found, ({ cpu: byProcess }) => byProcess[name])
      figures.push({ name: `of it ${name}, ${level} connections`, unit: 'µs', samples })
    }
  }
  return {
    figures,
    notes: [`\`platform\` traces ${SHARE} of the requests, to a collector that accepts everything.`],
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
    return load(await services.processes(), { port, connections, seconds, token, requests })
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
