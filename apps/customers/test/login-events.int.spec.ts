import { login } from '@nameyard/contracts/access/login'
import { logout } from '@nameyard/contracts/access/logout'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { listAuditEvents } from '@nameyard/contracts/audit/list-audit-events'
import { eventually } from '@nameyard/testing/eventually'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
beforeAll(async () => {
  service = await runningService({ LOGIN_FREE_FAILURES: '1' })
})
afterAll(() => service?.close())

const address = '198.51.100.7'
const logIn = (username: string, password: string) =>
  service.rpc.call(login, { username, password }, { ...service.anonymous(), address })
const events = async (account: Account) =>
  (await service.rpc.call(listAuditEvents, {}, account.call())).results.filter(({ event }) =>
    event.startsWith('access.log'),
  )

it('a login is in the audit trail with its address, and so is a logout', async () => {
  const ada = await service.account()
  await logIn(ada.username, ada.password)
  const who = { subject: `contact ${ada.contactId}`, contact_id: ada.contactId, name: ada.username, address }
  expect(await events(ada)).toMatchObject([{ ...who, event: 'access.login', changes: {} }])
  await service.rpc.call(logout, {}, { ...ada.call(), session: '0123456789ab' })
  const seen = await eventually(async () => {
    const found = (await events(ada)).map(({ event }) => event)
    return found.includes('access.logout') && found
  }, 'the logout in the audit trail')
  expect(seen.toSorted()).toEqual(['access.login', 'access.logout'])
})

it('a refused login is in the audit trail with its reason, and so is the wait that it causes', async () => {
  const ada = await service.account()
  for (let i = 0; i < 2; i++) await logIn(ada.username, 'not it at all').catch(() => undefined)
  const [blocked, second, first] = await events(ada)
  expect([first, second]).toMatchObject(
    Array(2).fill({ event: 'access.login-failed', address, changes: { reason: { to: 'credentials' } } }),
  )
  expect(blocked).toMatchObject({
    event: 'access.login-blocked',
    changes: { counter: { to: 'name and network' }, until: { to: '2027-01-01T00:00:01.000Z' } },
  })
  expect(JSON.stringify(await events(ada))).not.toContain('not it at all')
})

it('a refused login with an unknown username is in the trail of the platform, without the username', async () => {
  await logIn('hunter2-typed-here', 'x').catch(() => undefined)
  const { entries } = await service.rpc.call(readAuditLog, { event: 'access.login-failed' }, service.anonymous())
  expect(entries[0]).toMatchObject({ resellerId: null, contactId: null, who: null, subject: 'login' })
  expect(JSON.stringify(entries)).not.toContain('hunter2')
})
