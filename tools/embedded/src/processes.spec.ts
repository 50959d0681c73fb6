import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { startProcess, type ProcessOptions, type SupervisedProcess } from './processes'

let folder: string
let lines: string
const log = new Writable({
  write: (chunk, _encoding, done) => {
    lines += String(chunk)
    done()
  },
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'))
  lines = ''
})
afterEach(() => rmSync(folder, { recursive: true }))

function start(code: string, options: Partial<ProcessOptions> = {}): SupervisedProcess {
  const script = join(folder, 'script.js')
  writeFileSync(script, code)
  return startProcess({ name: 'app', script, log, ...options })
}

it('prefixes every line of both outputs with the name, and passes arguments and environment on', async () => {
  const app = start('console.log(process.argv[2] + process.env.GREETING); console.error("two\\nthree")', {
    args: ['one '],
    env: { GREETING: 'hello' },
  })
  expect(await app.says(/one/)).toBe('one hello')
  expect(await app.exited).toEqual({ code: 0, signal: null })
  expect(lines.split('\n').sort()).toEqual(['', 'app | one hello', 'app | three', 'app | two'])
})

it('lets a process shut down on SIGTERM', async () => {
  const app = start(
    'process.on("SIGTERM", () => { console.log("bye"); process.exit(3) }); console.log("ready"); setInterval(() => 0, 1000)',
  )
  await app.says(/./)
  expect(await app.stop()).toEqual({ code: 3, signal: null })
  expect(lines).toBe('app | ready\napp | bye\n')
  expect(await app.stop()).toEqual({ code: 3, signal: null })
})

it('kills a process at once', async () => {
  const app = start(
    'process.on("SIGTERM", () => 0); console.log("first"); console.log("ready"); setInterval(() => 0, 1000)',
  )
  expect(await app.says(/^r/)).toBe('ready')
  expect(await app.kill()).toEqual({ code: null, signal: 'SIGKILL' })
})

it('kills a process that ignores SIGTERM', async () => {
  const app = start('process.on("SIGTERM", () => 0); console.log("ready"); setInterval(() => 0, 1000)', {
    patience: 50,
  })
  await app.says(/./)
  expect(await app.stop()).toEqual({ code: null, signal: 'SIGKILL' })
})

it('reports the last line of a process that ended before it was ready', async () => {
  const app = start('console.error("no configuration"); process.exitCode = 1')
  await expect(app.says(/ready/)).rejects.toThrow('no configuration')
  expect(await app.exited).toEqual({ code: 1, signal: null })
})

it('kills a process at once', async () => {
  const app = start(
    'process.on("SIGTERM", () => 0); console.log("first"); console.log("ready"); setInterval(() => 0, 1000)',
  )
  expect(await app.says(/^r/)).toBe('ready')
  expect(await app.kill()).toEqual({ code: null, signal: 'SIGKILL' })
})
