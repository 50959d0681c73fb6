import { randomUUID } from 'node:crypto'
import { createHash } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { login } from '@nameyard/contracts/access/login'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { getContact } from '@nameyard/contracts/contacts/get-contact'
import { listContacts } from '@nameyard/contracts/contacts/list-contacts'
import { updateContact } from '@nameyard/contracts/contacts/update-contact'
import type { Call, InputGiven } from '@nameyard/contracts/operation'
import { ANSWER_SEAL } from '@nameyard/testing/answer-seal'
import { newUsername, person } from './people'
import { runningService, type Account, type RunningService } from './running-service'

let running: RunningService
beforeAll(async () => void (running = await runningService()))
afterAll(() => running?.close())

const account = () => running.account()

const create = (call: Call, change: Partial<InputGiven<typeof createContact>> = {}) =>
  running.rpc.call(createContact, { ...person, username: newUsername(), ...change }, call)
const update = (call: Call, input: InputGiven<typeof updateContact>) => running.rpc.call(updateContact, input, call)
const get = (call: Call, id: number, query = {}) => running.rpc.call(getContact, { id, ...query }, call)
const remove = (call: Call, id: number) => running.rpc.call(deleteContact, { id }, call)

const logIn = async (username: string, password: string) =>
  (await running.rpc.call(login, { username, password }, running.anonymous())).token
const isAlive = (token: string) => {
  const tokenHash = createHash('sha256').update(token).digest('hex')
  return running.rpc
    .call(authenticate, { audience: 'customers', tokenHash, address: '192.0.2.1' }, running.anonymous())
    .then(
      () => true,
      () => false,
    )
}

/** The entries of the account in the audit trail; with an operation, only those of this operation. */
async function changes({ resellerId }: Account, of?: string) {
  const { entries } = await running.rpc.call(readAuditLog, { resellerId }, running.anonymous())
  return entries.filter(({ operation }) => of === undefined || operation === of)
}

/** What has changed since the account was opened. */
const operations = async (owner: Account) =>
  (await changes(owner)).map(({ operation }) => operation).filter((each) => each !== 'access.create-reseller')

describe('a token without every scope', () => {
  it('cannot grant API access to a contact, because the contact could log in with every scope', async () => {
    const { call } = await account()
    const withoutPurchase = call({ scope: ['read', 'write'] })
    const refusal = { refusal: 'scope_insufficient', details: { scope: 'purchase' } }
    await expect(create(withoutPurchase, { api_access_enabled: true })).rejects.toMatchObject(refusal)
    const { id } = await create(withoutPurchase)
    await expect(update(withoutPurchase, { id, api_access_enabled: true })).rejects.toMatchObject(refusal)
    await update(call(), { id, api_access_enabled: true })
    await expect(
      update(withoutPurchase, { id, api_access_enabled: true, comments: 'in already' }),
    ).resolves.toBeDefined()
    await update(withoutPurchase, { id, is_active: false })
    await expect(update(withoutPurchase, { id, is_active: true })).rejects.toMatchObject(refusal)
  })
})

describe('a new contact', () => {
  it('is returned as it was given, without its password', async () => {
    const { call, resellerId } = await account()
    const username = newUsername()
    const extras = { company_name: 'Firma «X»', vat: 'NL1', locale: 'pl_PL', comments: 'good' }
    const additional_data = { birth_city: 'Łódź', birth_date: '1980-01-01' }
    const { id } = await create(call(), { username, ...extras, additional_data, inn: '77', kpp: '78' })
    const shown = await get(call(), id)
    expect(shown).toEqual({
      id,
      reseller_id: resellerId,
      username,
      role: 'tech',
      name: { ...person.name, full_name: 'Łukasz van de 王' },
      address: { ...person.address, state: '', country: 'NL' },
      phone: person.phone,
      email: 'lukasz@example.com',
      is_active: true,
      api_access_enabled: false,
      api_client_ip_list: { allow: [], deny: [] },
      rcp_client_ip_list: { allow: [], deny: [] },
      auth_type: '',
      hash_changed_at: '2027-01-01 00:00:00',
      password_changed_at: '2027-01-01 00:00:00',
      last_login_at: '0000-00-00 00:00:00',
      last_api_call_at: '0000-00-00 00:00:00',
      password_change_declined_at: '0000-00-00 00:00:00',
      ...extras,
    })
    expect(JSON.stringify(shown)).not.toContain('argon2')
    await expect(get(call(), id, { with_additional_data: true })).resolves.toEqual({ ...shown, additional_data })
  })

  it('has no API access by default', async () => {
    const { call } = await account()
    const username = newUsername()
    const { id } = await create(call(), { username })
    await expect(logIn(username, 'battery staple')).rejects.toMatchObject({ refusal: 'access_denied' })
    await update(call(), { id, api_access_enabled: true })
    await expect(logIn(username, 'battery staple')).resolves.toMatch(/^[\da-f]{32}$/)
  })

  it('cannot log in without a password', async () => {
    const { call } = await account()
    const username = newUsername()
    await create(call(), { username, password: undefined, api_access_enabled: true })
    await expect(logIn(username, 'undefined')).rejects.toMatchObject({ refusal: 'authentication_failed' })
  })

  it('is refused while its username belongs to another contact of any account', async () => {
    const [own, other] = [await account(), await account()]
    const username = newUsername()
    const { id } = await create(own.call(), { username })
    const refusal = { refusal: 'username_unavailable', details: { username } }
    await expect(create(own.call(), { username })).rejects.toMatchObject(refusal)
    await expect(create(other.call(), { username })).rejects.toMatchObject(refusal)
    await remove(own.call(), id)
    await expect(create(other.call(), { username })).resolves.toEqual({ id: expect.any(Number) })
  })

  it('is created once by two concurrent requests', async () => {
    const { call } = await account()
    const username = newUsername()
    const asked = await Promise.allSettled([create(call(), { username }), create(call(), { username })])
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is created once for an idempotency key', async () => {
    const { call } = await account()
    const asked = (request = 'a') => ({
      ...call(),
      correlationId: randomUUID(),
      repeat: { key: 'given:key-1', request, seal: ANSWER_SEAL, lifeMs: 60_000 },
    })
    const username = newUsername()
    const [first, second] = await Promise.all([create(asked(), { username }), create(asked(), { username })])
    expect(second).toEqual(first)
    await expect(create(asked('b'))).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
  })

  it.each([
    [{ role: undefined }, 'contact_role_missing'],
    [{ role: ' ' }, 'contact_role_missing'],
    [{ role: 'admin' }, 'contact_role_invalid'],
    [{ role: 'owner' }, 'contact_role_invalid'],
    [{ username: '' }, 'username_invalid'],
    [{ username: ' anna' }, 'username_invalid'],
    [{ username: 'an\nna' }, 'username_invalid'],
    [{ username: 'x'.repeat(256) }, 'username_invalid'],
    [{ password: 'short' }, 'password_invalid'],
    [{ password: 'lukasz@example.com' }, 'password_invalid'],
    [{ email: 'lukasz' }, 'email_invalid'],
    [{ email: 'Łukasz <lukasz@example.com>' }, 'email_invalid'],
    [{ email: 'a@example.com, b@example.com' }, 'email_invalid'],
    [{ email: 'a@-example.com' }, 'email_invalid'],
    [{ address: { ...person.address, country: 'UK' } }, 'country_invalid'],
    [{ address: { ...person.address, country: '' } }, 'country_invalid'],
    [{ phone: { country_code: '', subscriber_number: '123' } }, 'phone_invalid'],
    [{ phone: { country_code: '+31', subscriber_number: '' } }, 'phone_invalid'],
    [{ phone: { country_code: '+31', area_code: 'x', subscriber_number: '1234567' } }, 'phone_invalid'],
    [{ phone: { country_code: '+31', area_code: '20', subscriber_number: '12' } }, 'phone_invalid'],
    [{ phone: { country_code: '+999', area_code: '20', subscriber_number: '1234567' } }, 'phone_invalid'],
    [{ name: { ...person.name, last_name: ' ' } }, 'invalid_input'],
    [{ address: { ...person.address, street: '' } }, 'invalid_input'],
  ])('is refused with %j: %s', async (change, refusal) => {
    const { call } = await account()
    await expect(create(call(), change)).rejects.toMatchObject({ refusal })
    await expect(running.rpc.call(listContacts, {}, call())).resolves.toMatchObject({ total: 1 })
  })

  it.each([
    [{ phone: { country_code: '+31', area_code: '', subscriber_number: '201234567' } }],
    [{ phone: { country_code: '0031', area_code: '(20)', subscriber_number: '123.45.67' } }],
    [{ phone: { country_code: '+39', area_code: '06', subscriber_number: '12345678' } }],
    [{ email: "o'hara+dns@mail.example.co.uk" }],
    [{ email: 'jörg@müller.example' }],
    [{ role: 'BILLING' }],
  ])('can have %j', async (change) => {
    const { call } = await account()
    const { id } = await create(call(), change)
    if ('phone' in change) expect(await get(call(), id)).toMatchObject(change)
  })
})

describe('a contact', () => {
  it('is unknown to all operations of other accounts, and after its deletion, which leaves an empty row', async () => {
    const [own, other] = [await account(), await account()]
    const { id } = await create(own.call(), {
      comments: 'Marker',
      vat: 'NL7',
      additional_data: { birth_city: 'Marker' },
    })
    const refusal = { refusal: 'contact_not_found', details: { id } }
    await expect(get(other.call(), id)).rejects.toMatchObject(refusal)
    await expect(update(other.call(), { id, comments: 'x' })).rejects.toMatchObject(refusal)
    await expect(remove(other.call(), id)).rejects.toMatchObject(refusal)
    await expect(remove(own.call(), id)).resolves.toEqual({ success: true })
    await expect(get(own.call(), id)).rejects.toMatchObject(refusal)
    await expect(update(own.call(), { id, comments: 'x' })).rejects.toMatchObject(refusal)
    await expect(remove(own.call(), id)).rejects.toMatchObject(refusal)
    const { rows } = await running.sql.query(
      'select deleted_at is not null as gone, password_hash as hash, c::text as text from contact c where id = $1',
      [id],
    )
    expect(rows).toEqual([{ gone: true, hash: null, text: expect.not.stringMatching(/Marker|NL7|@/) }])
  })

  it('keeps the fields that an update does not send', async () => {
    const { call } = await account()
    const { id } = await create(call(), { additional_data: { birth_city: 'Łódź' } })
    const before = await get(call(), id, { with_additional_data: true })
    const change = {
      name: { first_name: 'Anna' },
      address: { city: 'Gent', country: 'be' },
      phone: { subscriber_number: '7654321' },
      role: 'billing',
      auth_type: 'password',
      api_client_ip_list: { allow: ['192.0.2.0/24', '2001:DB8::1'] },
      rcp_client_ip_list: { deny: ['198.51.100.7'] },
      password_change_declined_at: '2026-12-31 10:00:00',
      additional_data: { birth_date: '1980-01-01' },
    }
    await expect(update(call(), { id, ...change })).resolves.toEqual({ success: true })
    await expect(get(call(), id, { with_additional_data: true })).resolves.toEqual({
      ...before,
      ...change,
      name: { ...before.name, first_name: 'Anna', full_name: 'Anna van de 王' },
      address: { ...before.address, city: 'Gent', country: 'BE' },
      phone: { ...before.phone, subscriber_number: '7654321' },
      api_client_ip_list: { allow: ['192.0.2.0/24', '2001:DB8::1'], deny: [] },
      rcp_client_ip_list: { allow: [], deny: ['198.51.100.7'] },
      additional_data: { birth_city: 'Łódź', birth_date: '1980-01-01' },
    })
  })

  it('is not changed or audited by an update with equal values', async () => {
    const owner = await account()
    const { contactId, call } = owner
    await expect(update(call(), { id: contactId, role: 'admin', is_active: true })).resolves.toEqual({ success: true })
    expect(await operations(owner)).toEqual([])
  })

  it.each([
    [{ role: 'admin' }, 'contact_role_invalid'],
    [{ role: 'boss' }, 'contact_role_invalid'],
    [{ role: '' }, 'contact_role_missing'],
    [{ email: 'nobody' }, 'email_invalid'],
    [{ phone: { area_code: 'x' } }, 'phone_invalid'],
    [{ address: { country: 'XX' } }, 'country_invalid'],
    [{ name: { first_name: '' } }, 'invalid_input'],
    [{ name: { last_name: 'Tester\r\nBcc: all@example.com' } }, 'invalid_input'],
    [{ address: { city: 'Amster\u001b[31mdam' } }, 'invalid_input'],
    [{ company_name: 'a\u0085b' }, 'invalid_input'],
    [{ password_change_declined_at: 'yesterday' }, 'invalid_input'],
    [{ password_change_declined_at: '2026-02-30' }, 'invalid_input'],
    [{ api_client_ip_list: { allow: ['192.0.2.0/33'] } }, 'address_list_invalid'],
    [{ api_client_ip_list: { deny: ['localhost'] } }, 'address_list_invalid'],
    [{ rcp_client_ip_list: { allow: ['2001:db8::/129'] } }, 'address_list_invalid'],
    [{ rcp_client_ip_list: { deny: [''] } }, 'address_list_invalid'],
  ])('refuses a change to %j: %s', async (change, refusal) => {
    const { call } = await account()
    const { id } = await create(call())
    const before = await get(call(), id)
    await expect(update(call(), { id, comments: 'new', ...change })).rejects.toMatchObject({ refusal })
    await expect(get(call(), id)).resolves.toEqual(before)
  })

  it.each([
    ['API access is switched off', (call: Call, id: number) => update(call, { id, api_access_enabled: false })],
    ['it is made inactive', (call: Call, id: number) => update(call, { id, is_active: false })],
    ['it is deleted', remove],
  ])('loses its tokens at once when %s', async (_, change) => {
    const { call } = await account()
    const username = newUsername()
    const { id } = await create(call(), { username, api_access_enabled: true })
    const tokens = await Promise.all([logIn(username, 'battery staple'), logIn(username, 'battery staple')])
    expect(await Promise.all(tokens.map(isAlive))).toEqual([true, true])
    await change(call(), id)
    expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false])
    const { rowCount } = await running.sql.query('select from token where contact_id = $1', [id])
    expect(rowCount).toBe(0)
    await expect(logIn(username, 'battery staple')).rejects.toMatchObject({
      refusal: change === remove ? 'authentication_failed' : 'access_denied',
    })
  })

  it('keeps its tokens after other changes', async () => {
    const { call } = await account()
    const username = newUsername()
    const { id } = await create(call(), { username, api_access_enabled: true })
    const token = await logIn(username, 'battery staple')
    await update(call(), { id, comments: 'new', role: 'billing' })
    await expect(isAlive(token)).resolves.toBe(true)
  })
})

describe('the administrators of an account', () => {
  /** Creates a second administrator, as the operator does. */
  async function secondAdmin(call: Call): Promise<number> {
    const { id } = await create(call)
    await running.sql.query(`update contact set role = 'admin', api_access_enabled = true where id = $1`, [id])
    return id
  }

  it('cannot delete themselves', async () => {
    const { call, contactId } = await account()
    await secondAdmin(call())
    await expect(remove(call(), contactId)).rejects.toMatchObject({ refusal: 'contact_is_caller' })
  })

  it('cannot lose the last one', async () => {
    const { call, contactId } = await account()
    const { id } = await create(call())
    const asTech = call({ contactId: id })
    const refusal = { refusal: 'contact_is_last_admin' }
    await expect(remove(asTech, contactId)).rejects.toMatchObject(refusal)
    await expect(update(asTech, { id: contactId, role: 'tech' })).rejects.toMatchObject(refusal)
    await expect(update(asTech, { id: contactId, is_active: false })).rejects.toMatchObject(refusal)
    await expect(update(asTech, { id: contactId, api_access_enabled: false })).rejects.toMatchObject(refusal)
    await expect(get(call(), contactId)).resolves.toMatchObject({ role: 'admin', is_active: true })
  })

  it('can lose one while another one can log in', async () => {
    const { call, contactId } = await account()
    const second = await secondAdmin(call())
    await update(call(), { id: second, is_active: false })
    const asSecond = call({ contactId: second })
    await expect(remove(asSecond, contactId)).rejects.toMatchObject({ refusal: 'contact_is_last_admin' })
    await update(call(), { id: second, is_active: true })
    await expect(remove(asSecond, contactId)).resolves.toEqual({ success: true })
  })

  it('cannot remove each other concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const { call, contactId } = await account()
      const second = await secondAdmin(call())
      const asked = await Promise.allSettled([remove(call(), second), remove(call({ contactId: second }), contactId)])
      expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('the audit trail', () => {
  it('records who changed what, without secrets and personal data', async () => {
    const owner = await account()
    const { call, contactId, username, resellerId } = owner
    const asked = { ...call(), address: '192.0.2.9' }
    const { id } = await create(asked, { username: 'history' })
    const entry = {
      resellerId,
      contactId,
      who: username,
      address: '192.0.2.9',
      correlationId: asked.correlationId,
      at: running.clock.now().toISOString(),
      subject: `contact ${id}`,
    }
    const created = await changes(owner, 'contacts.create')
    expect(created).toHaveLength(1)
    expect(created[0]).toMatchObject({
      ...entry,
      changes: { username: null, role: { to: 'tech' }, email: null },
    })
    expect(JSON.stringify(created)).not.toMatch(/argon2|battery|lukasz@/)

    await update(asked, { id, email: 'new@example.com', api_access_enabled: true, comments: '' })
    expect(await changes(owner, 'contacts.update')).toMatchObject([
      { ...entry, changes: { email: null, api_access_enabled: { from: false, to: true } } },
    ])

    await remove(asked, id)
    expect(await changes(owner, 'contacts.delete')).toMatchObject([entry])
  })

  it('contains no entry of a refused change', async () => {
    const owner = await account()
    await expect(update(owner.call(), { id: owner.contactId, role: 'tech' })).rejects.toThrow()
    await expect(create(owner.call(), { username: owner.username })).rejects.toThrow()
    expect(await operations(owner)).toEqual([])
  })
})

describe('the last login and last call of a contact', () => {
  it('are recorded, calls to the minute', async () => {
    const { call } = await account()
    const username = newUsername()
    const { id } = await create(call(), { username, api_access_enabled: true })
    await update(call(), { id, api_access_enabled: true })
    const seen = async () => {
      const { last_login_at, last_api_call_at } = await get(call(), id)
      return [last_login_at, last_api_call_at]
    }
    const [unset, first, later] = ['0000-00-00 00:00:00', '2027-01-01 00:00:00', '2027-01-01 00:02:00']
    expect(await seen()).toEqual([unset, unset])
    const token = await logIn(username, String(person.password))
    expect(await seen()).toEqual([first, unset])
    await isAlive(token)
    running.clock.advance(59_000)
    await isAlive(token)
    expect(await seen()).toEqual([first, first])
    running.clock.advance(61_000)
    await isAlive(token)
    expect(await seen()).toEqual([first, later])
    await Promise.all([1, 2, 3, 4].map(() => logIn(username, String(person.password))))
    expect(await seen()).toEqual([later, later])
    await update(call(), { id, is_active: false })
    running.clock.advance(3_600_000)
    await isAlive(token)
    expect(await seen()).toEqual([later, later])
  })
})
