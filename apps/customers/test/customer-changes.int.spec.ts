import { Controller } from '@nestjs/common'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { customerErased } from '@nameyard/contracts/customers/customer-erased'
import { deleteCustomer } from '@nameyard/contracts/customers/delete-customer'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { nameCustomers } from '@nameyard/contracts/customers/name-customers'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import { findRegistrationOfCustomer } from '@nameyard/contracts/domains/find-registration-of-customer'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import type { Payload } from '@nameyard/contracts/event'
import type { Input, InputGiven, Result } from '@nameyard/contracts/operation'
import { findOrdersOfCustomer } from '@nameyard/contracts/orders/find-orders-of-customer'
import { Consumes } from '@nameyard/messaging/consumes'
import { Handles } from '@nameyard/messaging/handles'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { runningService, type Account, type RunningService } from './running-service'

const DAY_MS = 86_400_000

/** Domains by customer: a stand-in for the domains service. */
const registered: Result<typeof listDomainsOfHandles>['domains'] = []
/** When the last domain of a customer ended. */
const ended = new Map<string, string>()
/** Runs before the stand-in replies. */
let meanwhile: () => Promise<unknown> = async () => undefined

@Controller()
class OwnerOfDomains {
  @Handles(listDomainsOfHandles)
  async execute({ handles }: Input<typeof listDomainsOfHandles>) {
    const found = registered.filter((domain) => domain.handles.some((handle) => handles.includes(handle)))
    await meanwhile()
    return { domains: found }
  }

  @Handles(findRegistrationOfCustomer)
  async ended({ handle }: Input<typeof findRegistrationOfCustomer>) {
    return { endedAt: ended.get(handle) ?? null }
  }
}

/** Events about erased customers. */
const erasures: Payload<typeof customerErased>[] = []

/** Customers of certificate orders: a stand-in for the orders service. */
const certified = new Set<string>()

@Controller()
class OwnerOfOrders {
  @Consumes(customerErased)
  async on(erased: Payload<typeof customerErased>) {
    erasures.push(erased)
  }

  @Handles(findOrdersOfCustomer)
  async execute({ handle }: Input<typeof findOrdersOfCustomer>) {
    return { isUsed: certified.has(handle) }
  }
}

let running: RunningService
let domains: TestParty
let orders: TestParty
let own: Account
let other: Account

beforeAll(async () => {
  running = await runningService()
  domains = await testParty('domains', { url: running.amqpUrl, clock: running.clock, controllers: [OwnerOfDomains] })
  orders = await testParty('orders', { url: running.amqpUrl, clock: running.clock, controllers: [OwnerOfOrders] })
  ;[own, other] = [await running.account(), await running.account()]
})

afterAll(async () => {
  await domains?.close()
  await orders?.close()
  await running?.close()
})

const given: InputGiven<typeof createCustomer> = {
  name: { first_name: 'Anna', last_name: 'Tester', prefix: 'van der', initials: 'A.' },
  company_name: 'Example',
  address: { street: 'Main Street', number: '12', suffix: 'b', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '020', subscriber_number: '123 45-67' },
  email: 'anna@example.com',
}

type Change = Omit<InputGiven<typeof updateCustomer>, 'handle'>

const create = async (change: Partial<typeof given> = {}) =>
  (await running.rpc.call(createCustomer, { ...given, ...change }, own.call())).handle
const update = (handle: string, change: Change, { call } = own) =>
  running.rpc.call(updateCustomer, { ...change, handle }, call())
const read = (handle: string, { call } = own) =>
  running.rpc.call(getCustomer, { handle, with_additional_data: true }, call())
const remove = (handle: string, { call } = own) => running.rpc.call(deleteCustomer, { handle }, call())
const copy = async (...handles: string[]) =>
  (await running.rpc.call(snapshotCustomers, { resellerId: own.resellerId, handles }, own.call())).snapshots
const total = async (query: InputGiven<typeof listCustomers> = {}) =>
  (await running.rpc.call(listCustomers, query, own.call())).total

describe('an update of a customer', () => {
  it('keeps fields that were not sent, also parts of objects', async () => {
    const handle = await create({ additional_data: { birth_city: 'Ghent', birth_date: '1980-01-01' } })
    const before = await read(handle)
    await expect(
      update(handle, {
        address: { city: 'Utrecht' },
        phone: { area_code: '030' },
        additional_data: { birth_city: 'Gent' },
      }),
    ).resolves.toEqual({ success: true })
    await expect(read(handle)).resolves.toEqual({
      ...before,
      address: { ...before.address, city: 'Utrecht' },
      phone: { ...before.phone, area_code: '030' },
      additional_data: { birth_city: 'Gent', birth_date: '1980-01-01' },
    })
  })

  it('stores every part without loss, in any script', async () => {
    const handle = await create()
    const change = {
      address: {
        street: 'улица Ленина',
        number: '1/2',
        suffix: '',
        zipcode: '',
        city: '東京',
        state: 'São Paulo',
        country: 'jp',
      },
      phone: { country_code: '81', area_code: '(3)', subscriber_number: '1234-5678' },
      fax: { country_code: '+81', area_code: '3', subscriber_number: '12345679' },
      email: 'почта@пример.рф',
      vat: 'X 1.2',
      locale: 'ja_JP',
      comments: 'a\nb 😀',
      tags: [{ key: 'customer' as const, value: 'VIP' }],
      additional_data: { trading_name: '有限会社', attached_files: [{ description: 'd', doc_type: 'id', path: 'p' }] },
      extension_additional_data: [{ name: 'jp', data: { passport_number: '1' } }],
    }
    await update(handle, change)
    await expect(read(handle)).resolves.toMatchObject({
      ...change,
      address: { ...change.address, country: 'JP' },
      phone: { ...change.phone, country_code: '+81' },
    })
  })

  it('sets the date of the comments only when they change', async () => {
    const handle = await create()
    await update(handle, { comments: 'first' })
    const { comments_last_changed_at } = await read(handle)
    running.clock.advance(60_000)
    await update(handle, { comments: 'first', address: { city: 'Gouda' } })
    await expect(read(handle)).resolves.toMatchObject({ comments_last_changed_at })
    await update(handle, { comments: '' })
    expect((await read(handle)).comments_last_changed_at).not.toBe(comments_last_changed_at)
  })

  it('is found by its new texts only', async () => {
    const handle = await create({ email: 'old@example.com' })
    await update(handle, { email: 'NEW@example.com', comments: 'Fresh' })
    await expect(total({ email_pattern: 'old@*' })).resolves.toBe(0)
    await expect(total({ email_pattern: 'new@example.com', comment_pattern: '*fresh*' })).resolves.toBe(1)
  })

  it('keeps concurrent changes of different fields', async () => {
    const handle = await create()
    await Promise.all([
      update(handle, { extension_additional_data: [{ name: 'eu', data: { whois_email: 'a@example.com' } }] }),
      update(handle, { extension_additional_data: [{ name: 'us', data: { nexus_category: 'C11' } }] }),
      update(handle, { additional_data: { birth_city: 'Ghent' } }),
      update(handle, { additional_data: { birth_country: 'BE' } }),
    ])
    const { extension_additional_data, additional_data } = await read(handle)
    expect(extension_additional_data!.map(({ name }) => name).sort()).toEqual(['eu', 'us'])
    expect(additional_data).toEqual({ birth_city: 'Ghent', birth_country: 'BE' })
  })

  it('does not change names, and warns about other names', async () => {
    const handle = await create()
    const before = await read(handle)
    const text = await running.rpc.callText(
      updateCustomer,
      { handle, name: { first_name: 'Anna', last_name: 'Other' }, company_name: 'Else' },
      own.call(),
    )
    expect(JSON.parse(text.data.toString())).toEqual({ success: true })
    expect(JSON.parse(text.warnings)).toEqual([
      { code: 106, data: '', desc: 'name.last_name: cannot change; create another customer.' },
      { code: 161, data: '', desc: 'company_name: cannot change; create another customer.' },
    ])
    const same = await running.rpc.callText(updateCustomer, { handle, name: given.name }, own.call())
    expect(JSON.parse(same.warnings)).toEqual([])
    await expect(read(handle)).resolves.toEqual(before)
  })

  it.each([
    [{ address: { street: ' ' } }, 'street_missing'],
    [{ address: { country: 'XX' } }, 'country_invalid'],
    [{ phone: { subscriber_number: '' } }, 'phone_subscriber_number_missing'],
    [{ phone: { country_code: '+999' } }, 'phone_country_code_invalid'],
    [{ fax: { country_code: '+31', area_code: 'x', subscriber_number: '1234567' } }, 'fax_area_code_invalid'],
    [{ email: 'anna' }, 'email_invalid'],
    [{ additional_data: { birth_date: 'yesterday' } }, 'birth_date_invalid'],
  ] as [Change, string][])('is refused completely: %j, %s', async (change, refusal) => {
    const handle = await create()
    const before = await read(handle)
    await expect(update(handle, { comments: 'changed', ...change })).rejects.toMatchObject({ refusal })
    await expect(read(handle)).resolves.toEqual(before)
  })

  it('stores a VAT number that may be mistyped, with a warning', async () => {
    const handle = await create()
    const text = await running.rpc.callText(updateCustomer, { handle, vat: 'DE12345678' }, own.call())
    expect(JSON.parse(text.warnings)).toMatchObject([{ code: 162 }])
    await expect(read(handle)).resolves.toMatchObject({ vat: 'DE12345678' })
  })

  it('is refused for a customer of another account', async () => {
    const handle = await create()
    await expect(update(handle, { comments: 'x' }, other)).rejects.toMatchObject({
      refusal: 'customer_not_found',
      details: { handle },
    })
  })
})

describe('the email verification status', () => {
  it('is returned with the customer', async () => {
    const handle = await create({ email: 'Shown@example.com' })
    await expect(read(handle)).resolves.toMatchObject({ email_verification_status: null })
    await running.rpc.call(startEmailVerification, { email: 'shown@example.com', handle }, own.call())
    await expect(read(handle)).resolves.toMatchObject({ email_verification_status: 'REQ' })
    await update(handle, { email: 'another@example.com' })
    await expect(read(handle)).resolves.toMatchObject({ email_verification_status: null })
  })
})

describe('a deleted customer', () => {
  it('is unknown and no longer counted', async () => {
    const handle = await create()
    const [before, companies] = [await total(), await total({ type: 'company' })]
    await expect(remove(handle)).resolves.toEqual({ success: true })
    for (const asked of [read(handle), update(handle, {}), remove(handle)]) {
      await expect(asked).rejects.toMatchObject({ refusal: 'customer_not_found', details: { handle } })
    }
    await expect(total()).resolves.toBe(before - 1)
    await expect(total({ type: 'company' })).resolves.toBe(companies - 1)
    await expect(total({ handle_pattern: handle })).resolves.toBe(0)
    await expect(copy(handle)).resolves.toEqual([])
    const { rows } = await running.sql.query('select deleted_at from customer where handle = $1', [handle])
    expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
  })

  it('leaves no trace of the person in any table', async () => {
    const mark = (what: string) => `Marker${what}`
    const marked = {
      name: { first_name: mark('First'), last_name: mark('Last'), prefix: mark('Prefix'), initials: mark('I') },
      company_name: mark('Company'),
      address: { street: mark('Street'), number: '77', zipcode: '9999 ZZ', city: mark('City'), country: 'NL' },
      email: `${mark('Mail')}@example.com`,
    }
    const handle = await create(marked)
    await update(handle, { comments: mark('Comments'), additional_data: { birth_city: mark('Birth') } })
    const call = own.call()
    await running.rpc.call(startEmailVerification, { email: marked.email, handle }, call)
    const tables = async () => {
      const { rows } = await running.sql.query<{ name: string }>(
        `select quote_ident(tablename) as name from pg_tables where schemaname = 'customers'`,
      )
      const found = []
      for (const { name } of rows) {
        const { rowCount } = await running.sql.query(`select from ${name} t where t::text ilike '%marker%' limit 1`)
        if (rowCount) found.push(name)
      }
      return found
    }
    expect(await tables()).toEqual(expect.arrayContaining(['customer', 'email_verification']))
    await remove(handle)
    await eventually(async () => (await tables()).length === 0, 'an end of all traces')
  })

  it('keeps its data until two years after its last domain ended, and is not shown', async () => {
    const handle = await create({ email: 'kept@example.com' })
    ended.set(handle, new Date(running.clock.epochMs() - DAY_MS).toISOString())
    await expect(remove(handle)).resolves.toEqual({ success: true })
    await expect(read(handle)).rejects.toMatchObject({ refusal: 'customer_not_found' })
    await expect(total({ email_pattern: 'kept@example.com' })).resolves.toBe(0)
    const stored = async () => {
      const { rows } = await running.sql.query<{ email: string; kept_until: Date | null }>(
        'select email, kept_until from customer where handle = $1',
        [handle],
      )
      return rows[0]!
    }
    const until = new Date(running.clock.epochMs() + 729 * DAY_MS)
    expect(await stored()).toEqual({ email: 'kept@example.com', kept_until: until })
    expect(erasures).not.toContainEqual(expect.objectContaining({ handle }))
  })

  it('is erased at once when its last domain ended more than two years ago', async () => {
    const handle = await create()
    ended.set(handle, new Date(running.clock.epochMs() - 731 * DAY_MS).toISOString())
    await remove(handle)
    const { resellerId } = own
    await eventually(
      async () => erasures.some((each) => each.handle === handle && each.resellerId === resellerId),
      'the event',
    )
  })

  it('could not be deleted by another account', async () => {
    const handle = await create()
    await expect(remove(handle, other)).rejects.toMatchObject({ refusal: 'customer_not_found', details: { handle } })
    await expect(read(handle)).resolves.toMatchObject({ handle })
  })

  it('was not used by a domain in any role', async () => {
    const [handle, registrantHandle] = [await create(), await create()]
    registered.push({ domainId: 1, name: 'example.com', registrantHandle, handles: [registrantHandle, handle] })
    for (const used of [handle, registrantHandle]) {
      await expect(remove(used)).rejects.toMatchObject({ refusal: 'customer_in_use', details: { handle: used } })
    }
    registered.length = 0
    await expect(remove(handle)).resolves.toEqual({ success: true })
  })

  it('was not used by a certificate order', async () => {
    const handle = await create()
    certified.add(handle)
    await expect(remove(handle)).rejects.toMatchObject({ refusal: 'customer_in_product', details: { handle } })
    certified.clear()
    await expect(remove(handle)).resolves.toEqual({ success: true })
  })

  it('is deleted once by concurrent requests', async () => {
    const handle = await create()
    const before = await total()
    const asked = await Promise.allSettled([remove(handle), remove(handle)])
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(total()).resolves.toBe(before - 1)
  })
})

describe('a customer that was copied for an order', () => {
  it('cannot be deleted while the order may be in progress', async () => {
    const handle = await create()
    await expect(copy(handle)).resolves.toMatchObject([{ handle, voice: '+31.201234567' }])
    await expect(remove(handle)).rejects.toMatchObject({ refusal: 'customer_in_order', details: { handle } })
    running.clock.advance(60_000)
    await expect(remove(handle)).resolves.toEqual({ success: true })
  })

  it('is not deleted when it is copied while the domains service is asked', async () => {
    const handle = await create()
    meanwhile = () => copy(handle)
    await expect(remove(handle)).rejects.toMatchObject({ refusal: 'customer_in_order' })
    meanwhile = async () => undefined
    await expect(read(handle)).resolves.toMatchObject({ handle })
  })

  it('is updated once for many orders and held for the last one', async () => {
    const handle = await create()
    const version = async () => (await running.sql.query('select xmin from customer where handle = $1', [handle])).rows
    await copy(handle)
    const first = await version()
    await Promise.all([copy(handle), copy(handle)])
    await expect(version()).resolves.toEqual(first)
    running.clock.advance(9_000)
    await copy(handle)
    running.clock.advance(9_000)
    await expect(remove(handle)).rejects.toMatchObject({ refusal: 'customer_in_order' })
  })
})

describe('customers.names', () => {
  const names = (handles: string[], by = own) =>
    running.rpc.call(nameCustomers, { resellerId: by.resellerId, handles }, running.anonymous())

  it('returns the names of customers of the account; those of deleted ones are erased', async () => {
    const [kept, gone] = [await create(), await create()]
    await remove(gone)
    const { names: found } = await names([kept, gone, 'XX999999-NL'])
    expect(found.map(({ handle }) => handle).sort()).toEqual([kept, gone].sort())
    const person = await read(kept)
    for (const { handle, fullName, companyName } of found) {
      expect(fullName).toBe(handle === kept ? person.name?.full_name : '')
      expect(companyName).toBe(handle === kept ? person.company_name : '')
    }
  })

  it('returns nothing about customers of another account', async () => {
    expect(await names([await create()], other)).toEqual({ names: [] })
  })

  it('refuses a request without handles with invalid_input', async () => {
    await expect(names([])).rejects.toMatchObject({ refusal: 'invalid_input' })
  })
})
