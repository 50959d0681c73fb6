import { checkNames } from '@nameyard/contracts/registry/check-names'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { showRegistryAccount } from '@nameyard/contracts/registry/show-account'
import { suspendRegistryAccount } from '@nameyard/contracts/registry/suspend-account'
import { testRegistryAccount } from '@nameyard/contracts/registry/test-account'
import { eventually } from '@nameyard/testing/eventually'
import { OperatedPlatform } from './operated-platform'

const operated = new OperatedPlatform()
const account = 'sandbox'

const rpc = () => operated.platform.domains.rpc
const shown = () => rpc().call(showRegistryAccount, { account }, operated.call())
const tested = () => rpc().call(testRegistryAccount, { account }, operated.call())

it('a suspended account has no session in any replica, and answers no check', async () => {
  await operated.start({}, {})
  await operated.platform.ended(await operated.platform.submit('before.com'))
  expect((await shown()).sessions).toBeGreaterThan(0)
  const suspended = await rpc().call(suspendRegistryAccount, { account, reason: 'it moves' }, operated.call())
  expect(suspended).toMatchObject({ account, waiting: 0 })
  await eventually(async () => (await shown()).sessions === 0, 'the end of all sessions')
  const logins = await operated.logins()
  for (let n = 0; n < 4; n++) {
    await expect(rpc().call(checkNames, { names: [`free-${n}.com`] }, operated.call())).rejects.toMatchObject({
      refusal: 'registry_unavailable',
    })
  }
  expect(await operated.logins()).toBe(logins)

  await rpc().call(resumeRegistryAccount, { operator: 'ada', account }, operated.call())
  await operated.platform.ended(await operated.platform.submit('after.com'))
  expect(await shown()).toMatchObject({ isSuspended: false, settings: { maxSessions: 4, clientId: 'nameyard' } })
})

it('a refused login of a suspended account does not let a new password resume it', async () => {
  await operated.start({ REGISTRY_SANDBOX_SESSIONS: '1', REGISTRY_POLL_MS: '3600000' })
  await operated.platform.ended(await operated.platform.submit('between.com'))
  await rpc().call(suspendRegistryAccount, { account, reason: 'it moves' }, operated.call())
  await eventually(async () => (await shown()).sessions === 0, 'the end of all sessions')
  await operated.platform.sql.query(`update registry_account set refused_mark = 'another'`)
  const logins = await operated.logins()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(await operated.logins()).toBe(logins)
  expect(await operated.account()).toMatchObject({ isSuspended: true })
  await rpc().call(resumeRegistryAccount, { operator: 'ada', account }, operated.call())
})

it('the test of an account uses a session that another replica gives up', async () => {
  await operated.platform.policy({ maxSessions: 1 })
  const one = { REGISTRY_SANDBOX_SESSIONS: '1', REGISTRY_POLL_MS: '3600000' }
  await operated.start(one, one)
  await operated.platform.ended(await operated.platform.submit('holds.com'))
  // Requests go to the replicas in turns, so one of them has no session.
  for (let n = 0; n < 3; n++) {
    expect(await tested()).toMatchObject({ isLoggedIn: true, obstacles: [], server: { objects: expect.any(Array) } })
  }
  expect(await operated.platform.audit({ command: 'login', code: '2502' })).toEqual([])
  await operated.platform.policy({ maxSessions: 10 })
})

it('the test of an account does not change its state when the login is refused', async () => {
  await operated.start({ REGISTRY_SANDBOX_SESSIONS: '1', REGISTRY_POLL_MS: '3600000' })
  // A suspended account opens no session by itself, so the next login is that of the test.
  await rpc().call(suspendRegistryAccount, { account, reason: 'it moves' }, operated.call())
  await eventually(async () => (await shown()).sessions === 0, 'the end of all sessions')
  const before = await operated.account()
  await operated.platform.fault({ command: 'login', kind: 'inject-code', code: 2200 })
  expect(await tested()).toMatchObject({ isLoggedIn: false, obstacles: [{ step: 'login' }] })
  expect(before).toMatchObject({ alarms: [] })
  expect(await operated.account()).toEqual(before)
})
