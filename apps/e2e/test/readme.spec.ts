import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { testBroker } from '@nameyard/testing/broker'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, temporaryFolder, type Platform } from '../src/platform'
import { root, run } from '../src/run'

/** Runs every command of README.md as a reader would, on a platform that `npm start` started in this checkout. */

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!.trim())
const lines = (block: string) => block.split('\n')

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Returns the child process whose command line contains a text. */
function childOf(pid: number, text: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  return children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(text))!
}

/** Returns a folder with a stand-in for a program; empty if the machine has the program. */
function standIn(program: string): string {
  const has = (folder: string) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  if ((process.env.PATH ?? '').split(delimiter).some(has)) return ''
  const folder = temporaryFolder()
  const script = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'apps/e2e/stand-ins', program)}.mjs' "$@"\n`
  writeFileSync(join(folder, program), script, { mode: 0o755 })
  return folder
}

describe('the commands of the README', () => {
  let platform: Platform
  beforeAll(async () => {
    platform = await startPlatform()
  })
  afterAll(async () => {
    await platform?.verifyLedgers()
    await platform?.stop()
  })

  it('are the blocks that this test runs', () => {
    expect(blocks.map((block) => lines(block)[0]!.split(' ').slice(0, 3).join(' '))).toEqual([
      'npm start',
      'node tools/embedded/try.mjs login',
      'api() { curl',
      'export DATABASE_URL=postgres://nameyard:secret@127.0.0.1:5432/nameyard',
      'npm run migrate',
    ])
  })

  it('start the platform and run the tests', () => {
    expect(lines(blocks[0]!)).toEqual(['npm start', 'npm test'])
    expect(scripts.start).toBe('node tools/embedded/start.cjs')
    // Run by tools/suite/test/selection.spec.ts.
    expect(scripts.test).toBe('node tools/suite/test.mjs')
  })

  it('lead from a login to a DNS answer with Node', async () => {
    const answers: string[] = []
    for (const command of lines(blocks[1]!)) {
      const { code, stdout, stderr } = await run('sh', ['-c', command], platform.environment)
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' })
      answers.push(stdout)
    }
    expect(answers[0]).toContain('"token"')
    expect(answers[2]).toContain('"status": "free"')
    expect(answers[3]).toContain('"status": "ACT"')
    expect(answers[4]).toContain('www.hello.com  A  192.0.2.10')
  })

  it('are the commands that npm start prints', () => {
    const printed = [...platform.printed().matchAll(/^ +(node tools\/.*)$/gm)].map(([, command]) => command!)
    const name = /check (\S+)/.exec(platform.printed())![1]!
    expect(printed).toEqual(lines(blocks[1]!).map((command) => command.replace('hello.com', name)))
  })

  it('lead from a login to a DNS answer with curl and dig', async () => {
    const { NAMEYARD_DATA, GATEWAY_HTTPS_PORT, DNS_PORT } = platform.environment
    const script = blocks[2]!
      .replaceAll('.data/', `${relative(root, NAMEYARD_DATA!)}/`)
      .replaceAll('8443', GATEWAY_HTTPS_PORT!)
      .replaceAll('5300', DNS_PORT!)
    const path = [process.env.PATH, standIn('curl'), standIn('dig')].filter(Boolean).join(delimiter)
    const { code, stdout, stderr } = await run('sh', ['-ec', script], { PATH: path })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('"status":"free"')
    expect(stdout).toContain('"status":"ACT"')
    expect(stdout).toMatch(/^192\.0\.2\.10$/m)
  })

  it('start separate processes, migrate, create an account and record a payment', async () => {
    const [database, broker] = await Promise.all([testDatabase(), testBroker()])
    const servers = { databaseUrl: database.url, amqpUrl: broker.url }
    expect(lines(blocks[3]!).map((line) => line.replace(/=.*/, ''))).toEqual([
      'export DATABASE_URL',
      'export AMQP_URL',
      'npm run start:distributed',
    ])
    expect(scripts['start:distributed']).toBe('node tools/embedded/start.cjs --distributed')
    const distributed = await startPlatform({ ...servers, args: ['--distributed'] })
    try {
      const environment = { DATABASE_URL: servers.databaseUrl, AMQP_URL: servers.amqpUrl }
      const [migrated, opened, paid] = [
        await run('sh', ['-c', lines(blocks[4]!)[0]!], environment),
        await run('sh', ['-c', lines(blocks[4]!)[1]!], environment),
        await run('sh', ['-c', lines(blocks[4]!)[2]!], environment),
      ]
      expect(migrated.stdout).toContain('the database is up to date')
      expect(paid.stdout).toContain('balance 100 EUR, reserved 0')
      const password = /^password (\S+)$/m.exec(opened.stdout)?.[1]
      const login = await distributed.ask('POST', '/v1/auth/login', { body: { username: 'ada', password } })
      expect(login.json).toMatchObject({ code: 0 })

      process.kill(childOf(distributed.pid, 'apps/gateway/'), 'SIGKILL')
      const restarted = /gateway was ended by SIGKILL; it is started again in 1 s[\s\S]*gateway runs again/
      await eventually(() => restarted.test(distributed.printed()), 'the restart of the gateway')
      const again = await distributed.ask('POST', '/v1/auth/login', { body: { username: 'ada', password } })
      expect(again.json).toMatchObject({ code: 0 })
    } finally {
      expect(await distributed.stop()).toBe(0)
      expect(distributed.printed().match(/is started again/g)).toHaveLength(1)
      await Promise.all([database.drop(), broker.drop()])
    }
  })
})
