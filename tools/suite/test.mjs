/**
 * `npm test`: installs missing packages, compiles, starts a database server and the brokers of this run, runs every
 * test, and stops the servers.
 *
 *   npm test -- apps/dns libs/epp         the tests of these rooms
 *   npm test -- create-domain             the specs of this handler
 *   npm test -- history                   the spec files whose path has this part
 *   npm test -- libs/names/src/idna.ts    one spec, or the specs of a source file
 *   npm test -- -t 'part of a name'       the tests with this name
 *   npm test -- --watch                   tests of changed files, again at every change
 *   npm run test:faults                   kills parts of the platform at every step of every order, not at some
 *
 * Runs of whole rooms use RabbitMQ too, where there is one; other runs use the embedded broker only.
 *
 * TEST_DATABASE_URL  a PostgreSQL server to use instead of one of this run
 * AMQP_URL           a RabbitMQ on which the broker suites run too
 * REQUIRE_RABBITMQ   1: fails when there is no RabbitMQ
 * TEST_SEED          chooses the faults of a run; default: the commit
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { demandNode, install } from './install.mjs'
import { roomsWithTests, runJest, watchJest } from './jest.mjs'
import { connectionsOf } from './postgres.mjs'
import { say, Stop } from './progress.mjs'
import { openRabbitmq, pathWithRabbitmq } from './rabbitmq.mjs'
import { selectionOf } from './selection.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Part of the names of all databases and virtual hosts of this run, since servers may be shared. */
const run = randomBytes(4).toString('hex')
/**
 * Additional workers: tests wait for a third of their time, for servers, processes and timers. With two, both processors
 * of a small machine are always busy, and the pauses of a platform become longer than its own time limits.
 */
const SPARE_WORKERS = 1
/** A platform with two busy registry workers has 56 connections to its database; nearly all others have 20. */
const CONNECTIONS_OF_WORKER = 50
const isRabbitmqRequired = process.env.REQUIRE_RABBITMQ === '1'

let child
let closeRabbitmq
let isStopping = false

async function takeDown() {
  const close = closeRabbitmq
  closeRabbitmq = undefined
  await close?.().catch((error) => say(`left behind: ${error.message}`))
}

async function main() {
  demandNode()
  await install(root)
  const args = process.argv.slice(2)
  const { jest, isWhole } = selectionOf(args, roomsWithTests(root), root)
  const isWatching = args.some((argument) => argument.startsWith('--watch'))
  const rabbitmq =
    isWhole || isRabbitmqRequired ? await openRabbitmq(run, process.env) : { why: 'it is used for whole rooms only' }
  closeRabbitmq = rabbitmq.close

  const env = {
    ...process.env,
    PATH: pathWithRabbitmq(process.env.PATH),
    TEST_RUN: run,
    ...(rabbitmq.url && { TEST_RABBITMQ_URL: rabbitmq.url }),
    ...(rabbitmq.node && { TEST_RABBITMQ_NODE: rabbitmq.node }),
    ...(args.includes('--faults') && { TEST_FAULTS: 'all' }),
  }
  const most = Math.max(1, Math.floor((await connectionsOf(process.env.TEST_DATABASE_URL)) / CONNECTIONS_OF_WORKER))
  const workers = `--maxWorkers=${Math.min(availableParallelism() + SPARE_WORKERS, most)}`
  const options = [workers, ...jest]
  const remember = (started) => (child = started)
  if (isWatching) {
    process.exitCode = await watchJest(root, options, env, remember)
    return takeDown()
  }
  const result = await runJest(root, options, env, remember)
  if (isStopping) return
  await takeDown()

  let { failed } = result
  console.log('')
  // Jest prints them where they happen, thousands of lines earlier.
  if (isWhole)
    for (const { path, name, message } of result.failures) console.log(`FAILED  ${path}: ${name}\n${message}\n`)
  if (isWhole) for (const { path, seconds } of result.slowest) say(`${seconds.toFixed(0).padStart(4)} s  ${path}`)
  say('broker suites ran on the embedded broker')
  if (rabbitmq.url) say('broker suites ran on RabbitMQ as well')
  else say(`broker suites did NOT run on RabbitMQ: ${rabbitmq.why}`)
  if (!rabbitmq.url && isRabbitmqRequired) failed += 1
  if (result.passed + failed === 0) say(`No test matches ${args.join(' ')}. Give a room, a file or a part of its name.`)
  console.log(`${result.passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && result.passed > 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    say('stopping')
    child?.kill('SIGTERM')
    void takeDown().finally(() => process.exit(130))
  })

main().catch(async (error) => {
  await takeDown()
  if (isStopping) return
  console.error(error instanceof Stop ? `\n${error.message}` : error)
  process.exitCode = 1
})
