import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { eventually } from '@nameyard/testing/eventually'
import { PATIENT_MS, startPlatform, type Platform } from './platform'

let platform: Platform
const folder = mkdtempSync(join(tmpdir(), 'nameyard-certificate-'))
beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  await platform.openRegistry({ SANDBOX_NAMEYARD_CERTIFICATE_FILE: platform.certificate })
})
afterAll(async () => {
  await platform?.close()
  rmSync(folder, { recursive: true })
})

const logins = async () => (await platform.audit({ command: 'login' })).map(({ code }) => code)
/** Operations and message queue may each try once before the account is closed. */
const refusedAfter = (logged: number) => eventually(async () => (await logins()).length > logged, 'a refused login')
const resume = () => {
  const { rpc, call } = platform.domains
  return rpc.call(resumeRegistryAccount, { operator: 'ada', account: 'sandbox' }, call())
}

/** Files of a certificate that is not pinned to any account. */
async function strange() {
  const made = await generate([{ name: 'commonName', value: 'localhost' }])
  const [certificate, key] = [join(folder, 'strange.pem'), join(folder, 'strange.key')]
  writeFileSync(certificate, made.cert)
  writeFileSync(key, made.private)
  return { REGISTRY_SANDBOX_CERTIFICATE_FILE: certificate, REGISTRY_SANDBOX_KEY_FILE: key }
}

test('only workers with the pinned certificate can log in', async () => {
  const bare = await platform.worker()
  const operation = await platform.submit('bound.com')
  await refusedAfter(0)
  await bare.close()

  const before = (await logins()).length
  const stranger = await platform.worker(await strange())
  await resume()
  await refusedAfter(before)
  await stranger.close()
  expect(new Set(await logins())).toEqual(new Set([2200]))
  expect(await platform.creates('bound.com')).toBe(0)
  expect(platform.settledOf(operation)).toEqual([])

  await platform.worker({
    REGISTRY_SANDBOX_CERTIFICATE_FILE: platform.certificate,
    REGISTRY_SANDBOX_KEY_FILE: platform.key,
  })
  await resume()
  expect(await platform.ended(operation)).toMatchObject({ outcome: 'done' })
})
