import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { install } from '../suite/install.mjs'
import { say } from '../suite/progress.mjs'

const require = createRequire(import.meta.url)

let starting
let stoppingSince
/** A terminal and npm may both pass on the same Ctrl-C; a later one is a second Ctrl-C of the user. */
const IMPATIENCE_MS = 1_000

function fail(error) {
  console.error(`\n${error.message}`)
  process.exitCode = 1
}

async function stop(sentence) {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > IMPATIENCE_MS) process.exit(130)
    return
  }
  stoppingSince = performance.now()
  say(sentence)
  try {
    // A start that is not finished has opened resources that only it can close.
    const started = await starting?.catch(() => undefined)
    await started?.stop()
    say('stopped')
  } catch (error) {
    fail(error)
  }
  process.exit()
}

function platform() {
  const isDistributed = process.argv.includes('--distributed')
  if (isDistributed && !(process.env.DATABASE_URL && process.env.AMQP_URL))
    throw new Error('Separate processes need DATABASE_URL and AMQP_URL: set both, or run `npm start`.')
  const { start } = require('./dist/start/start.js')
  return start({ environment: process.env, separation: isDistributed ? {} : undefined, say })
}

function development() {
  const { startDevelopment } = require('./dist/dev/dev.js')
  return startDevelopment({ root: process.cwd(), args: process.argv.slice(2), environment: process.env, say })
}

try {
  await install(process.cwd(), { forTests: process.argv.includes('--dev') })
  const build = spawnSync(process.execPath, ['tools/build/build.cjs', '--changed'], { stdio: 'inherit' })
  if (build.status !== 0) throw new Error('The build failed, see above.')
  say('starting')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop('stopping'))
  starting = process.argv.includes('--dev') ? development() : platform()
  const sentence = await (await starting).lost
  fail(new Error(sentence))
  await stop('stopping')
} catch (error) {
  fail(error)
  // A resource that was only half opened may still keep the process alive.
  process.exit()
}
