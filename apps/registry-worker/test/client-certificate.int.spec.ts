import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
  const { fingerprint256 } = new X509Certificate(readFileSync(platform.certificate))
  await platform.openRegistry({ SANDBOX_NAMEYARD_CERTIFICATE_SHA256: fingerprint256 })
})
afterAll(() => platform?.close())

test('an account that is bound to a certificate is open to workers that show it, and to no others', async () => {
  const bare = await platform.worker()
  const operation = await platform.submit('bound.com')
  const refused = async () => (await platform.audit({ command: 'login' })).find(({ code }) => code !== 1000)
  expect(await eventually(refused, 'the refused login')).toMatchObject({ code: 2200 })
  expect(await platform.creates('bound.com')).toBe(0)
  expect(platform.settledOf(operation)).toEqual([])
  await bare.close()

  await platform.worker({
    REGISTRY_SANDBOX_CERTIFICATE_FILE: platform.certificate,
    REGISTRY_SANDBOX_KEY_FILE: platform.key,
  })
  const { rpc } = platform.domains
  await rpc.call(resumeRegistryAccount, { operator: 'ada', account: 'sandbox' }, platform.domains.call())
  expect(await platform.ended(operation)).toMatchObject({ outcome: 'done' })
})
