import { login } from '@nameyard/contracts/access/login'
import { loginWithPasskey } from '@nameyard/contracts/access/login-with-passkey'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { startPasskeyLogin } from '@nameyard/contracts/access/start-passkey-login'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { confirmPasskey } from '@nameyard/contracts/factors/confirm-passkey'
import { createPasskey } from '@nameyard/contracts/factors/create-passkey'
import { listFactors } from '@nameyard/contracts/factors/list-factors'
import { removeFactor } from '@nameyard/contracts/factors/remove-factor'
import { setFactorDemand } from '@nameyard/contracts/factors/set-factor-demand'
import { SoftwareAuthenticator, type Deviation } from '@nameyard/testing/authenticator'
import { eventually } from '@nameyard/testing/eventually'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { newUsername, person } from './people'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let server: SmtpServer
let own: Account
let accounts = 0

beforeAll(async () => {
  server = await smtpServer(() => '250 ok')
  service = await runningService({
    MAIL_SMTP_URL: server.url,
    MAIL_FROM: 'Names <names@example.net>',
    LINK_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://names.example',
    PASSKEY_RP_ID: 'names.example',
    PASSKEY_ORIGINS: 'https://names.example,https://panel.names.example',
    LOGIN_FREE_FAILURES: '3',
  })
})
afterAll(async () => {
  await service?.close()
  await server?.close()
})
beforeEach(async () => void (own = await service.account({ email: `keeper${++accounts}@example.com` })))

/** A date that was never set. */
const unset = '0000-00-00 00:00:00'

let addresses = 0
const newAddress = () => `198.51.100.${++addresses % 250}`
const from = (address = newAddress()) => ({ ...service.anonymous(), address })
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    ({ refusal }) => refusal as string,
  )

const device = (algorithm: 'ES256' | 'EdDSA' = 'ES256') =>
  new SoftwareAuthenticator(algorithm, 'https://panel.names.example')

const start = async (by = own, name = 'laptop') =>
  (await service.rpc.call(createPasskey, { name, password: by.password }, by.call())).options

async function add(authenticator = device(), by = own, deviation: Deviation = {}) {
  const credential = authenticator.create(await start(by), deviation)
  return service.rpc.call(confirmPasskey, { credential }, by.call())
}

const optionsFor = async (by?: Account) => {
  const credentials = by && { username: by.username, password: by.password }
  return (await service.rpc.call(startPasskeyLogin, { ...credentials }, from())).options
}

type Answer = ReturnType<SoftwareAuthenticator['get']>

/** Logs in with the passkey alone. */
const logInAlone = (passkey: Answer, address = newAddress()) =>
  service.rpc.call(loginWithPasskey, { passkey }, from(address))

/** Logs in with the password, and the passkey as second factor. */
const logInBeside = (passkey?: Answer, { username, password } = own, address = newAddress()) =>
  service.rpc.call(login, { username, password, ...(passkey && { passkey }) }, from(address))

const noticed = (sentence: string) =>
  eventually(
    () =>
      server.received
        .filter(({ to }) => to === `keeper${accounts}@example.com`)
        .map(({ message }) => message.replaceAll(/=\r?\n/g, ''))
        .find((text) => text.includes(sentence)),
    `a mail with: ${sentence}`,
  )

describe('adding a passkey', () => {
  it.each(['ES256', 'EdDSA'] as const)('counts when the browser has answered (%s)', async (algorithm) => {
    const authenticator = device(algorithm)
    const options = await start()
    expect(options).toMatchObject({
      rp: { id: 'names.example' },
      user: { name: own.username },
      attestation: 'none',
      excludeCredentials: [],
    })
    expect(await refusalOf(logInBeside())).toBe('accepted')
    const credential = authenticator.create(options)
    const { id, recovery_codes } = await service.rpc.call(confirmPasskey, { credential }, own.call())
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await refusalOf(logInBeside())).toBe('otp_needed')
    await noticed(`A second factor was added to the user name ${own.username}.`)
    const { results } = await service.rpc.call(listFactors, {}, own.call())
    expect(results).toMatchObject([
      { id, kind: 'passkey', name: 'laptop', is_confirmed: true, is_passwordless: true, last_used_at: unset },
    ])
    const entry = await eventually(async () => {
      const asked = { resellerId: own.resellerId, limit: 9 }
      const { entries } = await service.rpc.call(readAuditLog, asked, service.anonymous())
      return entries.find(({ operation }) => operation === 'factors.confirm-passkey')
    }, 'the entry of the audit log')
    expect(entry).toMatchObject({ who: own.username, changes: { second_factor: { to: `passkey ${id}` } } })
  })

  it('takes several, and tells the browser which ones there are', async () => {
    const first = device()
    await add(first)
    expect((await add(device('EdDSA'))).recovery_codes).toEqual([])
    const { excludeCredentials, user } = await start()
    expect(excludeCredentials).toHaveLength(2)
    expect(excludeCredentials[0]).toEqual({
      id: first.id.toString('base64url'),
      type: 'public-key',
      transports: ['internal'],
    })
    expect(user.id).toBe((await start()).user.id)
  })

  it('accepts an attestation by the passkey itself, and none with certificates', async () => {
    expect(await refusalOf(add(device(), own, { attestation: 'self' }))).toBe('accepted')
    expect(await refusalOf(add(device(), own, { attestation: 'certified' }))).toBe('credential_invalid')
  })

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'https://names.example.net' }],
    ['an origin without TLS', { origin: 'http://names.example' }],
    ['an embedded page', { crossOrigin: true }],
    ['another domain', { rpId: 'example.net' }],
  ])('is refused from %s', async (_, deviation) => {
    expect(await refusalOf(add(device(), own, deviation))).toBe('credential_invalid')
    expect(await refusalOf(logInBeside())).toBe('accepted')
  })

  it('uses each challenge once, for five minutes, for the person who got it', async () => {
    const other = await service.account()
    const confirm = (credential: ReturnType<SoftwareAuthenticator['create']>, by = own) =>
      refusalOf(service.rpc.call(confirmPasskey, { credential }, by.call()))
    const options = await start()
    expect(await confirm(device().create(options), other)).toBe('credential_stale')
    expect(await confirm(device().create(options, { rpId: 'example.net' }))).toBe('credential_invalid')
    expect(await confirm(device().create(options))).toBe('credential_stale')
    const late = await start()
    service.clock.advance(5 * 60_000)
    expect(await confirm(device().create(late))).toBe('credential_stale')
    expect(await confirm(device().create(await start(), { challenge: 'AAAA' }))).toBe('credential_stale')
    const login = await optionsFor()
    expect(await confirm(device().create(await start(), { challenge: login.challenge }))).toBe('credential_stale')
    const concurrent = device().create(await start())
    const answers = await Promise.all([confirm(concurrent), confirm(concurrent)])
    expect(answers.sort()).toEqual(['accepted', 'credential_stale'])
  })

  it('refuses answers that cannot be read', async () => {
    const answer = device().create(await start())
    const confirm = (response: object) =>
      refusalOf(
        service.rpc.call(
          confirmPasskey,
          { credential: { ...answer, response: { ...answer.response, ...response } } },
          own.call(),
        ),
      )
    expect(await confirm({ clientDataJSON: 'AAAA' })).toBe('credential_invalid')
    expect(await confirm({ clientDataJSON: Buffer.from('null').toString('base64url') })).toBe('credential_invalid')
    expect(await confirm({ attestationObject: 'AAAA' })).toBe('credential_invalid')
  })

  it('refuses a passkey that another person has', async () => {
    const authenticator = device()
    await add(authenticator)
    const other = await service.account()
    expect(await refusalOf(add(authenticator, other))).toBe('passkey_known')
    expect(await refusalOf(logInBeside(undefined, other))).toBe('accepted')
  })

  it('needs the password, and is refused for a key with limits', async () => {
    const asked = { name: 'laptop', password: own.password }
    const attempt = (password: string) =>
      refusalOf(service.rpc.call(createPasskey, { ...asked, password }, { ...own.call(), address: '192.0.2.61' }))
    for (let i = 0; i < 4; i++) expect(await attempt('wrong')).toBe('proof_wrong')
    expect(await attempt(own.password)).toBe('rate_limited')
    const limited = own.call({ isLimited: true })
    expect(await refusalOf(service.rpc.call(createPasskey, asked, limited))).toBe('key_limited')
    const credential = device().create(await start())
    expect(await refusalOf(service.rpc.call(confirmPasskey, { credential }, limited))).toBe('key_limited')
  })

  it('is limited to ten factors', async () => {
    const waiting = device().create(await start())
    for (let i = 0; i < 10; i++) await add()
    expect(await refusalOf(start())).toBe('factor_limit_reached')
    const confirmed = service.rpc.call(confirmPasskey, { credential: waiting }, own.call())
    expect(await refusalOf(confirmed)).toBe('factor_limit_reached')
  })
})

/** What an attacker or a fault makes of an answer. */
const faults: readonly (readonly [string, Deviation])[] = [
  ['another origin', { origin: 'https://names.example.net' }],
  ['an embedded page', { crossOrigin: true }],
  ['another domain', { rpId: 'example.net' }],
  ['changed data', { isTampered: true }],
  ['the number of another person', { userHandle: 'AAAA' }],
]

describe('a login with a passkey alone', () => {
  it.each(['ES256', 'EdDSA'] as const)('gives a token (%s)', async (algorithm) => {
    const authenticator = device(algorithm)
    await add(authenticator)
    const options = await optionsFor()
    expect(options).toMatchObject({ rpId: 'names.example', allowCredentials: [], userVerification: 'required' })
    expect(await logInAlone(authenticator.get(options))).toEqual({
      reseller_id: own.resellerId,
      token: expect.stringMatching(/^[\da-f]{32}$/),
    })
    const { results } = await service.rpc.call(listFactors, {}, own.call())
    expect(results[0]!.last_used_at).not.toBe(unset)
  })

  it('accepts a device that does not count', async () => {
    const authenticator = device()
    await add(authenticator, own, { count: 0 })
    for (let i = 0; i < 2; i++) await logInAlone(authenticator.get(await optionsFor(), { count: 0 }))
  })

  it.each(faults)('is refused for %s, and counted', async (_, deviation) => {
    const authenticator = device()
    await add(authenticator)
    const address = newAddress()
    for (let i = 0; i < 4; i++) {
      expect(await refusalOf(logInAlone(authenticator.get(await optionsFor(), deviation), address))).toBe(
        'authentication_failed',
      )
    }
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor()), address))).toBe('rate_limited')
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor())))).toBe('accepted')
  })

  it('uses each challenge once, for five minutes, and none that was made for a person', async () => {
    const authenticator = device()
    await add(authenticator)
    const answer = authenticator.get(await optionsFor())
    const answers = await Promise.all([logInAlone(answer), logInAlone(answer)].map(refusalOf))
    expect(answers.sort()).toEqual(['accepted', 'passkey_stale'])
    const wrong = await optionsFor()
    expect(await refusalOf(logInAlone(authenticator.get(wrong, { rpId: 'example.net' })))).toBe('authentication_failed')
    expect(await refusalOf(logInAlone(authenticator.get(wrong)))).toBe('passkey_stale')
    const late = authenticator.get(await optionsFor())
    service.clock.advance(5 * 60_000)
    expect(await refusalOf(logInAlone(late))).toBe('passkey_stale')
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor(own))))).toBe('passkey_stale')
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor(), { challenge: 'AAAA' })))).toBe(
      'passkey_stale',
    )
  })

  it('is refused for an unknown passkey like for a wrong answer', async () => {
    expect(await refusalOf(logInAlone(device().get(await optionsFor())))).toBe('authentication_failed')
  })

  it('needs a device that checks who uses it', async () => {
    const authenticator = device()
    await add(authenticator, own, { verifiesUser: false })
    const { results } = await service.rpc.call(listFactors, {}, own.call())
    expect(results).toMatchObject([{ is_passwordless: false }])
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor(), { verifiesUser: false })))).toBe(
      'passkey_unverified',
    )
    // Who has found the device may have set its PIN.
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor())))).toBe('passkey_unverified')
    expect(await refusalOf(logInBeside(authenticator.get(await optionsFor(own))))).toBe('accepted')
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor())))).toBe('accepted')
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor(), { verifiesUser: false })))).toBe(
      'passkey_unverified',
    )
  })

  it('is refused when the device counts back, with a mail', async () => {
    const authenticator = device()
    await add(authenticator, own, { count: 7 })
    const attempt = async (count: number) => refusalOf(logInAlone(authenticator.get(await optionsFor(), { count })))
    expect(await attempt(7)).toBe('authentication_failed')
    await noticed('A passkey may have been copied')
    expect(await attempt(0)).toBe('authentication_failed')
    expect(await attempt(8)).toBe('accepted')
    expect(await attempt(8)).toBe('authentication_failed')
  })

  it('ends with the passkey', async () => {
    const authenticator = device()
    const { id } = await add(authenticator)
    const answer = authenticator.get(await optionsFor())
    const removed = await service.rpc.call(removeFactor, { id, password: own.password }, own.call())
    expect(removed).toEqual({ success: true })
    await noticed(`A second factor of the user name ${own.username} was removed.`)
    expect(await refusalOf(logInAlone(answer))).toBe('authentication_failed')
    expect(await refusalOf(logInBeside())).toBe('accepted')
  })

  it('is refused for a contact without access, and ends with the contact', async () => {
    const given = { ...person, username: newUsername(), api_access_enabled: false }
    const { id } = await service.rpc.call(createContact, given, own.call())
    const { username } = given
    const colleague: Account = {
      ...own,
      username,
      contactId: id!,
      password: 'battery staple',
      call: (other = {}) => own.call({ contactId: id!, username, ...other }),
    }
    const authenticator = device()
    await add(authenticator, colleague)
    await start(colleague)
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor())))).toBe('access_denied')
    await service.rpc.call(deleteContact, { id: id! }, own.call())
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor())))).toBe('authentication_failed')
    const { rows } = await service.sql.query(
      'select from factor where contact_id = $1 union all select from passkey_challenge where contact_id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })
})

describe('a login with a password and a passkey', () => {
  it('gives a token, also without a check of the user', async () => {
    const authenticator = device()
    await add(authenticator)
    const options = await optionsFor(own)
    expect(options).toMatchObject({
      allowCredentials: [{ id: authenticator.id.toString('base64url') }],
      userVerification: 'preferred',
    })
    const answer = authenticator.get(options, { verifiesUser: false, userHandle: null })
    expect(await refusalOf(logInBeside(answer))).toBe('accepted')
  })

  it.each(faults)('is refused for %s, and counted', async (_, deviation) => {
    const authenticator = device()
    await add(authenticator)
    const address = newAddress()
    const attempt = async (given: Deviation) =>
      refusalOf(logInBeside(authenticator.get(await optionsFor(own), given), own, address))
    for (let i = 0; i < 4; i++) expect(await attempt(deviation)).toBe('passkey_wrong')
    expect(await attempt({})).toBe('rate_limited')
  })

  it('is refused for the passkey of another person, a count back, and a challenge that does not work', async () => {
    const authenticator = device()
    await add(authenticator)
    const other = await service.account()
    const foreign = device()
    await add(foreign, other)
    expect(await refusalOf(logInBeside(foreign.get(await optionsFor(own))))).toBe('passkey_wrong')
    expect(await refusalOf(logInBeside(authenticator.get(await optionsFor(other))))).toBe('passkey_stale')
    expect(await refusalOf(logInBeside(authenticator.get(await optionsFor())))).toBe('passkey_stale')
    const answer = authenticator.get(await optionsFor(own))
    expect(await refusalOf(logInBeside(answer, { ...own, password: 'wrong' }))).toBe('authentication_failed')
    expect(await refusalOf(logInBeside(answer))).toBe('accepted')
    expect(await refusalOf(logInBeside(answer))).toBe('passkey_stale')
    expect(await refusalOf(logInBeside(authenticator.get(await optionsFor(own), { count: 1 })))).toBe('passkey_wrong')
  })

  it('gives options only for the right password, with its limits', async () => {
    expect(await refusalOf(optionsFor({ ...own, password: 'wrong' }))).toBe('authentication_failed')
    expect(await refusalOf(optionsFor({ ...own, username: 'nobody' }))).toBe('authentication_failed')
    expect(await refusalOf(optionsFor(own))).toBe('passkey_missing')
    await add()
    const address = newAddress()
    const attempt = (password: string) =>
      refusalOf(service.rpc.call(startPasskeyLogin, { username: own.username, password }, from(address)))
    for (let i = 0; i < 4; i++) expect(await attempt('wrong')).toBe('authentication_failed')
    expect(await attempt(own.password)).toBe('rate_limited')
    const half = (given: object) => refusalOf(service.rpc.call(startPasskeyLogin, given, from()))
    expect(await half({ username: own.username })).toBe('login_password_missing')
    expect(await half({ password: own.password })).toBe('login_username_missing')
  })

  it('meets the demand of an account, whose last factor cannot be removed', async () => {
    const authenticator = device()
    const { id, recovery_codes } = await add(authenticator)
    const demanded = await service.rpc.call(setFactorDemand, { is_required: true }, own.call())
    expect(demanded).toEqual({ success: true, people: [] })
    expect(await refusalOf(logInBeside())).toBe('otp_needed')
    expect(await refusalOf(logInBeside(authenticator.get(await optionsFor(own))))).toBe('accepted')
    expect(await refusalOf(logInAlone(authenticator.get(await optionsFor())))).toBe('accepted')
    const removed = service.rpc.call(removeFactor, { id, password: own.password }, own.call())
    expect(await refusalOf(removed)).toBe('factor_is_last')
    const { username, password } = own
    const recovered = service.rpc.call(login, { username, password, otp: recovery_codes[0]! }, from())
    expect(await refusalOf(recovered)).toBe('accepted')
  })
})

it('challenges that nobody answered are deleted', async () => {
  await start()
  await optionsFor()
  service.clock.advance(5 * 60_000)
  await optionsFor()
  const { rows } = await service.sql.query('select expires_at from passkey_challenge')
  expect(rows).toHaveLength(1)
})

it('there are no passkeys where the operator has set no domain', async () => {
  const without = await runningService()
  try {
    const account = await without.account()
    const asked = { name: 'laptop', password: account.password }
    expect(await refusalOf(without.rpc.call(createPasskey, asked, account.call()))).toBe('passkeys_unavailable')
    expect(await refusalOf(without.rpc.call(startPasskeyLogin, {}, without.anonymous()))).toBe('passkeys_unavailable')
    const passkey = device().get({ challenge: 'AAAA', rpId: 'names.example' })
    const alone = without.rpc.call(loginWithPasskey, { passkey }, without.anonymous())
    expect(await refusalOf(alone)).toBe('passkeys_unavailable')
    const credential = device().create({ challenge: 'AAAA', rp: { id: 'names.example' }, user: { id: 'AAAA' } })
    const confirmed = without.rpc.call(confirmPasskey, { credential }, account.call())
    expect(await refusalOf(confirmed)).toBe('passkeys_unavailable')
  } finally {
    await without.close()
  }
})
