/**
 * `npm test`: installs, builds, brings up a database server and the brokers of this run, runs every test, takes all
 * of it down again. `npm test -- libs/epp apps/dns` runs the tests of those rooms alone; `npm run test:faults` kills
 * parts of the platform at every step of every order, of which the others kill at a few.
 *
 * TEST_DATABASE_URL  a PostgreSQL server to use instead of an own one
 * AMQP_URL           the RabbitMQ to run the broker suites on as well
 * REQUIRE_RABBITMQ   1: fail when there is no RabbitMQ to run them on
 * TEST_SEED          which kills a run of all tests does; default: others for each commit
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { demandNode, install } from './install.mjs'
import { roomsWithTests, runJest } from './jest.mjs'
import { openPostgres } from './postgres.mjs'
import { say, Stop } from './progress.mjs'
import { openRabbitmq, pathWithRabbitmq } from './rabbitmq.mjs'

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Marks everything this run makes on servers it may share with others. */
const run = randomBytes(4).toString('hex')
const JOURNEYS = 'apps/e2e'
/** Tests wait for a third to a half of their time: for servers, for processes, for what is due. */
const SPARE_WORKERS = 2
/** A platform with two workers of the registry, all busy, has 56 connections to its database; nearly all others have 20. */
const CONNECTIONS_OF_WORKER = 50
/** Specs that meet every fault in a run of faults, and a few in a run of all tests. */
const FAULT_SPECS = 'apps/e2e/test/(answers|crowd|faults|[a-z]+-kill)\\.spec'
const isFaults = process.argv.includes('--faults')

const opened = []
let child
let isStopping = false

async function takeDown() {
  for (const { close } of opened.splice(0).reverse())
    await close().catch((error) => say(`left behind: ${error.message}`))
}

async function openEmbeddedBroker() {
  const { startBroker } = require('../embedded/dist/broker/broker.js')
  const broker = await startBroker()
  say(`embedded broker at ${new URL(broker.url).host}`)
  return { url: `${broker.url}?broker=embedded`, close: () => broker.close() }
}

async function open(opening) {
  const service = await opening
  if (service.close) opened.push(service)
  return service
}

async function main() {
  demandNode()
  await install(root)
  // Only what has changed: a run that a test of another run starts takes no file from under the processes of that one.
  if (spawnSync(process.execPath, ['tools/build/build.cjs', '--changed'], { cwd: root, stdio: 'inherit' }).status !== 0)
    throw new Stop('The build failed, see above.')

  const rabbitmqOpening = open(openRabbitmq(run, process.env))
  const database = await open(openPostgres(run, process.env))
  const embedded = await open(openEmbeddedBroker())
  const rabbitmq = await rabbitmqOpening

  const env = {
    ...process.env,
    PATH: pathWithRabbitmq(process.env.PATH),
    TEST_RUN: run,
    TEST_DATABASE_URL: database.url,
    TEST_AMQP_URLS: [embedded.url, rabbitmq.url].filter(Boolean).join(),
    ...(rabbitmq.node && { TEST_RABBITMQ_NODE: rabbitmq.node }),
    ...(isFaults && { TEST_FAULTS: 'all' }),
  }
  const asked = isFaults ? [JOURNEYS] : process.argv.slice(2)
  const rooms = roomsWithTests(root).filter((room) => asked.length === 0 || asked.includes(room))
  if (rooms.length === 0) throw new Stop(`No room is called ${asked.join(' or ')}.`)
  const remember = (jest) => (child = jest)
  say(`tests of ${rooms.length} rooms`)
  const most = Math.max(1, Math.floor(database.connections / CONNECTIONS_OF_WORKER))
  const workers = `--maxWorkers=${Math.min(availableParallelism() + SPARE_WORKERS, most)}`
  const some = isFaults ? [`--testPathPatterns=${FAULT_SPECS}`] : []
  const result = await runJest(root, ['--selectProjects', ...rooms, workers, ...some], env, remember)
  if (isStopping) return
  await takeDown()

  let { failed } = result
  console.log('')
  say('broker suites ran on the embedded broker')
  if (rabbitmq.url) say('broker suites ran on RabbitMQ as well')
  else say(`broker suites did NOT run on RabbitMQ: ${rabbitmq.why}`)
  if (!rabbitmq.url && process.env.REQUIRE_RABBITMQ === '1') failed += 1
  console.log(`${result.passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && result.passed > 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    say('stopping')
    child?.kill('SIGTERM')
    takeDown().finally(() => process.exit(130))
  })

main().catch(async (error) => {
  await takeDown()
  if (isStopping) return
  console.error(error instanceof Stop ? `\n${error.message}` : error)
  process.exitCode = 1
})
