import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { certificatesIn } from '@nameyard/embedded/platform/certificates'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { service as registry } from '@nameyard/sandbox-registry/service'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { Sandbox } from '../src/sandbox'
import { startInProcess, type Ask, type InProcess } from './in-process'

const guide = readFileSync(join(__dirname, '../../../docs/connect-a-registry.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block!.trim())
const [makeCertificate, ...commandBlocks] = blocks('sh').map((block) => block.split('\n'))
const [accounts, record] = blocks('json')
const [prices] = blocks('csv')

const PASSWORD = 'foreign-pw-1'
const RIVAL_PASSWORD = 'rival-pw-1'
const folder = temporaryFolder()
const save = (name: string, content: string) => writeFileSync(join(folder, name), content)

let foreign: Running
let database: TestDatabase
let foreignRegistry: Sandbox
let platform: InProcess
let ask: Ask
let handle: string

/** A registry of somebody else: another host name, authority and dialect. It demands our certificate. */
async function startForeignRegistry(): Promise<{ readonly eppPort: number; readonly authority: string }> {
  const [eppPort, controlPort] = [await freePort(), await freePort()]
  const files = await certificatesIn(temporaryFolder(), new Date())
  database = await testDatabase(registry)
  const settings = {
    DATABASE_URL: database.url,
    SANDBOX_EPP_PORT: String(eppPort),
    SANDBOX_CONTROL_PORT: String(controlPort),
    SANDBOX_TLS_CERTIFICATE: files.certificate,
    SANDBOX_TLS_KEY: files.key,
    SANDBOX_NAMEYARD_PASSWORD: PASSWORD,
    SANDBOX_NAMEYARD_CERTIFICATE_FILE: join(folder, 'registrar.pem'),
    SANDBOX_RIVAL_PASSWORD: RIVAL_PASSWORD,
  }
  const context = { clock: new Clock(), log: createLog('registry', 'silent') }
  foreign = await registry.start(loadConfig(registry.config, settings), context)
  foreignRegistry = new Sandbox(controlPort)
  const rules = {
    hosts: 'objects', maxHosts: 13, contacts: 'prohibited', minPeriodYears: 1, defaultPeriodYears: 1, maxPeriodYears: 10,
    renewal: 'by-command', transfer: 'pending', transferDays: 5, transferYears: 1, addGraceDays: 5, renewGraceDays: 5,
    transferGraceDays: 5, autoRenewGraceDays: 45, redemptionDays: 30, pendingDeleteDays: 5, restore: 'report',
    secDns: 'ds', maxSecDns: 8, extensions: ['rgp', 'secDNS', 'fee'], idnTables: [], launchPhase: 'open',
    dialect: 'verisign', options: { subProduct: 'dotACME' },
  } // prettier-ignore
  await foreignRegistry.serve('acme', rules)
  return { eppPort, authority: readFileSync(files.authority, 'utf8') }
}

beforeAll(async () => {
  // Steps 2 and 3: the files of the guide, with the address of the registry of this test.
  for (const command of makeCertificate!) execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' })
  const { eppPort, authority } = await startForeignRegistry()
  save('registry-ca.pem', authority)
  save('acme-test.password', PASSWORD)
  save('acme-test-2.password', RIVAL_PASSWORD)
  save('acme-live.password', PASSWORD)
  const here = accounts!
    .replaceAll(/"host": "[^"]+"/g, '"host": "127.0.0.1", "servername": "localhost"')
    .replaceAll('"port": 700', `"port": ${eppPort}`)
    .replace('"clientId": "nameyard-2"', '"clientId": "rival"')
  save('accounts.json', here)
  save('acme.json', record!)
  save('acme.csv', prices!)
  platform = await startInProcess({ worker: { REGISTRY_ACCOUNTS_FILE: join(folder, 'accounts.json') } })
  ask = await platform.open('seller')
  handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
})
afterAll(async () => {
  await platform?.close()
  await foreign?.close()
  await database?.drop()
})

/** Runs the commands of the next block of the guide. Returns what they print. */
async function follow(first: string): Promise<string> {
  const block = commandBlocks.shift()!
  expect(block[0]).toBe(`npm run admin -- ${first}`)
  const lines: string[] = []
  for (const command of block) {
    const words = command.replace(/^npm run admin -- /, '').split(' ')
    const args = words.map((word) => (/\.(json|csv)$/.test(word) ? join(folder, word) : word))
    await runCommand(args, { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line))
  }
  return lines.join('\n')
}

async function sell(name: string): Promise<void> {
  let answered: unknown
  const isSold = async () => {
    const { json } = await ask('POST', '/v1/domains', { body: order(name, handle) })
    answered = json
    return json.code === 0 && json.data.status === 'ACT'
  }
  await eventually(isSold, `${name} is sold`).catch(() => expect(answered).toMatchObject({ code: 0, desc: '' }))
}

it('leads from the account to the first sale, command by command', async () => {
  // Step 4
  const tested = await follow('registry test acme-test')
  expect(tested).toContain('acme-test works')
  expect(tested).toMatch(/certificate +.*registrar\.example/)

  // Step 5: our own sandbox serves the extension.
  expect(await follow('prices import acme.csv --list shipped-eur --yes')).toContain('and is sold')
  await sell('first.acme')
  expect(await platform.sandbox.creations('first.acme')).toHaveLength(1)
  expect(await follow('registry transcripts first.acme')).toContain('dotACME')

  // Step 6: the test environment of the registry.
  // Step 6: the test environment of the registry.
  expect(await follow('tld set acme --set registry.account=acme-test')).toMatch(/acme-test +.*works$/m)
  await sell('test.acme')
  expect(await foreignRegistry.creations('test.acme')).toHaveLength(1)
  expect(await platform.sandbox.creations('test.acme')).toHaveLength(0)
  expect(await follow('registry operations --stuck')).toBe('0 operations are stuck\nno alarm')

  expect(await follow('registry certify acme-test --second acme-test-2')).toMatch(
    /^passed: \d+ steps passed, 0 failed/m,
  )

  // Steps 7 and 8: production.
  const live = await follow('registry test acme-live')
  expect(live).toContain('acme-live works')
  expect(live).toMatch(/^\.acme +acme-live +verisign +operator +verified +sold$/m)
  expect(live).toContain('verified: true')
  await sell('second.acme')
  expect(await foreignRegistry.creations('second.acme')).toHaveLength(1)
  expect(await follow('registry transcripts second.acme')).toContain('at acme-live: answered 1000')
  expect(commandBlocks).toEqual([])
})
