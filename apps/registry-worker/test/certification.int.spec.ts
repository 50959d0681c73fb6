import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import type { InputGiven, Result } from '@nameyard/contracts/operation'
import { certifyRegistryAccount } from '@nameyard/contracts/registry/certify-account'
import { eventually } from '@nameyard/testing/eventually'
import { DialectPlatform } from './dialect-platform'
import type { Platform } from './platform'
import { order } from './registry-lifecycle'

const immediate = { model: 'immediate', waitDays: 0, periodYears: 0, lockDays: 0, approvedBy: 'nobody' } as const
const national = {
  dnssec: { form: 'key', maxRecords: 4 },
  grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
  quarantine: { softDays: 0, hardDays: 40 },
  pendingDeleteDays: 0,
  restore: 'immediate',
  transfer: immediate,
} as const
const inMonths = [{ unit: 'm' as const, min: 12, max: 99 }]
const eppExtensions = ['secDNS' as const, 'loginSec' as const]

/** An extension of each dialect. */
const records: Readonly<Record<string, ExtensionRecordGiven>> = {
  plain: { suffix: 'shop' },
  verisign: {
    suffix: 'com',
    registry: { dialect: 'verisign', options: { subProduct: 'dotCOM' } },
    contacts: { model: 'prohibited', roles: [] },
  },
  eurid: {
    ...national,
    suffix: 'eu',
    registry: { dialect: 'eurid', eppExtensions },
    contacts: { roles: ['tech', 'billing'], ids: 'registry' },
    hosts: { model: 'attributes' },
    transfer: { ...immediate, periodYears: 1 },
  },
  sidn: {
    ...national,
    suffix: 'nl',
    registry: { dialect: 'sidn', eppExtensions, periods: { create: [{ unit: 'm', min: 12, max: 12 }] } },
    periods: { max: 1 },
    contacts: { roles: ['admin', 'tech'], ids: 'registry' },
    isRenewable: false,
  },
  dnsbe: {
    ...national,
    suffix: 'be',
    registry: { dialect: 'dnsbe', eppExtensions },
    contacts: { roles: ['tech', 'billing'], ids: 'registry' },
    hosts: { model: 'attributes' },
    isRenewable: false,
  },
  afnic: {
    ...national,
    suffix: 'fr',
    registry: { dialect: 'afnic', eppExtensions: ['rgp', ...eppExtensions] },
    contacts: { roles: ['admin', 'tech'], ids: 'registry' },
    dnssec: { maxRecords: 4 },
    isTraded: true,
    transfer: { waitDays: 8, periodYears: 0, lockDays: 0 },
    authCode: { isNeededForTrade: true },
  },
  norid: {
    ...national,
    suffix: 'no',
    registry: {
      dialect: 'norid',
      eppExtensions: ['rgp', ...eppExtensions],
      options: { declaration: '3.2' },
      periods: { renew: [{ unit: 'm', min: 1, max: 12 }] },
    },
    periods: { max: 1 },
    contacts: { roles: ['tech'], ids: 'registry' },
    dnssec: { maxRecords: 4 },
  },
  iis: {
    ...national,
    suffix: 'se',
    registry: { dialect: 'iis', eppExtensions, periods: { create: inMonths, renew: inMonths } },
    periods: { max: 8 },
    contacts: { roles: ['admin', 'tech'] },
    dnssec: { maxRecords: 4 },
    authCode: { comes: 'here' },
  },
  cira: {
    suffix: 'ca',
    registry: { dialect: 'cira', eppExtensions: ['rgp', ...eppExtensions] },
    contacts: { roles: ['admin', 'tech'] },
    transfer: { ...immediate, periodYears: 1 },
  },
  nicat: {
    ...national,
    suffix: 'at',
    registry: { dialect: 'nicat', eppExtensions },
    contacts: { roles: ['tech'], ids: 'registry' },
    dnssec: { maxRecords: 4 },
  },
  nicit: {
    ...national,
    suffix: 'it',
    registry: { dialect: 'nicit', eppExtensions: ['rgp', ...eppExtensions] },
    contacts: { roles: ['admin', 'tech'] },
    hosts: { model: 'attributes' },
    dnssec: { maxRecords: 4 },
    isRenewable: false,
    transfer: { waitDays: 1, periodYears: 0, lockDays: 0 },
  },
  punktum: {
    ...national,
    suffix: 'dk',
    registry: { dialect: 'punktum', eppExtensions: ['rgp', ...eppExtensions] },
    periods: { min: 1, max: 1 },
    contacts: { roles: [], ids: 'registry' },
    dnssec: { maxRecords: 4 },
    renewalOpensDays: 60,
  },
}
const dialects = Object.entries(records).map(([dialect, { suffix }]) => [dialect, suffix] as const)

/** Registrants that the registry takes, where it does not take any. */
const registrants: Readonly<Record<string, Given['registrant']>> = {
  norid: { countryCode: 'NO', facts: { registrationNumber: '987654321', personalNumber: 'N.PRI.1234567' } },
  nicit: { facts: { vat: 'NL123456789B01' } },
  cira: { countryCode: 'CA', facts: { legalForms: { ca: 'CCO' } } },
  iis: { countryCode: 'SE', facts: { registrationNumber: '556000-0001', personalNumber: '800131-1234' } },
}

const folder = mkdtempSync(join(tmpdir(), 'nameyard-rivals-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Another registrar of the same registry, with an account for each dialect. */
function rivals({ eppPort, certificate }: Platform): Record<string, string> {
  const account = (name: string, more: object) => ({
    account: name,
    host: '127.0.0.1',
    port: eppPort,
    servername: 'localhost',
    caFile: certificate,
    clientId: 'rival',
    passwordFile: 'password',
    maxSessions: 1,
    idleSeconds: 300,
    pollSeconds: null,
    ...more,
  })
  writeFileSync(join(folder, 'password'), 'rival-pw')
  writeFileSync(join(folder, 'wrong'), 'wrong-password')
  const accounts = [
    ...Object.keys(records).map((dialect) => account(`rival-${dialect}`, { dialect, environment: 'test' })),
    account('production', {}),
    account('locked', { environment: 'test', passwordFile: 'wrong' }),
  ]
  const file = join(folder, 'accounts.json')
  writeFileSync(file, JSON.stringify({ accounts }))
  return { REGISTRY_ACCOUNTS_FILE: file }
}

/** A registry that takes no contact for invoices, although its dialect has that role. */
const few: ExtensionRecordGiven = { suffix: 'few', contacts: { counts: { create: { billing: { max: 0 } } } } }

const test = new DialectPlatform([...Object.values(records), few], '', rivals)
type Certificate = Result<typeof certifyRegistryAccount>

type Given = Omit<InputGiven<typeof certifyRegistryAccount>, 'account'>

function certify(input: Given, account = 'sandbox') {
  const { rpc, call } = test.platform.domains
  const deadline = test.platform.clock.machineMs() + 120_000
  return rpc.call(certifyRegistryAccount, { account, ...input }, { ...call(), deadline })
}
const stepsOf = ({ steps }: Certificate, verdict: string) =>
  steps.filter((step) => step.verdict === verdict).map(({ name, text }) => `${name}: ${text}`)

/** Decides the create of a registry that answers it later, as soon as it has come. */
async function decide(): Promise<void> {
  const { platform } = test
  const found = await eventually(async () => {
    const [entry] = await platform.audit({ command: 'domain:create', code: '1001' })
    return entry && /<domain:name>([^<]+)</.exec(entry.request)?.[1]
  }, 'a create that is answered later')
  await platform.decide(found, true)
}

it.each(dialects)('passes at a registry that speaks %s', async (dialect, extension) => {
  const running = certify({ extension, secondAccount: `rival-${dialect}`, registrant: registrants[dialect] })
  if (dialect === 'punktum') await decide()
  const certificate = await running
  expect(stepsOf(certificate, 'failed')).toEqual([])
  expect(certificate).toMatchObject({ verdict: 'passed', dialect, extension })
})

it('has an extension of each dialect of the worker', () => {
  const folders = readdirSync(join(__dirname, '../src/dialects'), { withFileTypes: true })
  const names = folders.filter((entry) => entry.isDirectory() && entry.name !== 'model').map(({ name }) => name)
  expect(Object.keys(records).sort()).toEqual(names.sort())
})

describe('the steps', () => {
  let certificate: Certificate
  beforeAll(async () => {
    certificate = await certify({ extension: 'shop', secondAccount: 'rival-plain' })
  })
  const passed = () => certificate.steps.filter(({ verdict }) => verdict === 'passed')

  it('are every command with its effect, and every usual refusal', () => {
    expect(passed().map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['login sandbox', 'login rival-plain', 'logout sandbox', 'logout rival-plain'],
        ...['contact check', 'contact create', 'contact info', 'contact update', 'contact delete'],
        ...['host check', 'host create', 'host info', 'host update', 'host delete'],
        ...['domain check', 'domain create', 'domain info', 'domain renew', 'domain update', 'domain delete'],
        ...['domain restore', 'domain restore report', 'domain transfer', 'domain transfer approval'],
        ...['poll request', 'poll ack'],
      ]),
    )
    const refusals = passed().filter(({ code = 0 }) => code >= 2000)
    expect(new Map(refusals.map(({ name, code }) => [name, code]))).toEqual(
      new Map([
        ['contact create: it exists', 2302],
        ['contact info: unknown', 2303],
        ['contact info after the delete', 2303],
        ['host create: it exists', 2302],
        ['host info: unknown', 2303],
        ['host info after the delete', 2303],
        ['domain create: a period that is too long', 2004],
        ['domain create: it exists', 2302],
        ['domain info: unknown', 2303],
        ['domain renew: another expiry date', 2306],
        ['domain update: unknown', 2303],
        ['domain delete: prohibited by a status', 2304],
        ['domain update: not the sponsor', 2201],
        ['domain delete: not the sponsor', 2201],
        ['domain transfer: a wrong auth code', 2202],
      ]),
    )
  })

  it('have the frames of both registrars in order, with secrets masked', () => {
    const login = certificate.steps.find(({ name }) => name === 'login rival-plain')!
    expect(login.frames.map(({ registrar, direction }) => [registrar, direction])).toEqual([
      ['rival', 'received'],
      ['rival', 'sent'],
      ['rival', 'received'],
    ])
    expect(login.frames[1]!.xml).toMatch(/<pw>\*\*\*</)
    const transfer = certificate.steps.find(({ name }) => name === 'domain transfer')!
    expect(transfer.frames[0]!.xml).toMatch(/authInfo>\*\*\*</)
    const all = certificate.steps.flatMap(({ frames }) => frames.map(({ xml }) => xml)).join('\n')
    expect(all).not.toMatch(/nameyard-pw|rival-pw|<[\w:]*pw>(?!\*)|<[\w:]*authInfo>(?!\*)/)
  })

  it('leave no domain, and store the messages that they read', async () => {
    expect(certificate.left.filter((each) => each.startsWith('domain'))).toEqual([])
    const { rows } = await test.platform.sql.query(
      "select object from poll_message where about = 'transfer' and object like 'cert-%.shop'",
    )
    expect(rows.length).toBeGreaterThan(0)
    const paused = await test.platform.sql.query('select from registry_account where poll_paused_until is not null')
    expect(paused.rows).toEqual([])
  })
})

describe('a registry with a fault', () => {
  afterEach(() => test.platform.clearFaults())

  it.each([
    [
      { kind: 'inject-code', command: 'domain:renew', code: 2400, times: 2 },
      ['domain renew: expected 1000 or 1001, answered 2400'],
    ],
    [
      { kind: 'ignore-sec-dns', command: 'domain:update', times: 9 },
      ['domain info: it is signed: the registry shows no DNSSEC data'],
    ],
    [
      { kind: 'suppress-poll', registrar: 'nameyard', times: 9 },
      ['poll request: the queue has no message about the transfer of cert-'],
    ],
    [
      { kind: 'drop-request', command: 'host:create' },
      ['host create: no readable answer: host:create: no answer after'],
    ],
    [
      { kind: 'inject-code', command: 'domain:check', code: 2101 },
      ['domain check: expected 1000 or 1001, answered 2101'],
    ],
    [
      { kind: 'inject-code', command: 'domain:update', registrar: 'rival', code: 1000 },
      ['domain update: not the sponsor: expected 2201, answered 1000'],
    ],
  ])('fails by name (%j)', async (fault, faults) => {
    await test.platform.fault(fault)
    const certificate = await certify({ extension: 'shop', secondAccount: 'rival-plain' })
    expect(certificate.verdict).toBe('failed')
    for (const each of faults) expect(stepsOf(certificate, 'failed')).toContainEqual(expect.stringContaining(each))
  })

  it('at the login is said in words, and nothing else is sent', async () => {
    const certificate = await certify({ extension: 'shop', secondAccount: 'locked' })
    expect(stepsOf(certificate, 'failed')).toEqual([
      expect.stringMatching(/^login locked: The registry refuses our login/),
    ])
    expect(certificate.steps).toHaveLength(2)
  })
})

it('transfers a named domain, where only its registrant gets the code', async () => {
  const { platform } = test
  await platform.ended(await platform.submit('mailed.be'))
  // Has the registry mail a code.
  const update = { desired: { authInfo: 'Our-0wn-Code-123' } }
  await platform.ended(await order(platform, 'domain.update', 'mailed.be', update))
  const { rows } = await platform.sql.query("select auth_info from sandbox_registry.domain where name = 'mailed.be'")
  const transfer = { domain: 'mailed.be', authCode: rows[0].auth_info }
  const certificate = await certify({ extension: 'be', secondAccount: 'rival-dnsbe', transfer })
  expect(stepsOf(certificate, 'failed')).toEqual([])
  expect(certificate.steps.map(({ name }) => name)).toContain('domain info after the transfer')
})

it('names no contact in a role that the counts of the record exclude', async () => {
  const certificate = await certify({ extension: 'few' })
  expect(certificate.verdict).toBe('passed')
  const frames = certificate.steps.flatMap(({ frames: all }) => all.map(({ xml }) => xml))
  const creates = frames.filter((xml) => xml.includes('<domain:create'))
  expect(creates.length).toBeGreaterThan(0)
  for (const xml of creates) {
    expect(xml).toContain('type="tech"')
    expect(xml).not.toContain('type="billing"')
  }
})

it('leaves out what needs a second registrar', async () => {
  const certificate = await certify({ extension: 'shop' })
  expect(certificate.verdict).toBe('passed')
  expect(stepsOf(certificate, 'skipped')).toEqual([
    'domain transfer: no second account was named',
    'commands of a registrar that is not the sponsor: no second account was named',
    'poll ack: there is no message to acknowledge',
    'domain restore: the registry removed the domain at once, as in its add grace period',
  ])
})

it('is refused for production, unless the operator says that it is a test environment', async () => {
  await expect(certify({}, 'production')).rejects.toThrow('account: is not marked as a test environment')
  await expect(certify({ extension: 'shop', secondAccount: 'production' })).rejects.toThrow(
    'secondAccount: is not marked as a test environment',
  )
  const confirmed = { extension: 'shop', secondAccount: 'production', isTestEnvironment: true }
  expect(await certify(confirmed)).toMatchObject({ verdict: 'passed' })
})

it.each([
  ['an account that does not exist', { account: 'nowhere' }, 'There is no registry account nowhere'],
  [
    'an extension that the account does not serve',
    { extension: 'elsewhere' },
    'extension: is not served by the account',
  ],
  ['the same registrar as the second', { extension: 'shop', secondAccount: 'sandbox' }, 'is the same registrar'],
  [
    'a second account of another dialect',
    { extension: 'com', secondAccount: 'rival-plain' },
    'does not speak the dialect',
  ],
])('refuses %s', async (_what, given: Given & { account?: string }, message) => {
  const { account, ...input } = given
  await expect(certify(input, account)).rejects.toThrow(message)
})
