import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { install } from '../suite/install.mjs'
import { say } from '../suite/progress.mjs'

const require = createRequire(import.meta.url)

let started
let isStopping = false

function fail(error) {
  console.error(`\n${error.message}`)
  process.exitCode = 1
}

async function stop(sentence) {
  if (isStopping) return process.exit(130)
  isStopping = true
  say(sentence)
  try {
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
  started = await start({ environment: process.env, distributed: process.argv.includes('--distributed'), say })
  started.lost.then((sentence) => {
    fail(new Error(sentence))
    return stop('stopping')
  })
} catch (error) {
  fail(error)
  // Something half-started may still hold the process.
  process.exit()
}
