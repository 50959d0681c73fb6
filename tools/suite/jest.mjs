import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from './progress.mjs'

const require = createRequire(import.meta.url)

/** Rooms that have tests. */
export const roomsWithTests = (root) =>
  require(join(root, 'jest.config.js')).projects.map(({ displayName }) => displayName)

/** How long Jest may take to end after its last test before what it waits for counts as left open. */
const ENDING_MS = 15_000

/** Jest writes its result after the last test; whatever keeps the process alive then was left open by a test. */
function endsAfter(jest, outputFile) {
  return new Promise((resolve, reject) => {
    let ending
    const watch = setInterval(() => {
      if (!existsSync(outputFile)) return
      clearInterval(watch)
      ending = setTimeout(() => jest.kill('SIGKILL'), ENDING_MS)
    }, 500)
    jest.once('error', reject).once('exit', (code) => {
      clearInterval(watch)
      clearTimeout(ending)
      resolve(code)
    })
  })
}

/** Runs the tests of some rooms; gives how many passed and failed. A file that cannot be run counts as one failure. */
export async function runJest(root, rooms, options, env, onStart) {
  if (rooms.length === 0) return { passed: 0, failed: 0 }
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-jest-'))
  const outputFile = join(folder, 'result.json')
  const report = ['--json', '--outputFile', outputFile]
  try {
    const jest = spawn(
      process.execPath,
      [join(root, 'node_modules/jest/bin/jest.js'), ...options, ...report, '--selectProjects', ...rooms],
      { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    onStart(jest)
    const code = await endsAfter(jest, outputFile)
    if (!existsSync(outputFile)) return { passed: 0, failed: 1 }
    const result = JSON.parse(readFileSync(outputFile, 'utf8'))
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites
    if (code === null) say(`tests of ${rooms.join(', ')} left something open that kept Jest from ending`)
    return { passed: result.numPassedTests, failed: failed || (code === 0 ? 0 : 1) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
