/** The contenders that read customers: the platform, a bare server, and the limit of the path. */
import { createRequire } from 'node:module'
import { fillCustomers, someHandles } from './lists/customers-data.mjs'
import { backendsOf, brokerProcess, freePort, startChild } from './processes.mjs'
import { loadOf } from './rounds.mjs'
import { startServices } from './services.mjs'

const require = createRequire(import.meta.url)

/** The limit of a read through the broker (`echo.mjs`). */
export const LIMIT = 'echo + query'

/**
 * Starts the contenders with one account for each of `sizes`. `read(contender, what, connections, seconds)` measures one;
 * `what` is `byId` or `list`, of the account `at`.
 */
export async function startReaders(context, sizes) {
  const { onClose } = context
  const services = await startServices(context, { customers: {} })
  const { databaseUrl, amqpUrl, port, token } = services
  const { Client } = require('pg')
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=customers' })
  await client.connect()
  onClose(() => client.end())
  const accounts = [services, ...(await Promise.all(sizes.slice(1).map(() => services.another())))]
  await fillCustomers(
    client,
    sizes.map((size, index) => [accounts[index].id, size]),
  )
  const handles = []
  for (const { id } of accounts) handles.push(await someHandles(client, id))

  const barePort = await freePort()
  const environment = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, PORT: String(barePort) }
  const bare = startChild('bare.mjs', environment)
  const echo = startChild('echo.mjs', environment, { args: ['serve'] })
  for (const child of [bare, echo]) onClose(() => child.stop())
  await Promise.all([bare, echo].map((child) => child.says('ready')))
  await compareAnswers(services.base, `http://127.0.0.1:${barePort}`, token, handles[0][0])
  const load = loadOf(onClose)
  const echoLoad = loadOf(onClose, 'echo.mjs', environment)
  const broker = await brokerProcess(amqpUrl)
  const ownProcesses = {
    platform: services.processes,
    bare: async () => ({ bare: [bare.pid], PostgreSQL: await backendsOf(databaseUrl) }),
    [LIMIT]: async () => ({ echo: [echo.pid], broker, PostgreSQL: await backendsOf(databaseUrl) }),
  }
  return {
    ...services,
    load,
    read: async (contender, what, connections, seconds, at = 0) => {
      const processes = await ownProcesses[contender]()
      if (contender === LIMIT) return echoLoad(processes, { connections, seconds, handles: handles[at] })
      const byId = handles[at].map((handle) => ({ path: `/v1/customers/${handle}` }))
      const list = [{ path: '/v1/customers?limit=100', headers: { 'x-account': accounts[at].id } }]
      return load(processes, {
        port: contender === 'bare' ? barePort : port,
        connections,
        seconds,
        token: accounts[at].token,
        requests: what === 'byId' ? byId : list,
      })
    },
  }
}

/** Both must return the same customer, or the figures compare different work. */
async function compareAnswers(platform, bare, token, handle) {
  const [full, least] = await Promise.all([
    fetch(`${platform}/v1/customers/${handle}`, { headers: { authorization: `Bearer ${token}` } }),
    fetch(`${bare}/v1/customers/${handle}`),
  ])
  const [fullBody, leastBody] = [await full.json(), await least.json()]
  if (fullBody.data?.handle !== handle || leastBody.data?.handle !== handle) {
    throw new Error(
      `The platform and the bare server return different customers: ${JSON.stringify([fullBody, leastBody])}`,
    )
  }
}
