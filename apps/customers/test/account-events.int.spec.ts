import { addPerson } from '@nameyard/contracts/access/add-person'
import { changePassword } from '@nameyard/contracts/access/change-password'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { endSessions } from '@nameyard/contracts/access/end-sessions'
import { listSessions } from '@nameyard/contracts/access/list-sessions'
import { login } from '@nameyard/contracts/access/login'
import { logout } from '@nameyard/contracts/access/logout'
import { setRoles } from '@nameyard/contracts/access/set-roles'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { getContact } from '@nameyard/contracts/contacts/get-contact'
import { updateContact } from '@nameyard/contracts/contacts/update-contact'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import { contactState } from '@nameyard/contracts/events/catalogue/contact-events'
import { customerState } from '@nameyard/contracts/events/catalogue/customer-events'
import { keyState } from '@nameyard/contracts/events/catalogue/key-events'
import { sessionState } from '@nameyard/contracts/events/catalogue/session-events'
import { createKey } from '@nameyard/contracts/keys/create-key'
import { listKeys } from '@nameyard/contracts/keys/list-keys'
import { revokeKey } from '@nameyard/contracts/keys/revoke-key'
import { rotateKey } from '@nameyard/contracts/keys/rotate-key'
import { storedEvents } from '@nameyard/testing/account-events'
import { eventually } from '@nameyard/testing/eventually'
import { person } from './people'
import { runningService, type Account, type RunningService } from './running-service'

const DAY = 86_400_000

let service: RunningService
let ada: Account
beforeAll(async () => {
  service = await runningService()
  ada = await service.account()
})
afterAll(() => service?.close())

const eventsOf = (object: string) => storedEvents(service.sql, 'customers', object)
const typesOf = async (object: string) => (await eventsOf(object)).map(({ type }) => type)

/** Waits until the last event of an object has this type, and returns it. */
const last = (object: string, type: string) =>
  eventually(async () => {
    const event = (await eventsOf(object)).at(-1)
    return event?.type === type && event
  }, `${type} of ${object}`)

const signIn = async (of: { username: string; password: string }) => {
  const { token } = await service.rpc.call(login, of, service.anonymous())
  return token
}

const sessionsOf = async (of: Account) => (await service.rpc.call(listSessions, {}, of.call())).results

describe('keys', () => {
  it('have events of their creation, replacement and end, with the key as it is listed', async () => {
    const { id, key } = await service.rpc.call(createKey, { name: 'export', scope: ['read'] }, ada.call())
    const object = `keys/${id}`
    const shown = async () => (await service.rpc.call(listKeys, {}, ada.call())).results.find((each) => each.id === id)
    const created = await last(object, 'key.created')
    expect(created).toMatchObject({ resellerId: ada.resellerId, request: ada.call().correlationId })
    expect(created.state).toEqual(keyState.parse(await shown()))
    const { key: next } = await service.rpc.call(rotateKey, { id }, ada.call())
    expect((await last(object, 'key.replaced')).state).toEqual(keyState.parse(await shown()))
    await service.rpc.call(revokeKey, { id }, ada.call())
    expect((await last(object, 'key.revoked')).state).toMatchObject({ id, is_valid: false })
    expect(await typesOf(object)).toEqual(['key.created', 'key.replaced', 'key.revoked'])
    const text = JSON.stringify(await eventsOf(object))
    for (const secret of [key, next, ada.username]) expect(text).not.toContain(secret)
  })

  it('have an event when they reach their end, and when they were not used for too long, once', async () => {
    const until = new Date(service.clock.epochMs() + DAY).toISOString().slice(0, 19).replace('T', ' ')
    const ending = { name: 'ending', scope: ['read' as const], expires_at: until }
    const one = await service.rpc.call(createKey, ending, ada.call())
    const unused = { name: 'unused', scope: ['read' as const], unused_days: 1 }
    const other = await service.rpc.call(createKey, unused, ada.call())
    service.clock.advance(DAY)
    await service.sweep()
    await service.sweep()
    for (const { id } of [one, other]) {
      expect((await last(`keys/${id}`, 'key.expired')).state).toMatchObject({ is_valid: false })
      expect(await typesOf(`keys/${id}`)).toEqual(['key.created', 'key.expired'])
    }
    await service.rpc.call(rotateKey, { id: other.id }, ada.call())
    expect((await last(`keys/${other.id}`, 'key.replaced')).state).toMatchObject({ is_valid: true })
    service.clock.advance(DAY)
    await service.sweep()
    await last(`keys/${other.id}`, 'key.expired')
  })
})

describe('sessions', () => {
  it('have events of their start and end, with the session as it is listed', async () => {
    const bob = await service.account()
    const token = await signIn(bob)
    const [session] = await sessionsOf(bob)
    const object = `auth/sessions/${session!.id}`
    const started = await last(object, 'session.started')
    expect(started.state).toEqual(sessionState.parse({ ...session, contact_id: bob.contactId }))
    await service.rpc.call(logout, {}, { ...bob.call(), session: session!.id })
    expect(await last(object, 'session.ended')).toMatchObject({ resellerId: bob.resellerId, state: started.state })
    const text = JSON.stringify(await eventsOf(object))
    for (const secret of [token, bob.username]) expect(text).not.toContain(secret)
  })

  it('have an event when they reach their end, once', async () => {
    const bob = await service.account()
    await signIn(bob)
    const [session] = await sessionsOf(bob)
    service.clock.advance(30 * DAY)
    await service.sweep()
    await service.sweep()
    await last(`auth/sessions/${session!.id}`, 'session.expired')
    expect(await typesOf(`auth/sessions/${session!.id}`)).toEqual(['session.started', 'session.expired'])
  })

  it('end with their contact, its password and its access', async () => {
    const bob = await service.account()
    const ways: (() => Promise<unknown>)[] = [
      () => service.rpc.call(endSessions, {}, bob.call()),
      () =>
        service.rpc.call(
          changePassword,
          { current_password: bob.password, password: 'another horse battery' },
          bob.call(),
        ),
    ]
    for (const end of ways) {
      await signIn(bob)
      const [session] = await sessionsOf(bob)
      await end()
      await last(`auth/sessions/${session!.id}`, 'session.ended')
    }
    expect(await typesOf(`contacts/${bob.contactId}`)).toEqual(['contact.created', 'contact.password-changed'])
  })
})

describe('contacts', () => {
  it('have events of their life, without what is about the person', async () => {
    const grace = {
      ...person,
      username: 'grace-hopper',
      password: 'correct horse staple',
      role: 'tech',
      email: 'grace@example.com',
      name: { first_name: 'Grace', last_name: 'Hopper' },
      api_access_enabled: true,
    }
    const { id } = await service.rpc.call(createContact, grace, ada.call())
    const object = `contacts/${id}`
    const shown = async () => service.rpc.call(getContact, { id }, ada.call())
    const state = async (changed: readonly string[]) => contactState.parse({ ...(await shown()), changed })
    expect((await last(object, 'contact.created')).state).toEqual(await state([]))
    await service.rpc.call(updateContact, { id, role: 'billing', email: 'hopper@example.com' }, ada.call())
    expect((await last(object, 'contact.changed')).state).toEqual(await state(['email', 'role']))
    await service.rpc.call(updateContact, { id, role: 'billing' }, ada.call())
    await service.rpc.call(changeRights, { username: grace.username, isActive: false }, service.anonymous())
    expect((await last(object, 'contact.changed')).state).toEqual(await state(['is_active']))
    await service.rpc.call(deleteContact, { id }, ada.call())
    await last(object, 'contact.deleted')
    expect(await typesOf(object)).toEqual(['contact.created', 'contact.changed', 'contact.changed', 'contact.deleted'])
    expect(JSON.stringify(await eventsOf(object))).not.toMatch(/hopper|grace/i)
  })

  it('take their keys and sessions with them', async () => {
    const added = {
      resellerId: ada.resellerId,
      username: 'keyholder',
      password: 'correct horse staple',
      email: 'k@example.com',
      role: 'admin' as const,
      apiAccess: true,
    }
    const { contactId } = await service.rpc.call(addPerson, added, service.anonymous())
    const own = ada.call({ contactId, username: added.username })
    const { id } = await service.rpc.call(createKey, { name: 'theirs', scope: ['read'] }, own)
    await signIn(added)
    const [session] = (await service.rpc.call(listSessions, {}, own)).results
    await service.rpc.call(deleteContact, { id: contactId }, ada.call())
    await last(`keys/${id}`, 'key.revoked')
    await last(`auth/sessions/${session!.id}`, 'session.ended')
  })
})

it('tell that roles were switched on or off, and nothing if they were so already', async () => {
  const bob = await service.account()
  for (const is_enforced of [true, true, false]) await service.rpc.call(setRoles, { is_enforced }, bob.call())
  const events = await eventsOf(`auth/roles/${bob.resellerId}`)
  expect(events.map(({ state }) => state)).toEqual([{ is_enforced: true }, { is_enforced: false }])
})

it('of customers name the changed fields, and nothing about the person', async () => {
  const lovelace = {
    name: { first_name: 'Ada', last_name: 'Lovelace' },
    address: { street: 'Mainstreet', number: '1', zipcode: '12345', city: 'Berlin', country: 'DE' },
    phone: { country_code: '+49', area_code: '30', subscriber_number: '123456' },
    email: 'lovelace@example.com',
  }
  const { handle } = await service.rpc.call(createCustomer, lovelace, ada.call())
  const object = `customers/${handle}`
  const state = async (changed: readonly string[]) =>
    customerState.parse({ ...(await service.rpc.call(getCustomer, { handle }, ada.call())), changed })
  expect((await last(object, 'customer.created')).state).toEqual(await state([]))
  const tags = [{ key: 'customer' as const, value: 'gold' }]
  const update = { handle, address: { ...lovelace.address, city: 'Bonn', street: 'Ring' }, tags }
  await service.rpc.call(updateCustomer, update, ada.call())
  expect((await last(object, 'customer.changed')).state).toEqual(await state(['address', 'tags']))
  await service.rpc.call(updateCustomer, update, ada.call())
  expect(await typesOf(object)).toEqual(['customer.created', 'customer.changed'])
  expect(JSON.stringify(await eventsOf(object))).not.toMatch(/lovelace|Mainstreet|Bonn|gold/i)
})
