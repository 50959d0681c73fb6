import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { addRegistryAccount } from '@nameyard/contracts/registry/add-account'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { setRegistryAccounts } from '@nameyard/contracts/registry/set-accounts'
import { Consumes } from '@nameyard/messaging/consumes'
import { eventually } from '@nameyard/testing/eventually'
import { PATIENT_MS, startPlatform, type Platform } from './platform'

const announced: Payload<typeof setRegistryAccounts>['accounts'][] = []
@Controller()
class OnSetAccounts {
  @Consumes(setRegistryAccounts)
  async on({ accounts }: Payload<typeof setRegistryAccounts>): Promise<void> {
    announced.push(accounts)
  }
}

let platform: Platform
let folder: string
beforeAll(async () => {
  platform = await startPlatform([OnSetAccounts], PATIENT_MS)
  folder = dirname(platform.certificate)
  await platform.openRegistry()
})
afterAll(() => platform?.close())

const write = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return name
}
const settings = (more: object = {}) => ({
  account: 'added',
  host: '127.0.0.1',
  port: platform.eppPort,
  servername: 'localhost',
  caFile: platform.certificate,
  clientId: 'rival',
  passwordFile: join(folder, write('rival', 'rival-pw\n')),
  maxSessions: 2,
  idleSeconds: 300,
  tlds: { thin: { contacts: 'prohibited', restore: 'immediate', eppExtensions: ['rgp', 'secDNS'] } },
  ...more,
})
const add = (given: object) => {
  const { rpc, call } = platform.domains
  return rpc.call(addRegistryAccount, { settings: JSON.stringify(given) }, call())
}
const accountsOf = async () => {
  const { rpc, call } = platform.domains
  return (await rpc.call(listRegistryAccounts, {}, call())).accounts.map(({ account }) => account)
}
/** The registrars that created the domain at the registry. */
const creators = async (name: string) => {
  const { rows } = await platform.sql.query('select sponsor from sandbox_registry.domain where name = $1', [name])
  return rows.map(({ sponsor }) => sponsor)
}

it('names every fault of the settings, and stores nothing', async () => {
  const { close } = await platform.worker()
  const faulty = {
    ...settings(),
    dialect: 'foreign',
    caFile: join(folder, write('no-certificate', 'secret text')),
    certificateFile: platform.certificate,
    keyFile: join(folder, write('no-key', 'secret text')),
    passwordFile: join(folder, write('short', 'abc')),
    nextPasswordFile: join(folder, 'nowhere'),
  }
  const refusal = await add(faulty).catch((error: { faults: { path: string }[] }) => error)
  expect(refusal).toMatchObject({
    faults: [
      { path: 'dialect', problem: expect.stringMatching(/^is one of plain, /) },
      { path: 'nextPasswordFile', problem: 'cannot be read by the registry worker' },
      { path: 'passwordFile', problem: 'has fewer than 6 characters' },
      { path: 'caFile', problem: 'has no certificate in PEM' },
      { path: 'keyFile', problem: expect.stringContaining('is not the key of the certificate') },
    ],
  })
  expect(JSON.stringify(refusal)).not.toContain('secret text')
  const wrongKey = { ...faulty, dialect: 'verisign', tlds: { thin: {} }, caFile: platform.certificate }
  await expect(add(wrongKey)).rejects.toMatchObject({
    faults: expect.arrayContaining([
      { path: 'tlds.thin.options.subProduct', problem: expect.any(String) },
      { path: 'keyFile', problem: expect.stringContaining('is not the key of the certificate') },
    ]),
  })
  await expect(add({ ...settings(), maxSessions: 0, idleSeconds: 'x', color: 'red' })).rejects.toMatchObject({
    faults: [{ path: 'maxSessions' }, { path: 'idleSeconds' }, { path: '' }],
  })
  await expect(add(settings({ account: 'sandbox' }))).rejects.toThrow('sandbox exists already')
  await expect(add(settings({ account: 'sandbox-2' }))).rejects.toThrow('sandbox names the sandbox registry')
  expect(await accountsOf()).toEqual(['sandbox'])
  await close()
})

it('serves the account at once, announces it, and keeps it in replicas and after a restart', async () => {
  const first = await platform.worker()
  expect(await add(settings())).toEqual({ account: 'added', extensions: ['thin'], isServed: true })
  await eventually(
    () => announced.at(-1)?.some(({ account, extensions }) => account === 'added' && extensions.includes('thin')),
    'the announcement of the account',
  )
  expect(await platform.ended(await platform.submit('at-once.thin'))).toMatchObject({ outcome: 'done' })
  expect(await creators('at-once.thin')).toEqual(['rival'])

  const second = await platform.worker()
  await first.close()
  expect(await accountsOf()).toEqual(['sandbox', 'added'])
  expect(await platform.ended(await platform.submit('restarted.thin'))).toMatchObject({ outcome: 'done' })
  expect(await creators('restarted.thin')).toEqual(['rival'])
  await expect(add(settings())).rejects.toThrow('added exists already')
  await expect(add(settings({ account: 'other' }))).rejects.toThrow('is an extension of the account added')
  await second.close()
})

it('keeps null, which has a meaning in the settings: an account that is not polled', async () => {
  const { close } = await platform.worker()
  const quiet = {
    account: 'quiet',
    driver: 'upstream',
    baseUrl: 'https://127.0.0.1:9',
    apiKeyFile: join(folder, write('key', 'nyk_0000000000000000000000\n')),
    pollSeconds: null,
    tlds: ['async'],
  }
  expect(await add(quiet)).toMatchObject({ account: 'quiet' })
  const { rows } = await platform.sql.query("select settings from added_account where account = 'quiet'")
  expect(rows).toEqual([{ settings: expect.objectContaining({ pollSeconds: null }) }])
  await close()
})

it('reaches a replica that runs, and is replaced by an account of the settings', async () => {
  const [one, other] = [await platform.worker(), await platform.worker()]
  await add(settings({ account: 'later', tlds: {} }))
  await one.close()
  expect(await accountsOf()).toContain('later')
  await other.close()
  const file = join(folder, write('accounts.json', JSON.stringify({ accounts: [settings({ maxSessions: 1 })] })))
  const replaced = await platform.worker({ REGISTRY_ACCOUNTS_FILE: file })
  expect((await accountsOf()).filter((each) => each === 'added')).toHaveLength(1)
  await replaced.close()
})
