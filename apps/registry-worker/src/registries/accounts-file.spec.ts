import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { Dialect } from '../dialects/dialect'
import { Dialects } from '../dialects/dialects'
import { Plain } from '../dialects/plain/plain'
import { readAccounts } from './accounts-file'
import { eppAccount } from './registry'

/** A dialect that needs an extension and data of each TLD. */
class Demanding extends Dialect {
  override readonly name = 'demanding'
  override readonly needs = ['urn:x']
  override readonly options = z.strictObject({ product: z.string() })
}
const dialects = new Dialects([new Plain(), new Demanding()])

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
  tlds: { example: {}, 'co.test': {}, thinner: { contacts: 'prohibited', restore: 'immediate' } },
}
function readAll(...accounts: object[]) {
  const file = join(folder, 'accounts.json')
  writeFileSync(file, JSON.stringify({ accounts }))
  return readAccounts(file, timeouts, dialects)
}
const read = (...accounts: object[]) => readAll(...accounts).map(eppAccount)

it('reads an account with the required fields only', () => {
  const [registry] = read(least)
  expect(registry).toMatchObject({
    account: 'example-registry',
    connection: { host: 'epp.registry.example', port: 700, timeouts },
    sessions: 4,
    keepaliveMs: 60_000,
    pollMs: 60_000,
    rates: [],
  })
  expect(registry!.passwords()).toEqual({ current: 'a-secret-of-ours' })
  expect([...registry!.tlds].map(([tld, { dialect, contacts }]) => `${tld} ${dialect.name} ${contacts}`)).toEqual([
    'example plain required',
    'co.test plain required',
    'thinner plain prohibited',
  ])
})

it('reads limits, penalties and the certificate', () => {
  writeFileSync(join(folder, 'cert.pem'), 'CERT')
  writeFileSync(join(folder, 'key.pem'), 'KEY')
  writeFileSync(join(folder, 'passphrase'), 'of the key\n')
  const [registry] = read({
    ...least,
    certificateFile: 'cert.pem',
    keyFile: join(folder, 'key.pem'),
    keyPassphraseFile: 'passphrase',
    localAddress: '192.0.2.7',
    idleSeconds: 30,
    absoluteSeconds: 1_000,
    pollSeconds: null,
    rates: [{ commands: ['domain:create'], count: 10, perSeconds: 60 }],
    penalties: [{ command: 'domain:create', codes: [2302], seconds: 2 }],
  })
  expect(registry).toMatchObject({
    connection: { localAddress: '192.0.2.7', tls: { cert: 'CERT', key: 'KEY', passphrase: 'of the key' } },
    keepaliveMs: 15_000,
    lifetimeMs: 900_000,
    rates: [{ commands: ['domain:create'], count: 10, perMs: 60_000 }],
    penalties: [{ command: 'domain:create', codes: [2302], pauseMs: 2_000 }],
  })
  expect(registry).not.toHaveProperty('pollMs')
})

it('reads passwords that were replaced since the start', () => {
  writeFileSync(join(folder, 'next'), 'the-next-one')
  const [registry] = read({ ...least, nextPasswordFile: 'next' })
  expect(registry!.passwords()).toEqual({ current: 'a-secret-of-ours', next: 'the-next-one' })
  writeFileSync(join(folder, 'password'), 'another-secret\n')
  expect(registry!.passwords().current).toBe('another-secret')
  rmSync(join(folder, 'password'))
  expect(() => registry!.passwords()).toThrow('example-registry')
})

it('needs no contact mapping for a thin registry and no host mapping for host attributes', () => {
  const objects = (rules: object) => read({ ...least, tlds: { example: rules } })[0]!.connection.objURIs
  expect(objects({ contacts: 'prohibited' }).map((uri) => uri.split(':').at(-1))).toEqual(['domain-1.0', 'host-1.0'])
  expect(objects({ hosts: 'attributes' }).map((uri) => uri.split(':').at(-1))).toEqual(['domain-1.0', 'contact-1.0'])
})

it.each([
  ['an unknown field', { ...least, session: 4 }, /accounts\.0: .*"session"/],
  ['an invalid port', { ...least, port: 70_000 }, /accounts\.0\.port/],
  ['an unknown rule', { ...least, tlds: { example: { host: 'objects' } } }, /accounts\.0\.tlds\.example: .*"host"/],
  ['an invalid extension', { ...least, tlds: { '.example': {} } }, /accounts\.0\.tlds\.\.example: is not an extension/],
  ['an unknown dialect', { ...least, dialect: 'klingon' }, /example-registry: dialect is one of plain, demanding/],
  [
    'a TLD without the data of its dialect',
    { ...least, dialect: 'demanding' },
    /tlds\.example\.options: .*\n.*product/,
  ],
  [
    'a certificate without its key',
    { ...least, certificateFile: 'c' },
    /accounts\.0\.keyFile: a certificate and its key/,
  ],
  [
    'a passphrase without a key',
    { ...least, keyPassphraseFile: 'p' },
    /accounts\.0\.keyPassphraseFile: a passphrase belongs to a key/,
  ],
  ['a name as local address', { ...least, localAddress: 'here' }, /accounts\.0\.localAddress: an IP address/],
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
  expect(() => read(least, { ...least, tlds: { other: {} } })).toThrow('the account example-registry is given twice')
  expect(() => read(least, { ...least, account: 'other' })).toThrow('the extension example is given twice')
})

it('refuses a missing file and invalid JSON', () => {
  const file = join(folder, 'accounts.json')
  expect(() => readAccounts(file, timeouts, dialects)).toThrow('the file cannot be read')
  writeFileSync(file, 'accounts:')
  expect(() => readAccounts(file, timeouts, dialects)).toThrow('the file is not JSON')
})

it('names the identifier of the sponsor where it is not the one of the login', () => {
  expect(read(least)[0]!.registrarId).toBe('nameyard')
  expect(read({ ...least, registrarId: 'REG-42' })[0]).toMatchObject({
    registrarId: 'REG-42',
    connection: { clientId: 'nameyard' },
  })
})

it('overrides rules of the account by those of a TLD', () => {
  const rules = { dnssec: 'none', restore: 'immediate' }
  const [registry] = read({ ...least, rules, tlds: { one: {}, other: { restore: 'report' } } })
  expect(registry!.rules).toEqual({ secDns: 'none', restore: 'immediate' })
  expect(registry!.tlds.get('one')).toMatchObject({ secDns: 'none', restore: 'immediate' })
  expect(registry!.tlds.get('other')).toMatchObject({ secDns: 'none', restore: 'report' })
})

it('asks the greeting for what the dialect needs', () => {
  const tlds = { example: { options: { product: 'one' } } }
  const [registry] = read({ ...least, dialect: 'demanding', tlds })
  expect(registry!.connection).toMatchObject({ requiredExtURIs: ['urn:x'] })
  expect(registry!.tlds.get('example')?.options).toEqual({ product: 'one' })
})

describe('an account at an upstream registrar', () => {
  const upstream = {
    driver: 'upstream',
    account: 'upper',
    baseUrl: 'https://api.upper.example',
    apiKeyFile: 'password',
  }

  it('has its key from a file, and extensions', () => {
    const [account] = readAll({ ...upstream, tlds: ['com', 'co.uk'] })
    expect(account).toMatchObject({ driver: 'upstream', pollMs: 300_000, checkBatch: 15 })
    expect([...account!.tlds.keys()]).toEqual(['com', 'co.uk'])
  })

  it('is refused over plain HTTP to another machine, and with settings of EPP', () => {
    expect(() => readAll({ ...upstream, baseUrl: 'http://api.upper.example' })).toThrow('begins with https://')
    expect(() => readAll({ ...upstream, maxSessions: 4 })).toThrow('maxSessions')
    expect(() => readAll({ ...upstream, driver: 'pigeon' })).toThrow('driver')
  })
})

describe('an account at DENIC', () => {
  const denic = {
    driver: 'rri',
    account: 'denic',
    host: 'rri.registry.example',
    registrarId: 'DENIC-1000001',
    passwordFile: 'password',
  }

  it('has the login of its RegAccId, and the limits of the registry', () => {
    const [account] = readAll({ ...denic, tlds: ['de'], rates: [{ count: 100, perSeconds: 60 }] })
    expect(account).toMatchObject({
      driver: 'rri',
      registrarId: 'DENIC-1000001',
      user: 'DENIC-1000001-RRI',
      connection: { port: 51131 },
      sessions: 4,
      keepaliveMs: 150_000,
      pollMs: 60_000,
      rates: [{ count: 100, perMs: 60_000 }],
    })
    expect([...account!.tlds.keys()]).toEqual(['de'])
  })

  it.each([
    ['another form of the RegAccId', { registrarId: '1000001' }, /registrarId: is written as DENIC-1000001/],
    ['a setting of EPP', { dialect: 'plain' }, /"dialect"/],
    ['a missing file', { passwordFile: 'nothing' }, /nothing cannot be read/],
  ])('is refused with %s', (_, change, message) => expect(() => readAll({ ...denic, ...change })).toThrow(message))
})
