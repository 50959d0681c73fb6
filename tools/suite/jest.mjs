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

/** More files than this do not fail because the machine was busy. */
const FEW = 3

/**
 * Runs the tests that the options choose; gives how many passed and failed. A file that cannot be run counts as one
 * failure. The tests kill processes and wait for what becomes of them, on a machine that others may use: files that
 * fail, where they are few, are run once more by themselves, which is said.
 */
export async function runJest(root, options, env, onStart) {
  const first = await runOnce(root, options, env, onStart)
  const files = first.files.filter(({ isFailed }) => isFailed)
  if (files.length === 0 || files.length > FEW) return first
  const paths = files.map(({ path }) => path)
  say(`once more, by themselves: ${paths.map((path) => relative(root, path)).join(', ')}`)
  const second = await runOnce(root, ['--runInBand', '--runTestsByPath', ...paths], env, onStart)
  for (const { path } of second.files.filter(({ isFailed }) => !isFailed))
    say(`passed at the second try only: ${relative(root, path)}`)
  const counted = files.reduce((sum, { passed }) => sum + passed, 0)
  return { passed: first.passed - counted + second.passed, failed: second.failed }
}

async function runOnce(root, options, env, onStart) {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-jest-'))
  const outputFile = join(folder, 'result.json')
  const report = ['--json', '--outputFile', outputFile]
  try {
    const jest = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...report, ...options], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    onStart(jest)
    const code = await endsAfter(jest, outputFile)
    if (!existsSync(outputFile)) return { passed: 0, failed: 1, files: [] }
    const result = JSON.parse(readFileSync(outputFile, 'utf8'))
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites
    if (code === null) say(`${options.join(' ')}: something was left open that kept Jest from ending`)
    const files = result.testResults.map(({ name, status, assertionResults }) => ({
      path: name,
      isFailed: status === 'failed',
      passed: assertionResults.filter((test) => test.status === 'passed').length,
    }))
    return { passed: result.numPassedTests, failed: failed || (code === 0 ? 0 : 1), files }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
