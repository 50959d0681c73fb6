import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@nameyard/testing/eventually'
import { startProcess, type SupervisedProcess } from '../processes'
import { Supervisor } from './supervisor'

const log = new Writable({ write: (_chunk, _encoding, done) => done() })
const running = `console.log('{"msg":"ready"}'); setInterval(() => 0, 1000)`

let folder: string
let code: string
let started: SupervisedProcess[]
let said: string[]
let supervisor: Supervisor<'app'>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'))
  code = running
  started = []
  said = []
  const launch = (name: 'app') => {
    const script = join(folder, 'script.js')
    writeFileSync(script, code)
    const process = startProcess({ name, script, log })
    started.push(process)
    return process
  }
  supervisor = new Supervisor({ names: ['app'], launch, say: (line) => said.push(line), now: () => performance.now() })
})
afterEach(async () => {
  await supervisor.close([])
  rmSync(folder, { recursive: true })
})

const sentences = (count: number) => eventually(() => said.length >= count, `sentence ${count}`)

it('restarts a killed process, with a growing delay while it cannot start', async () => {
  await supervisor.start('app')
  code = 'console.error("PORT is not a number"); process.exitCode = 1'
  process.kill(started[0]!.pid, 'SIGKILL')
  await sentences(2)
  code = running
  await sentences(3)
  expect(said).toEqual([
    'app was ended by SIGKILL; it is started again in 1 s',
    'app did not start: PORT is not a number; it is started again in 2 s',
    'app runs again',
  ])
  expect(started).toHaveLength(3)
})

it('names the exit code of a process that ended unexpectedly', async () => {
  code = `console.log('{"msg":"ready"}'); setTimeout(() => process.exit(3), 50)`
  await supervisor.start('app')
  await sentences(1)
  expect(said).toEqual(['app ended with exit code 3; it is started again in 1 s'])
})

it('rejects when a process cannot start the first time, and does not restart it', async () => {
  code = 'console.error("PORT is not a number"); process.exitCode = 1'
  await expect(supervisor.start('app')).rejects.toThrow('app did not start: PORT is not a number')
  await pause(1_200)
  expect([started.length, said]).toEqual([1, []])
})

it.each(['kill', 'stop'] as const)('does not restart a process after %s', async (how) => {
  await supervisor.start('app')
  await supervisor.end('app', how)
  await pause(1_200)
  expect([started.length, said]).toEqual([1, []])
})

it('ends a starting process when it closes', async () => {
  await supervisor.start('app')
  process.kill(started[0]!.pid, 'SIGKILL')
  await sentences(1)
  code = 'setInterval(() => 0, 1000)'
  await eventually(() => started.length === 2, 'the second start')
  await supervisor.close([])
  await pause(1_200)
  expect([started.length, said.length]).toEqual([2, 1])
})

it('restarts nothing after it closed during the delay', async () => {
  await supervisor.start('app')
  process.kill(started[0]!.pid, 'SIGKILL')
  await sentences(1)
  await supervisor.close([])
  await pause(1_200)
  expect(started).toHaveLength(1)
})
