import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAccounts } from './accounts-file'

const timeouts = { connectMs: 5_000, answerMs: 15_000 }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'accounts-'))
  writeFileSync(join(folder, 'password'), 'a-secret-of-ours\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

const least = {
  account: 'example-registry',
  host: 'epp.registry.example',
  clientId: 'nameyard',
  passwordFile: 'password',
  maxSessions: 4,
  idleSeconds: 300,
  tlds: { gtld: ['example', 'test'], thin: ['thinner'] },
}
function read(...accounts: object[]) {
  const file = join(folder, 'accounts.json')
  writeFileSync(file, JSON.stringify({ accounts }))
  return readAccounts(file, timeouts)
}

it('reads an account with the required fields only', () => {
  const [registry] = read(least)
  expect(registry).toMatchObject({
    account: 'example-registry',
    connection: { host: 'epp.registry.example', port: 700, password: 'a-secret-of-ours', timeouts },
    sessions: 4,
    keepaliveMs: 60_000,
    pollMs: 60_000,
    rates: [],
  })
  expect([...registry!.tlds].map(([tld, { profile }]) => `${tld} ${profile}`)).toEqual([
    'example gtld',
    'test gtld',
    'thinner thin',
  ])
})

it('reads limits, penalties and the certificate', () => {
  writeFileSync(join(folder, 'cert.pem'), 'CERT')
  writeFileSync(join(folder, 'key.pem'), 'KEY')
  const [registry] = read({
    ...least,
    certificateFile: 'cert.pem',
    keyFile: join(folder, 'key.pem'),
    idleSeconds: 30,
    absoluteSeconds: 1_000,
    pollSeconds: null,
    rates: [{ commands: ['domain:create'], count: 10, perSeconds: 60 }],
    penalties: [{ command: 'domain:create', codes: [2302], seconds: 2 }],
  })
  expect(registry).toMatchObject({
    connection: { tls: { cert: 'CERT', key: 'KEY' } },
    keepaliveMs: 15_000,
    lifetimeMs: 900_000,
    rates: [{ commands: ['domain:create'], count: 10, perMs: 60_000 }],
    penalties: [{ command: 'domain:create', codes: [2302], pauseMs: 2_000 }],
  })
  expect(registry).not.toHaveProperty('pollMs')
})

it('needs no contact mapping for a thin registry and no host mapping for host attributes', () => {
  const objects = (profile: string) => read({ ...least, tlds: { [profile]: ['example'] } })[0]!.connection.objURIs
  expect(objects('thin').map((uri) => uri.split(':').at(-1))).toEqual(['domain-1.0', 'host-1.0'])
  expect(objects('cctld-instant').map((uri) => uri.split(':').at(-1))).toEqual(['domain-1.0', 'contact-1.0'])
})

it.each([
  ['an unknown field', { ...least, session: 4 }, /accounts\.0: .*"session"/],
  ['an invalid port', { ...least, port: 70_000 }, /accounts\.0\.port/],
  [
    'a profile that is none',
    { ...least, tlds: { gltd: ['example'] } },
    /accounts\.0\.tlds\.gltd: no profile of that name/,
  ],
  [
    'a certificate without its key',
    { ...least, certificateFile: 'c' },
    /accounts\.0\.keyFile: a certificate and its key/,
  ],
  ['a keepalive after the idle time-out', { ...least, keepaliveSeconds: 300 }, /accounts\.0\.keepaliveSeconds/],
  [
    'a code that is none',
    { ...least, penalties: [{ codes: [2999], seconds: 1 }] },
    /penalties\.0\.codes\.0: no result code/,
  ],
  ['a file that is missing', { ...least, passwordFile: 'nothing' }, /example-registry: .*nothing cannot be read/],
  ['the name of the sandbox', { ...least, account: 'sandbox' }, /sandbox names the sandbox registry/],
])('refuses %s and names the field', (_, account, message) => {
  expect(() => read(account)).toThrow(message)
})

it('refuses a repeated account or TLD', () => {
  expect(() => read(least, { ...least, tlds: { gtld: ['other'] } })).toThrow(
    'the account example-registry is given twice',
  )
  expect(() => read(least, { ...least, account: 'other' })).toThrow('the extension example is given twice')
})

it('refuses a missing file and invalid JSON', () => {
  const file = join(folder, 'accounts.json')
  expect(() => readAccounts(file, timeouts)).toThrow('the file cannot be read')
  writeFileSync(file, 'accounts:')
  expect(() => readAccounts(file, timeouts)).toThrow('the file is not JSON')
})
