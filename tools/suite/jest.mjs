import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { say } from './progress.mjs'

const require = createRequire(import.meta.url)

/** Rooms that have tests. */
export const roomsWithTests = (root) =>
  require(join(root, 'jest.config.js')).projects.map(({ displayName }) => displayName)

/** Milliseconds that Jest may take to end after its last test. After that, a test has left a resource open. */
const ENDING_MS = 15_000

/** Jest writes its result after the last test. If the process does not end then, a test has left a resource open. */
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

/** Starts Jest; `onStart` gets the process, so that a signal can end it. */
function start(root, options, env, stdin, onStart) {
  const jest = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...options], {
    cwd: root,
    env,
    stdio: [stdin, 'inherit', 'inherit'],
  })
  onStart(jest)
  return jest
}

/** The files that took longest, each with its seconds. */
function slowestOf(root, { testResults }) {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000
  return testResults
    .map((file) => ({ path: relative(root, file.name), seconds: seconds(file) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
}

/** Lines of a message that say what failed; a comparison of large objects has hundreds. */
const LINES = 40

/** The tests that failed, each as `{ path, name, message }`; of a file that cannot run, the file. */
export function failuresOf(root, { testResults }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const path = relative(root, file)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ path, name: fullName, message: shortened(failureMessages[0]) }))
    return failed.length > 0 || status !== 'failed' ? failed : [{ path, name: 'the file', message: shortened(message) }]
  })
}

const shortened = (message) => message.split('\n').slice(0, LINES).join('\n')

/** Runs Jest until the user ends it: the tests run again when a file changes. Returns the exit code. */
export function watchJest(root, options, env, onStart) {
  return new Promise((resolve, reject) =>
    start(root, options, env, 'inherit', onStart).once('error', reject).once('exit', resolve),
  )
}

/** Runs the tests that the options choose; returns how many passed, how many and which failed. A file that cannot run is one failure. */
export async function runJest(root, options, env, onStart) {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-jest-'))
  const outputFile = join(folder, 'result.json')
  try {
    const jest = start(root, ['--json', '--outputFile', outputFile, ...options], env, 'ignore', onStart)
    const code = await endsAfter(jest, outputFile)
    if (!existsSync(outputFile)) return { passed: 0, failed: 1, failures: [], slowest: [] }
    const result = JSON.parse(readFileSync(outputFile, 'utf8'))
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites
    if (code === null) say(`${options.join(' ')}: a test left something open that kept Jest from ending`)
    return {
      passed: result.numPassedTests,
      failed: failed || (code === 0 ? 0 : 1),
      failures: failuresOf(root, result),
      slowest: slowestOf(root, result),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
