import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Ports } from '@nameyard/embedded/platform/settings'
import { eventually } from '@nameyard/testing/eventually'
import { freePorts } from '../src/free-ports'
import { environmentOf, startPlatform, temporaryFolder } from '../src/platform'
import { logIn, order, person } from '../src/reseller'
import { run } from '../src/run'

/** `npm start` on a machine with nothing but Node: embedded servers, a data folder, one sentence when it cannot. */

describe('a start', () => {
  it('stops cleanly, and the next one finds what was there', async () => {
    const data = temporaryFolder()
    const first = await startPlatform({ data })
    const reseller = await logIn(first)
    const { handle } = await reseller.done('POST', '/v1/customers', person)
    const { id, status } = await reseller.done('POST', '/v1/domains', order('kept.com', handle))
    expect(status).toBe('ACT')
    await reseller.done('POST', '/v1/customers/verifications/emails/start', { email: person.email, handle })
    const [, mail, link] = await eventually(
      () => /the mail to ada@example\.com is (\S+\.eml) and asks to open (\S+)/.exec(first.printed()) ?? undefined,
      'the mail',
    )
    expect(mail!.startsWith(join(data, 'mail/'))).toBe(true)
    expect(readFileSync(mail!, 'utf8').replaceAll('=\r\n', '')).toContain(link!)
    expect(link!.startsWith(`${first.url}/verify/`)).toBe(true)
    expect(await first.open('GET', link!)).toMatchObject({ status: 200, text: expect.stringContaining(person.email) })
    await first.verifyBooks()
    expect(await first.stop()).toBe(0)
    expect(existsSync(join(data, 'postgres/cluster/postmaster.pid'))).toBe(false)

    const second = await startPlatform({ data })
    try {
      expect(second.account).toEqual(first.account)
      const again = await logIn(second)
      expect(await again.done('GET', `/v1/domains/${id}`)).toMatchObject({ id, status: 'ACT' })
      // A link that was mailed before works after.
      const { pathname } = new URL(link!)
      expect(await second.open('POST', pathname)).toMatchObject({ status: 200 })
      const verified = { results: [{ status: 'verified' }] }
      expect(await again.done('GET', '/v1/customers/verifications/emails/domains')).toMatchObject(verified)
      // The registry is the same one, and so is our login there.
      expect(await again.done('POST', '/v1/domains', order('added.com', handle))).toMatchObject({ status: 'ACT' })
    } finally {
      await second.verifyBooks()
      expect(await second.stop()).toBe(0)
    }
  }, 180_000)

  /** What a start that cannot succeed prints after its progress, and how it ends. */
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
    return { code, said: stderr.trim() }
  }

  it.each(['https', 'dns', 'epp', 'control'] as const)('says that the %s port is in use', async (use) => {
    const ports = await freePorts()
    const server = createServer().listen(ports[use], '127.0.0.1')
    await once(server, 'listening')
    try {
      const { code, said } = await failing({ ports })
      expect(said).toMatch(
        new RegExp(
          `^Port ${ports[use]} on 127\\.0\\.0\\.1 is in use: stop what listens there, or set [A-Z_]+ to a free one\\.$`,
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
      /^The data folder \S+ holds no complete PostgreSQL cluster; remove it to start anew\.$/,
    ],
    [
      'has secrets that are none',
      (data) => writeFileSync(join(data, 'secrets.json'), '{"registryPassword":1}'),
      /^The data folder is broken: \S+secrets\.json is not what it was\.$/,
    ],
  ])('says that the data folder %s', async (_, spoil, sentence) => {
    const data = temporaryFolder()
    spoil(data)
    const { code, said } = await failing({ data })
    expect(said).toMatch(sentence)
    expect(code).toBe(1)
  })

  it('says which Node it needs', async () => {
    const preload = join(temporaryFolder(), 'old.cjs')
    writeFileSync(preload, "Object.defineProperty(process, 'versions', { value: { node: '18.19.0' } })")
    const { code, said } = await failing({ args: ['--require', preload, 'tools/embedded/start.cjs'] })
    expect(said).toMatch(/^Nameyard needs Node 20\.19 or newer; this is [^\n]+$/)
    expect(code).toBe(1)
  })

  it('as separate processes says which servers it needs', async () => {
    const { code, said } = await failing({ args: ['tools/embedded/start.cjs', '--distributed'] })
    expect(said).toBe('Separate processes need DATABASE_URL and AMQP_URL: set both, or run npm start.')
    expect(code).toBe(1)
  })
})
