import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { setRegistryAccounts } from '@nameyard/contracts/registry/set-accounts'
import { Consumes } from '@nameyard/messaging/consumes'
import { eventually } from '@nameyard/testing/eventually'
import { PATIENT_MS, startPlatform, type Platform } from './platform'

const opened: Payload<typeof setRegistryAccounts>[] = []

/** Receives the accounts in place of the domains service. */
@Controller()
class OnOpened {
  @Consumes(setRegistryAccounts)
  async on(event: Payload<typeof setRegistryAccounts>): Promise<void> {
    opened.push(event)
  }
}

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform([OnOpened], PATIENT_MS)
  await platform.openRegistry()
})
beforeEach(() => opened.splice(0))
afterAll(() => platform?.close())

/** The settings of an installation without a sandbox: none of the sandbox's settings is set. */
const production = {
  SANDBOX: '',
  REGISTRY_SANDBOX_PORT: '',
  REGISTRY_SANDBOX_CA_FILE: '',
  REGISTRY_SANDBOX_SERVERNAME: '',
  REGISTRY_SANDBOX_PASSWORD: '',
}
const available = (name: string) => {
  const { rpc, call } = platform.domains
  return rpc.call(checkNames, { names: [name] }, call())
}

describe('without SANDBOX=true', () => {
  it('a worker starts without any account and serves no extension', async () => {
    const worker = await platform.worker(production)
    await eventually(() => opened.length > 0, 'the accounts')
    expect(opened).toMatchObject([{ accounts: [] }])
    expect(await worker.ready()).toBeUndefined()
    await expect(available('free.com')).rejects.toMatchObject({ refusal: 'extension_invalid' })
    await worker.close()
  })

  it('a worker serves the extensions of its accounts only, and sends no others to the sandbox', async () => {
    const folder = dirname(platform.certificate)
    const file = join(folder, 'accounts.json')
    writeFileSync(join(folder, 'password'), platform.password)
    const account = {
      account: 'example-registry',
      host: '127.0.0.1',
      port: platform.eppPort,
      servername: 'localhost',
      caFile: 'certificate.pem',
      clientId: 'nameyard',
      passwordFile: 'password',
      maxSessions: 2,
      idleSeconds: 300,
      tlds: { org: {} },
    }
    writeFileSync(file, JSON.stringify({ accounts: [account] }))
    const worker = await platform.worker({ ...production, REGISTRY_ACCOUNTS_FILE: file })
    await eventually(() => opened.length > 0, 'the accounts')
    expect(opened).toMatchObject([{ accounts: [{ account: 'example-registry', extensions: ['org'] }] }])
    expect((await available('free.org')).results).toMatchObject([{ available: true }])
    await expect(available('free.com')).rejects.toMatchObject({ refusal: 'extension_invalid' })
    await worker.close()
  })
})

test('with SANDBOX=true a worker announces the extensions of the sandbox', async () => {
  const worker = await platform.worker()
  await eventually(() => opened.length > 0, 'the accounts')
  expect(opened[0]!.accounts).toEqual([
    { account: 'sandbox', extensions: expect.arrayContaining(['com', 'nl', 'strict']) },
  ])
  await worker.close()
})

test.each([
  [{ REGISTRY_SANDBOX_PASSWORD: '' }, 'REGISTRY_SANDBOX_PASSWORD: is required when SANDBOX is true'],
  [{ REGISTRY_SANDBOX_CA_FILE: '' }, 'REGISTRY_SANDBOX_CA_FILE: is required when SANDBOX is true'],
  [{ ...production, SANDBOX_CLOCK: 'true' }, 'SANDBOX_CLOCK: needs SANDBOX=true'],
])('a worker does not start with the settings %j', async (settings, fault) => {
  await expect(platform.worker(settings)).rejects.toThrow(fault)
})
