import { writeFileSync } from 'node:fs'
import { showRegistryAccount } from '@nameyard/contracts/registry/show-account'
import { testRegistryAccount } from '@nameyard/contracts/registry/test-account'
import { eventually } from '@nameyard/testing/eventually'
import { RriPlatform } from './rri-platform'

const test = new RriPlatform({ pollSeconds: null, tlds: ['de', 'shop'] }, 'not-the-password')

it('closes the account after one refused login, and opens it when the password file is replaced', async () => {
  const { platform } = test
  const order = (name: string) => platform.submit(name)
  const operationId = await order('closed.de')
  const closed = async () => {
    const { rows } = await platform.sql.query<{ reason: string | null }>(
      `select closed_reason as reason from registry_account where account = 'denic' and closed_at is not null`,
    )
    return rows[0]?.reason ?? undefined
  }
  expect(await eventually(closed, 'a closed account')).toMatch(/User or password is wrong/)
  platform.clock.advance(3_600_000)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  // Sessions may be opened at the same time; none after the first answer.
  expect((await platform.audit({ command: 'login', code: '2200' })).length).toBeLessThanOrEqual(3)
  expect(await platform.operation(operationId)).toMatchObject({ state: 'queued' })

  writeFileSync(test.passwordFile, platform.password)
  expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
  expect(await closed()).toBeUndefined()
})

describe('for operators', () => {
  const account = 'denic'
  const tested = () => test.platform.domains.rpc.call(testRegistryAccount, { account }, test.platform.domains.call())
  const shown = () => test.platform.domains.rpc.call(showRegistryAccount, { account }, test.platform.domains.call())

  it('a test logs in, and finds the extensions that are not of DENIC', async () => {
    expect(await tested()).toEqual({
      account,
      isLoggedIn: true,
      warnings: [],
      obstacles: [
        {
          step: 'extensions',
          text: expect.stringMatching(/^The registry does not know denic\.shop .*: no orders of \.shop\.$/),
        },
      ],
    })
  })

  it('a refused login of a test names the user, and leaves the account open', async () => {
    writeFileSync(test.passwordFile, 'not-the-password')
    expect(await tested()).toMatchObject({
      isLoggedIn: false,
      obstacles: [{ step: 'login', text: expect.stringContaining('DENIC-1000001-RRI') }],
    })
    expect(await shown()).not.toHaveProperty('closedReason')
    writeFileSync(test.passwordFile, test.platform.password)
  })

  it('shows the settings without secrets', async () => {
    const { driver, rri, settings } = await shown()
    expect(settings).toBeUndefined()
    expect({ driver, rri }).toEqual({
      driver: 'rri',
      rri: {
        host: '127.0.0.1',
        port: expect.any(Number),
        servername: 'localhost',
        registrarId: 'DENIC-1000001',
        user: 'DENIC-1000001-RRI',
        maxSessions: 3,
        idleSeconds: 300,
        generalRequest: 'https://registrar.example/contact{?domain}',
        abuseContact: 'mailto:abuse@registrar.example{?subject}',
      },
    })
  })
})
