import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { install } from '../suite/install.mjs'
import { say } from '../suite/progress.mjs'

const require = createRequire(import.meta.url)

let starting
let stoppingSince
/** A terminal and npm may both pass on one Ctrl-C; only a later one is impatience. */
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
    // A start that is not over has opened things that only it can name.
    const started = await starting?.catch(() => undefined)
    await started?.stop()
    say('stopped')
  } catch (error) {
    fail(error)
  }
  process.exit()
}

try {
  await install(process.cwd(), { forTests: false })
  const build = spawnSync(process.execPath, ['tools/build/build.cjs', '--changed'], { stdio: 'inherit' })
  if (build.status !== 0) throw new Error('The build failed, see above.')
  say('starting')
  const { start } = require('./dist/start/start.js')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop('stopping'))
  starting = start({ environment: process.env, distributed: process.argv.includes('--distributed'), say })
  const sentence = await (await starting).lost
  fail(new Error(sentence))
  await stop('stopping')
} catch (error) {
  fail(error)
  // Something half-started may still hold the process.
  process.exit()
}
