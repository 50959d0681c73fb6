import { Secret, TOTP } from 'otpauth'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let admin: Ask
/** A contact who is no administrator. */
let technician: Ask

const password = 'correct horse battery'

beforeAll(async () => {
  platform = await startInProcess({ customers: { LOGIN_FREE_FAILURES: '5' } })
  admin = await platform.open('keeper')
  const contact = { ...person, username: 'technician', password, role: 'tech', api_access_enabled: true }
  await admin('POST', '/v1/contacts', { body: contact })
  technician = await withToken({ username: 'technician', password })
})
afterAll(() => platform?.close())

const logIn = (body: object) => platform.ask('POST', '/v1/auth/login', { body })

async function withToken(credentials: object): Promise<Ask> {
  const { status, json, text } = await logIn(credentials)
  if (status !== 200) throw new Error(text)
  const authorization = `Bearer ${json.data.token}`
  return (method, path, sent = {}) => platform.ask(method, path, { ...sent, headers: { authorization } })
}

/** Codes of an app. Each call returns the code of a later time step than the one before. */
function appOf(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let step = totp.counter() - 2
  return () => totp.generate({ timestamp: (step += 1) * 30_000 })
}

const refused = (status: number, code: number, desc: string) => ({ status, json: { code, desc, data: '' } })
const wrongProof = refused(400, 5006, 'password: is not valid. Send your password or a one-time code.')

/** A key that may not change credentials. */
async function limitedKey(): Promise<Ask> {
  const body = { name: 'program', scope: ['read', 'write'], unused_days: 9 }
  const { key } = (await admin('POST', '/v1/keys', { body })).json.data
  const headers = { authorization: `Bearer ${key}` }
  return (method, path, sent = {}) => platform.ask(method, path, { ...sent, headers })
}

it('second factors are added, used, replaced and removed', async () => {
  const own = await platform.open('enroller')
  const add = (sent: object) => own('POST', '/v1/auth/factors/totp', { body: { name: 'phone', ...sent } })
  expect(await add({ password: 'wrong' })).toMatchObject(wrongProof)
  const { id, secret } = (await add({ password })).json.data as { id: number; secret: string }
  const code = appOf(secret)
  const confirm = (sent: string, factor = id) =>
    own('POST', `/v1/auth/factors/totp/${factor}/confirm`, { body: { code: sent } })
  expect(await confirm('000000')).toMatchObject(refused(400, 5006, 'code: is not the code that the app shows now.'))
  expect(await confirm('000000', 999_999)).toMatchObject({ status: 404, json: { code: 98 } })
  const confirmed = await confirm(code())
  expect(confirmed).toMatchObject({ status: 200, json: { data: { success: true } } })
  const [recoveryCode] = confirmed.json.data.recovery_codes as unknown as string[]
  expect(await logIn({ username: 'enroller', password })).toMatchObject(
    refused(403, 10006, 'otp: a one-time code, recovery code or passkey that works now is needed.'),
  )
  expect(await logIn({ username: 'enroller', password, otp: code() })).toMatchObject({ status: 200 })
  expect(await logIn({ username: 'enroller', password, otp: recoveryCode })).toMatchObject({ status: 200 })
  const listed = await own('GET', '/v1/auth/factors')
  expect(listed.json.data).toMatchObject({ total: 1, recovery_codes_left: 9, is_required: false })
  const renew = (body: object) => own('POST', '/v1/auth/recovery-codes', { body })
  expect(await renew({ password: 'wrong' })).toMatchObject(wrongProof)
  expect(await renew({ otp: code() })).toMatchObject({
    status: 200,
    json: { data: { recovery_codes: { length: 10 } } },
  })
  const remove = (body: object, factor = id) => own('POST', `/v1/auth/factors/${factor}/remove`, { body })
  expect(await remove({ password: 'wrong' })).toMatchObject(wrongProof)
  expect(await remove({ password }, 999_999)).toMatchObject({ status: 404, json: { code: 98 } })
  expect(await remove({ password })).toMatchObject({ status: 200 })
  expect(await renew({ password })).toMatchObject(
    refused(422, 5005, 'You have no second factor yourself: add one first.'),
  )
  expect(await logIn({ username: 'enroller', password })).toMatchObject({ status: 200 })
})

it('wrong passwords and codes lead to a wait, and a key with limits manages no factors', async () => {
  const tried = [
    ['POST', '/v1/auth/factors/totp', { name: 'phone', password: 'wrong' }],
    ['POST', '/v1/auth/factors/1/remove', { password: 'wrong' }],
    ['POST', '/v1/auth/recovery-codes', { password: 'wrong' }],
  ] as const
  const key = await limitedKey()
  for (const [method, path, body] of tried) {
    expect(await key(method, path, { body })).toMatchObject({ status: 403, json: { code: 4002 } })
  }
  for (const path of ['/v1/auth/second-factor', '/v1/contacts/1/login-code', '/v1/auth/factors/totp/1/confirm']) {
    const method = path.endsWith('second-factor') ? 'PUT' : 'POST'
    const body = { is_required: true, code: '000000' }
    expect(await key(method, path, { body })).toMatchObject({ status: 403, json: { code: 4002 } })
  }
  expect(await key('GET', '/v1/auth/second-factor')).toMatchObject({ status: 403, json: { code: 4002 } })

  const own = await platform.open('guesser')
  const { id } = (await own('POST', '/v1/auth/factors/totp', { body: { name: 'phone', password } })).json.data
  const confirm = ['POST', `/v1/auth/factors/totp/${id}/confirm`, { code: '000000' }] as const
  // A wait begins with one second, so each operation fails again until it is refused.
  for (const [method, path, body] of [...tried, confirm]) {
    const statuses: number[] = []
    while (statuses.at(-1) !== 429 && statuses.length < 9) statuses.push((await own(method, path, { body })).status)
    expect(statuses.at(-1)).toBe(429)
  }
})

it('an account demands a second factor of its people', async () => {
  const demand = (body: object, ask = admin) => ask('PUT', '/v1/auth/second-factor', { body })
  const onlyAdministrators = refused(403, 4002, 'The role tech may not do this: admin may.')
  expect(await demand({ is_required: true }, technician)).toMatchObject(onlyAdministrators)
  expect(await technician('GET', '/v1/auth/second-factor')).toMatchObject(onlyAdministrators)
  expect(await technician('POST', '/v1/contacts/1/login-code')).toMatchObject(onlyAdministrators)
  expect(await demand({ is_required: true })).toMatchObject(
    refused(422, 5005, 'You have no second factor yourself: add one first.'),
  )
  const { id, secret } = (await admin('POST', '/v1/auth/factors/totp', { body: { name: 'phone', password } })).json
    .data as { id: number; secret: string }
  await admin('POST', `/v1/auth/factors/totp/${id}/confirm`, { body: { code: appOf(secret)() } })
  expect(await demand({ is_required: true })).toMatchObject({
    status: 409,
    json: { code: 5005, desc: '1 log in without a factor, as technician. Use keys first, or send force.' },
  })
  const { people } = (await admin('GET', '/v1/auth/second-factor')).json.data
  expect(people).toMatchObject([{ username: 'technician' }])
  expect(await demand({ is_required: true, force: true })).toMatchObject({ status: 200 })
  expect(await logIn({ username: 'technician', password })).toMatchObject(
    refused(403, 10006, 'Your account demands a second factor. Ask an administrator for a login code.'),
  )
  expect(await technician('GET', '/v1/domains')).toMatchObject({ status: 200 })
  const body = { password }
  expect(await admin('POST', `/v1/auth/factors/${id}/remove`, { body })).toMatchObject(
    refused(422, 5005, 'Your account demands a second factor: add another one first.'),
  )

  const { results } = (await admin('GET', '/v1/contacts')).json.data as { results: { id: number; username: string }[] }
  const numberOf = (username: string) => results.find((each) => each.username === username)!.id
  const codeFor = (contact: number) => admin('POST', `/v1/contacts/${contact}/login-code`)
  expect(await codeFor(numberOf('keeper'))).toMatchObject(
    refused(422, 5005, 'A login code is for others: use a recovery code.'),
  )
  expect(await codeFor(999_999)).toMatchObject({ status: 404, json: { code: 193 } })
  const { code } = (await codeFor(numberOf('technician'))).json.data
  expect(await logIn({ username: 'technician', password, otp: code })).toMatchObject({ status: 200 })
})

it('tries every operation of second factors and every refusal', () => {
  // Ten factors: apps/customers/test/second-factor.int.spec.ts. The platform of this test has a FACTOR_SECRET.
  const elsewhere = ['factors.create-totp error factor_limit_reached', 'factors.create-totp error totp_unavailable']
  // Passkeys: passkeys.spec.ts.
  const untried = platform.exercised.untried('factors').filter((each) => !each.includes('passkey'))
  expect(untried.filter((each) => !elsewhere.includes(each))).toEqual([])
})
