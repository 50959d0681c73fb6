import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { showRegistryAccount } from '@nameyard/contracts/registry/show-account'
import { testRegistryAccount } from '@nameyard/contracts/registry/test-account'
import { eventually } from '@nameyard/testing/eventually'
import { PATIENT_MS, startPlatform, type Platform } from './platform'
import { order } from './registry-lifecycle'

const PASSPHRASE = 'of the key'
let platform: Platform
let worker: Awaited<ReturnType<Platform['worker']>> | undefined
/** A relay in front of the registry, which sees from where the worker connects. */
let relay: net.Server
const peers: (string | undefined)[] = []

beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  await platform.openRegistry({
    SANDBOX_NAMEYARD_CERTIFICATE_FILE: platform.certificate,
    SANDBOX_HTTPS_PORT: '0',
  })
  relay = net.createServer((inbound) => {
    peers.push(inbound.remoteAddress)
    const outbound = net.connect(platform.eppPort, '127.0.0.1')
    for (const socket of [inbound, outbound]) socket.on('error', () => undefined)
    inbound.pipe(outbound).pipe(inbound)
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  await platform.clearFaults()
  await worker?.close()
  worker = undefined
  await platform.sql.query('delete from rate_bucket')
})
afterAll(async () => {
  relay?.close()
  await platform?.close()
})

const write = (name: string, content: string) => {
  writeFileSync(join(dirname(platform.certificate), name), content)
  return name
}
/** Starts a worker whose one account has these settings beside those that it needs. */
async function start(more: object): Promise<void> {
  const key = createPrivateKey(readFileSync(platform.key))
  const encrypted = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE })
  const account = {
    account: 'example',
    environment: 'test',
    host: '127.0.0.1',
    port: (relay.address() as AddressInfo).port,
    servername: 'localhost',
    caFile: platform.certificate,
    clientId: 'nameyard',
    passwordFile: write('password', platform.password),
    certificateFile: platform.certificate,
    keyFile: write('encrypted.key', String(encrypted)),
    keyPassphraseFile: write('passphrase', PASSPHRASE),
    maxSessions: 2,
    idleSeconds: 300,
    pollSeconds: null,
    tlds: { thin: { contacts: 'prohibited', restore: 'immediate', eppExtensions: ['rgp', 'secDNS'] } },
    ...more,
  }
  const file = join(dirname(platform.certificate), write('accounts.json', JSON.stringify({ accounts: [account] })))
  peers.length = 0
  worker = await platform.worker({ SANDBOX: 'false', REGISTRY_ACCOUNTS_FILE: file })
}
const test = () => {
  const { rpc, call } = platform.domains
  return rpc.call(testRegistryAccount, { account: 'example' }, call())
}
const show = async () => {
  const { rpc, call } = platform.domains
  return (await rpc.call(showRegistryAccount, { account: 'example' }, call())).settings!
}
const check = (...names: string[]) => {
  const { rpc, call } = platform.domains
  return rpc.call(checkNames, { names }, call())
}
const asked = async (command: string) => (await platform.audit({ command })).length

it('keyPassphraseFile: opens the key of the client certificate', async () => {
  await start({})
  expect(await test()).toMatchObject({ obstacles: [], isLoggedIn: true })
  await worker!.close()
  await start({ keyPassphraseFile: write('wrong', 'another one') })
  const { obstacles } = await test()
  expect(obstacles[0]!.text).toContain('check keyFile and keyPassphraseFile')
})

it('localAddress: connects from it', async () => {
  await start({ localAddress: '127.0.0.9' })
  await test()
  expect(new Set(peers)).toEqual(new Set(['127.0.0.9']))
  expect(await show()).toMatchObject({ localAddress: '127.0.0.9', environment: 'test' })
  await worker!.close()
  await start({ localAddress: '192.0.2.9' })
  expect((await test()).obstacles[0]!.text).toContain('localAddress is not an address of this machine')
})

it('httpPath: speaks EPP over HTTPS', async () => {
  await start({ port: platform.httpsPort, httpPath: '/epp' })
  expect(await test()).toMatchObject({ obstacles: [], isLoggedIn: true })
  const [posted] = (await check('posted.thin')).results
  expect(posted).toMatchObject({ available: true })
  await worker!.close()
  await start({ httpPath: '/epp' })
  expect(await test()).toMatchObject({ isLoggedIn: false })
})

it.each([
  ['pooled', 2],
  ['dedicated', 1],
] as const)('pollSession %s: leaves %i of two sessions to operations', async (pollSession, most) => {
  const polled = await asked('poll')
  await start({ pollSeconds: 60, pollSession })
  expect((await show()).pollSession).toBe(pollSession)
  // The poll after the start uses a session too.
  await eventually(async () => (await asked('poll')) > polled, 'the first poll')
  await platform.fault({ kind: 'delay', command: 'domain:create', ms: 700, times: 2 })
  const names = [1, 2].map((n) => `${pollSession}-${n}.thin`)
  const submitted = await Promise.all(names.map((name) => platform.submit(name)))
  const inFlight = async () => {
    const { rows } = await platform.sql.query<{ count: number }>(
      "select count(*)::int as count from registry_transaction where command = 'domain:create' and state = 'sent'",
    )
    return rows[0]!.count
  }
  let seen = 0
  await eventually(async () => {
    seen = Math.max(seen, await inFlight())
    return submitted.every((id) => platform.settledOf(id).length > 0)
  }, 'the end of both orders')
  expect(seen).toBe(most)
})

it('pollSeconds: polls the message queue, or never', async () => {
  const before = await asked('poll')
  await start({ pollSeconds: null })
  await check('quiet.thin')
  expect(await asked('poll')).toBe(before)
  await worker!.close()
  await start({ pollSeconds: 1 })
  await eventually(async () => (await asked('poll')) > before, 'a poll')
})

it('checkNames: asks for no more names at once', async () => {
  await start({ checkNames: 2 })
  const before = await asked('domain:check')
  const { results } = await check(...[1, 2, 3, 4, 5].map((n) => `many-${n}.thin`))
  expect(results).toHaveLength(5)
  expect((await asked('domain:check')) - before).toBe(3)
})

it('rates: sends no more commands than the registry allows', async () => {
  await start({ rates: [{ commands: ['domain:check'], count: 1, perSeconds: 2 }] })
  await check('first-of-rate.thin')
  const begun = performance.now()
  await check('second-of-rate.thin')
  expect(performance.now() - begun).toBeGreaterThan(1_500)
})

it('penalties: pauses the session after a refusal with that code', async () => {
  await start({ maxSessions: 1, penalties: [{ command: 'domain:check', codes: [2400], seconds: 1.5 }] })
  await platform.fault({ kind: 'inject-code', command: 'domain:check', object: 'punished.thin', code: 2400 })
  await check('punished.thin').catch(() => undefined)
  const begun = performance.now()
  await check('after.thin')
  expect(performance.now() - begun).toBeGreaterThan(1_000)
})

it('keepaliveSeconds: keeps an idle session alive with hello', async () => {
  const before = await asked('hello')
  await start({ keepaliveSeconds: 1 })
  await check('idle.thin')
  await eventually(async () => (await asked('hello')) > before, 'a hello')
})

it('absoluteSeconds: replaces a session before the registry ends it', async () => {
  const logins = () => platform.audit({ command: 'login', code: '1000' }).then((entries) => entries.length)
  await start({ absoluteSeconds: 1, maxSessions: 1 })
  await check('short.thin')
  const before = await logins()
  await eventually(async () => {
    await check('shorter.thin')
    return (await logins()) > before
  }, 'a new session')
})

it('maxSessions: opens no more sessions', async () => {
  const { sessions } = await platform.load()
  expect(sessions).toEqual({ most: 2, refused: 0 })
})

it('registrarId: is our identifier as the sponsor, where it is another one', async () => {
  const presence = async () =>
    (await platform.ended(await order(platform, 'domain.inspect', 'pooled-1.thin', {}))).registry
  await start({})
  expect(await presence()).toMatchObject({ presence: 'ours' })
  await worker!.close()
  await start({ registrarId: 'somebody-else' })
  expect(await presence()).toMatchObject({ presence: 'foreign' })
})
