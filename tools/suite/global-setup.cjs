const { spawnSync } = require('node:child_process')
const { randomBytes } = require('node:crypto')
const path = require('node:path')

const root = path.resolve(__dirname, '../..')

/** Compiles what changed since the last run; tests run on compiled modules (`shared-modules.cjs`). */
function build() {
  const { status } = spawnSync(process.execPath, ['tools/build/build.cjs', '--changed'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The build failed, see above.')
  // Jest runs a single test file in this process, and so does the next run of `--watch`: it must load the new modules.
  for (const file of Object.keys(require.cache))
    if (file.startsWith(root) && !file.includes('/node_modules/')) delete require.cache[file]
}

/**
 * Jest's `globalSetup`: compiles what changed and starts the servers that the environment does not name. So
 * `npx jest <file>`, an editor and `nx test` work without a server on the machine.
 *
 * TEST_DATABASE_URL   a PostgreSQL server to use instead of one of this run
 * TEST_RABBITMQ_URL   a RabbitMQ on which the broker suites run too
 * TEST_AMQP_URLS      the brokers of the broker suites, instead of an embedded one and that RabbitMQ
 * TEST_RUN            marks the databases and virtual hosts of this run
 */
module.exports = async () => {
  build()
  // With `--watch` this is called before each run; the servers keep running.
  if (globalThis.closeTestServers) return
  const close = []
  globalThis.closeTestServers = async () => {
    for (const each of close.reverse()) await each()
  }
  process.env.TEST_RUN ??= randomBytes(4).toString('hex')
  const { openPostgres } = await import('./postgres.mjs')
  const database = await openPostgres(process.env.TEST_RUN, process.env)
  close.push(database.close)
  process.env.TEST_DATABASE_URL = database.url
  if (process.env.TEST_AMQP_URLS) return
  const broker = await require('../embedded/dist/broker/broker.js').startBroker()
  close.push(() => broker.close())
  process.env.TEST_AMQP_URLS = [`${broker.url}?broker=embedded`, process.env.TEST_RABBITMQ_URL].filter(Boolean).join()
}
