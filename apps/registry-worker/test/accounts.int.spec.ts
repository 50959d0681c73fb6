import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { freePort } from '@nameyard/testing/free-port'
import { PATIENT_MS, startPlatform, type Platform } from './platform'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  const [strict, thin] = [await freePort(), await freePort()]
  await platform.openRegistry({ SANDBOX_PROFILE_PORTS: `strict:${strict},thin:${thin}` })
  const folder = dirname(platform.certificate)
  const file = join(folder, 'accounts.json')
  writeFileSync(join(folder, 'password'), platform.password)
  const account = {
    account: 'example-registry',
    host: '127.0.0.1',
    port: thin,
    servername: 'localhost',
    caFile: 'certificate.pem',
    clientId: 'nameyard',
    passwordFile: 'password',
    maxSessions: 2,
    idleSeconds: 300,
    rules: { contacts: 'prohibited', restore: 'immediate', eppExtensions: ['rgp', 'secDNS', 'fee'] },
    tlds: { thin: {} },
  }
  writeFileSync(file, JSON.stringify({ accounts: [account] }))
  await platform.worker({ REGISTRY_ACCOUNTS_FILE: file, REGISTRY_SANDBOX_PROFILE_PORTS: `strict:${strict}` })
})
afterAll(() => platform?.close())

test('a TLD uses its account in the accounts file, or the sandbox account if the file has none', async () => {
  const orders = [
    await platform.submit('ours.com'),
    await platform.submit('ours.thin'),
    await platform.submit('ours.strict'),
  ]
  for (const order of orders) expect(await platform.ended(order)).toMatchObject({ outcome: 'done' })
  const { rows } = await platform.sql.query<{ account: string; object: string }>(
    'select account, object from operation order by object',
  )
  expect(rows).toEqual([
    { account: 'sandbox', object: 'ours.com' },
    { account: 'sandbox-strict', object: 'ours.strict' },
    { account: 'example-registry', object: 'ours.thin' },
  ])
  expect((await platform.load('thin')).sessions.most).toBeGreaterThan(0)

  const { rpc, call } = platform.domains
  const { accounts } = await rpc.call(listRegistryAccounts, {}, call())
  const served = new Map(accounts.map(({ account, extensions }) => [account, extensions]))
  expect(served.get('example-registry')).toEqual(['thin'])
  expect(served.get('sandbox-strict')).toEqual(['strict'])
  expect(served.get('sandbox')).not.toContain('thin')
})

test('the sandbox serves no .de without its port for RRI', async () => {
  const { rpc, call } = platform.domains
  await expect(rpc.call(checkNames, { names: ['free.de'] }, call())).rejects.toMatchObject({
    refusal: 'extension_invalid',
  })
})

test('an endpoint with one session gets one session under any load', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, (_, n) => platform.submit(`many-${n}.strict`)))
  for (const order of orders) expect(await platform.ended(order)).toMatchObject({ outcome: 'done' })
  expect(await platform.load('strict')).toMatchObject({
    sessions: { most: 1, refused: 0 },
    commands: { refused: 0 },
  })
})
