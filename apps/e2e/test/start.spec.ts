import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { applications } from '@nameyard/embedded/platform/applications'
import type { Ports } from '@nameyard/embedded/platform/settings'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { faultsOfMetrics } from '@nameyard/testing/promtool'
import { freePorts } from '../src/free-ports'
import { environmentOf, startPlatform, temporaryFolder, type Platform } from '../src/platform'
import { logIn, order, person } from '../src/reseller'
import { node, run } from '../src/run'

/** `npm start` on a machine that has only Node: with embedded servers and a data folder. A failed start prints one sentence. */

describe('npm start', () => {
  const data = temporaryFolder()
  let healthPort: number
  let first: Platform

  beforeAll(async () => {
    healthPort = await freePort()
    first = await startPlatform({ data, healthPort })
  })
  afterAll(() => first?.stop())

  it('refuses connections to its broker from users who cannot read the data folder', async () => {
    const { amqpUrl } = JSON.parse(readFileSync(join(data, 'platform.json'), 'utf8')) as { amqpUrl: string }
    const { host, password } = new URL(amqpUrl)
    for (const login of ['guest:guest', 'nameyard:nameyard', 'nameyard:']) {
      const stranger = { AMQP_URL: `amqp://${login}@${host}` }
      const { code } = await run(process.execPath, ['tools/admin/dist/main.js', 'ledger', 'verify', '--all'], stranger)
      expect(code).toBe(69)
    }
    for (const file of ['platform.json', 'broker/password', 'secrets.json', 'postgres/password', 'demo.json'])
      expect([file, statSync(join(data, file)).mode & 0o777]).toEqual([file, 0o600])
    expect(readFileSync(join(data, 'platform.log'), 'utf8')).not.toContain(password)
    expect(first.printed()).not.toContain(password)
    // The operator's command line finds the password by itself.
    await node(['tools/admin/dist/main.js', 'ledger', 'verify', '--all'], { AMQP_URL: '', NAMEYARD_DATA: data })
  })

  it('stops cleanly, and the next start finds the data', async () => {
    const reseller = await logIn(first)
    const { handle } = await reseller.done('POST', '/v1/customers', person)
    const { id, status } = await reseller.done('POST', '/v1/domains', order('kept.com', handle))
    expect(status).toBe('ACT')
    await reseller.done('POST', '/v1/customers/verifications/emails/start', { email: person.email, handle })
    const [, mail] = await eventually(
      () =>
        /the mail to ada@example\.com is (\S+\.eml) with the link \S+\/verify\/…/.exec(first.printed()) ?? undefined,
      'the mail',
    )
    expect(mail!.startsWith(join(data, 'mail/'))).toBe(true)
    const [link] = /https:\S+\/verify\/\S+/.exec(readFileSync(mail!, 'utf8').replaceAll('=\r\n', '')) ?? []
    expect(link!.startsWith(`${first.url}/verify/`)).toBe(true)
    expect(first.printed()).not.toContain(link!)
    expect(await first.open('GET', link!)).toMatchObject({ status: 200, text: expect.stringContaining(person.email) })
    const health = (path: string) => fetch(`http://127.0.0.1:${healthPort}${path}`)
    expect((await health('/readyz')).status).toBe(200)
    const metrics = await health('/metrics')
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const printed = await metrics.text()
    expect(printed).toMatch(/^customers_mails_total\{outcome="sent"\} [1-9]/m)
    expect(printed).toMatch(/^process_cpu_seconds_total/m)
    for (const { name } of applications) expect(printed).toContain(`nameyard_build_info{service="${name}"`)
    expect(faultsOfMetrics(printed)).toBe('')
    await first.verifyLedgers()
    expect(await first.stop()).toBe(0)
    expect(existsSync(join(data, 'postgres/cluster/postmaster.pid'))).toBe(false)

    // A data folder of a version whose broker had no password.
    rmSync(join(data, 'broker/password'))
    const second = await startPlatform({ data })
    try {
      expect(second.account).toEqual(first.account)
      const again = await logIn(second)
      expect(await again.done('GET', `/v1/domains/${id}`)).toMatchObject({ id, status: 'ACT' })
      // A link that was mailed before the restart still works.
      const { pathname } = new URL(link!)
      expect(await second.open('POST', pathname)).toMatchObject({ status: 200 })
      const verified = { results: [{ status: 'verified' }] }
      expect(await again.done('GET', '/v1/customers/verifications/emails/domains')).toMatchObject(verified)
      // The sandbox registry kept its data, so our login there still works.
      expect(await again.done('POST', '/v1/domains', order('added.com', handle))).toMatchObject({ status: 'ACT' })
    } finally {
      await second.verifyLedgers()
      expect(await second.stop()).toBe(0)
    }
  })
})

describe('a failing npm start', () => {
  /** Returns the output of a failing start after its progress messages, and its exit code. */
  async function failing({
    data = temporaryFolder(),
    ports,
    args = ['tools/embedded/start.cjs'],
  }: {
    data?: string
    ports?: Ports
    args?: string[]
  } = {}) {
    const environment = environmentOf({ data, ports: ports ?? (await freePorts()) })
    const { code, stderr } = await run(process.execPath, args, environment)
    return { code, output: stderr.trim() }
  }

  it.each(['https', 'dns', 'epp', 'control'] as const)('names the %s port when it is in use', async (use) => {
    const ports = await freePorts()
    const server = createServer().listen(ports[use], '127.0.0.1')
    await once(server, 'listening')
    try {
      const { code, output } = await failing({ ports })
      expect(output).toMatch(
        new RegExp(
          `^Port ${ports[use]} on 127\\.0\\.0\\.1 is in use: stop the program that listens there, or set [A-Z_]+ to a free port\\.$`,
        ),
      )
      expect(code).toBe(1)
    } finally {
      server.close()
    }
  })

  it.each<[string, (data: string) => void, RegExp]>([
    [
      'is a file',
      (data) => {
        rmSync(data, { recursive: true })
        writeFileSync(data, '')
      },
      /^The data folder \S+ cannot be used: EEXIST.*$/,
    ],
    [
      'has half a cluster',
      (data) => mkdirSync(join(data, 'postgres/cluster'), { recursive: true }),
      /^The data folder \S+ contains no complete PostgreSQL cluster: remove it to start with an empty one\.$/,
    ],
    [
      'has invalid secrets',
      (data) => writeFileSync(join(data, 'secrets.json'), '{"registryPassword":1}'),
      /^The data folder is broken: \S+secrets\.json was changed: restore it, or remove the folder to start empty\.$/,
    ],
  ])('says that the data folder %s', async (_, spoil, sentence) => {
    const data = temporaryFolder()
    spoil(data)
    const { code, output } = await failing({ data })
    expect(output).toMatch(sentence)
    expect(code).toBe(1)
  })

  it('names the Node version that it needs', async () => {
    const preload = join(temporaryFolder(), 'old.cjs')
    writeFileSync(preload, "Object.defineProperty(process, 'versions', { value: { node: '18.19.0' } })")
    const { code, output } = await failing({ args: ['--require', preload, 'tools/embedded/start.cjs'] })
    expect(output).toMatch(/^Nameyard needs Node 20\.19 or newer; this is [^\n]+$/)
    expect(code).toBe(1)
  })

  it('names the missing servers when separate processes are started without them', async () => {
    const { code, output } = await failing({ args: ['tools/embedded/start.cjs', '--distributed'] })
    expect(output).toBe('Separate processes need DATABASE_URL and AMQP_URL: set both, or run `npm start`.')
    expect(code).toBe(1)
  })
})
