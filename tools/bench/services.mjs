/** Services behind a gateway without TLS, each a separate process, and an account that sends requests. */
import { createRequire } from 'node:module'
import { createAccount } from './data.mjs'
import { backendsOf, brokerProcess, freePort, startChild } from './processes.mjs'
import { ownBroker, ownDatabase } from './servers.mjs'

const require = createRequire(import.meta.url)

/** One account sends all requests, as fast as it can. */
const UNLIMITED = { REQUESTS_PER_SECOND: '1000000', REQUESTS_BURST: '1000000' }

/**
 * Starts services and a gateway. `settings` has the environment of each service by its name, `common` that of all of them.
 * Returns the URLs of the servers, the port and base URL of the gateway, the token of an administrator of an account, and
 * the function that returns the process ids by process.
 */
export async function startServices({ server, onClose }, settings, common = {}) {
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const { migrate } = require('@nameyard/persistence/migrate')
  for (const name of Object.keys(settings)) {
    const { migrations } = require(`@nameyard/${name}/service`).service
    await migrate(databaseUrl, { service: name, folders: migrations })
  }
  const port = await freePort()
  const environment = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, LOG_LEVEL: 'info', ...UNLIMITED, ...common }
  const gateway = {
    GATEWAY_HTTP_PORT: String(port),
    GATEWAY_REPEAT_SECRET: 'r'.repeat(32),
    // The lines are written as in operation, but no program reads them on the measured machine.
    GATEWAY_ACCESS_LOG: '/dev/null',
  }
  const children = Object.entries({ ...settings, gateway }).map(([name, own]) => {
    const child = startChild(`../../apps/${name}/dist/main.js`, { ...environment, ...own })
    onClose(() => child.stop())
    return [name, child]
  })
  await Promise.all(children.map(([, child]) => child.says('ready')))
  const base = `http://127.0.0.1:${port}`
  const account = await createAccount(amqpUrl, base)
  const broker = await brokerProcess(amqpUrl)
  const own = Object.fromEntries(children.map(([name, { pid }]) => [name, [pid]]))
  const processes = async () => ({ ...own, broker, PostgreSQL: await backendsOf(databaseUrl) })
  return { databaseUrl, amqpUrl, port, base, ...account, processes, another: () => createAccount(amqpUrl, base) }
}
