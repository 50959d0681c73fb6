import { randomUUID } from 'node:crypto'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import type { Call, InputGiven } from '@nameyard/contracts/operation'
import { ANSWER_SEAL } from '@nameyard/testing/answer-seal'
import { runningService, type RunningService } from './running-service'

let running: RunningService
let rpc: RunningService['rpc']
let sql: RunningService['sql']
beforeAll(async () => {
  running = await runningService()
  ;({ rpc, sql } = running)
})
afterAll(() => running?.close())

const given: InputGiven<typeof createCustomer> = {
  name: { first_name: 'Anna', last_name: 'Tester', prefix: 'van der', initials: 'A.' },
  company_name: '',
  address: { street: 'Main Street', number: 12, suffix: 'b', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
  email: 'anna@example.com',
}

describe('a customer', () => {
  it('gets a handle of its letters, a number and its country', async () => {
    const { call } = await running.account()
    const first = await rpc.call(createCustomer, given, call())
    const second = await rpc.call(createCustomer, given, call())
    expect(first.handle).toMatch(/^AT\d{6}-NL$/)
    expect(Number(second.handle.slice(2, 8))).toBe(Number(first.handle.slice(2, 8)) + 1)
  })

  it('is created once for an idempotency key', async () => {
    const { call } = await running.account()
    const repeat = { key: 'given:order 1', request: 'a', seal: ANSWER_SEAL, lifeMs: 60_000 }
    const keyed = (request: string): Call => ({
      ...call(),
      correlationId: randomUUID(),
      repeat: { ...repeat, request },
    })
    const [first, again] = await Promise.all([1, 2].map(() => rpc.call(createCustomer, given, keyed('a'))))
    expect(again).toEqual(first)
    await expect(rpc.call(listCustomers, {}, call())).resolves.toMatchObject({ total: 1 })
    const other = rpc.call(createCustomer, { ...given, email: 'other@example.com' }, keyed('b'))
    await expect(other).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
  })

  it('gets a handle with seven digits after 999999', async () => {
    const { call } = await running.account()
    await sql.query(`select setval('customer_handle_number', 999999)`)
    await expect(rpc.call(createCustomer, given, call())).resolves.toEqual({ handle: 'AT1000000-NL' })
  })

  it('is returned as it was given', async () => {
    const { call, resellerId } = await running.account()
    const extras = {
      comments: 'good',
      vat: 'NL1',
      username: 'anna',
      tags: [{ key: 'customer', value: 'VIP' }] as const,
      additional_data: { birth_date: '1980-01-01' },
      extension_additional_data: [{ name: 'eu', data: { country_of_citizenship: 'NL' } }],
    }
    const { handle } = await rpc.call(createCustomer, { ...given, ...extras, tags: [...extras.tags] }, call())
    const { additional_data, extension_additional_data, ...shown } = extras
    const expected = {
      id: expect.any(Number),
      handle,
      reseller_id: resellerId,
      company_name: '',
      name: { ...given.name, full_name: 'Anna van der Tester' },
      address: { ...given.address, number: '12', state: '' },
      phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
      fax: { country_code: '', area_code: '', subscriber_number: '' },
      email: 'anna@example.com',
      email_verification_status: null,
      locale: 'en_GB',
      comments_last_changed_at: expect.stringMatching(/^2027-01-\d\d 00:00:00$/),
      is_deleted: false,
      deleted_at: '0000-00-00 00:00:00',
      ...shown,
    }
    await expect(rpc.call(getCustomer, { handle }, call())).resolves.toEqual(expected)
    await expect(rpc.call(getCustomer, { handle, with_additional_data: true }, call())).resolves.toEqual({
      ...expected,
      additional_data,
      extension_additional_data,
    })
  })

  it('is unknown to other accounts and when it is deleted', async () => {
    const [own, other] = [await running.account(), await running.account()]
    const { handle } = await rpc.call(createCustomer, given, own.call())
    const asked = await Promise.allSettled([other, own].map(({ call }) => rpc.call(getCustomer, { handle }, call())))
    expect(asked).toMatchObject([
      { status: 'rejected', reason: { refusal: 'customer_not_found', details: { handle } } },
      { status: 'fulfilled', value: { handle } },
    ])
    await sql.query('update customer set deleted_at = now() where handle = $1', [handle])
    await expect(rpc.call(getCustomer, { handle }, own.call())).rejects.toMatchObject({ refusal: 'customer_not_found' })
  })

  it('is refused with the fields that are invalid', async () => {
    const { call } = await running.account()
    const refused = rpc.call(createCustomer, { ...given, email: 'anna' }, call())
    await expect(refused).rejects.toMatchObject({ refusal: 'email_invalid', details: { email: 'anna' } })
  })

  it('is copied in the terms of RFC 5733, only for its own account', async () => {
    const [own, other] = [await running.account(), await running.account()]
    const mine = await rpc.call(createCustomer, given, own.call())
    const theirs = await rpc.call(createCustomer, given, other.call())
    const copied = rpc.call(
      snapshotCustomers,
      { resellerId: own.resellerId, handles: [mine.handle, theirs.handle, 'XX1-XX'] },
      running.anonymous(),
    )
    await expect(copied).resolves.toEqual({
      snapshots: [
        {
          handle: mine.handle,
          name: 'Anna van der Tester',
          street: ['Main Street 12 b'],
          city: 'Amsterdam',
          postalCode: '1000 AA',
          countryCode: 'NL',
          voice: '+31.201234567',
          email: 'anna@example.com',
          facts: { language: 'en', firstName: 'Anna' },
        },
      ],
    })
  })

  it('has what registries ask about an organization', async () => {
    const { call, resellerId } = await running.account()
    const { handle } = await rpc.call(
      createCustomer,
      {
        ...given,
        company_name: 'Example BV',
        vat: 'NL123456789B01',
        locale: 'nl_NL',
        additional_data: { company_registration_number: '12345678' },
        extension_additional_data: [{ name: '.NL', data: { legal_type: 'BV' } }],
      },
      call(),
    )
    const { snapshots } = await rpc.call(snapshotCustomers, { resellerId, handles: [handle] }, running.anonymous())
    expect(snapshots[0]!.facts).toEqual({
      language: 'nl',
      vat: 'NL123456789B01',
      registrationNumber: '12345678',
      legalForms: { nl: 'BV' },
      firstName: given.name.first_name,
    })
  })

  it.each([
    ['1980-01-31 00:00:00', { date: '1980-01-31', city: 'Lyon', postalCode: '69000', country: 'FR' }],
    ['0000-00-00', undefined],
  ])('has what registries ask about a person, with the day of birth %s', async (birth_date, birth) => {
    const { call, resellerId } = await running.account()
    const additional_data = {
      ...{ birth_date, birth_city: 'Lyon', birth_zipcode: '69000', birth_country: 'fr' },
      social_security_number: '5560000001',
    }
    const { handle } = await rpc.call(createCustomer, { ...given, additional_data }, call())
    const { snapshots } = await rpc.call(snapshotCustomers, { resellerId, handles: [handle] }, running.anonymous())
    expect(snapshots[0]!.facts).toMatchObject({ firstName: given.name.first_name, personalNumber: '5560000001' })
    expect(snapshots[0]!.facts?.birth).toEqual(birth)
  })
})

describe('the list of customers', () => {
  let call: () => Call
  let resellerId: number
  const list = (query: InputGiven<typeof listCustomers>) => rpc.call(listCustomers, query, call())
  const names = async (query: InputGiven<typeof listCustomers>) =>
    (await list(query)).results.map(({ name }) => name!.first_name)

  beforeAll(async () => {
    ;({ call, resellerId } = await running.account())
    const people = [
      ['Ann_a', 'Zed', '', 'a%b@example.com'],
      ['Bert', 'Young', 'Example\\Works', 'bert@example.com'],
      ['annxa', 'Xu', 'Example Ltd', 'x@example.org'],
    ] as const
    for (const [first_name, last_name, company_name, email] of people) {
      await rpc.call(createCustomer, { ...given, name: { first_name, last_name }, company_name, email }, call())
    }
    const other = await running.account()
    await rpc.call(createCustomer, given, other.call())
  })

  it('contains only customers of the account, each as `customers.get` returns it', async () => {
    const { results, total } = await list({})
    expect(total).toBe(3)
    await expect(rpc.call(getCustomer, { handle: results[0]!.handle! }, call())).resolves.toEqual(results[0])
  })

  it.each([
    ['the first page', {}],
    ['another page', { offset: 1 }],
    ['a page that is walked', { cursor: 'start' }],
    ['a page that is searched', { last_name_pattern: '*' }, { last_name_pattern: '*e*' }],
    ['data for registries', { with_additional_data: true }],
  ])('prints what is unusual as `customers.get` does: %s', async (_, ...queries) => {
    const own = await running.account()
    const unusual = {
      comments: 'a "quote", a back\\slash,\na line,\ta tab, \u007f, \u2028, ü, € and 😀',
      vat: 'NL1',
      username: 'ann"a',
      fax: { country_code: '+31', area_code: '20', subscriber_number: '7654321' },
      tags: ['VIP', 'a "tag", {with} \\', 'NULL', ''].map((value) => ({ key: 'customer' as const, value })),
    }
    const handles: string[] = []
    for (const email of ['verified@example.com', 'failed@example.com', 'none@example.com']) {
      const name = { first_name: 'Re\\né', last_name: '"Teßer"' }
      handles.push((await rpc.call(createCustomer, { ...given, ...unusual, name, email }, own.call())).handle)
    }
    await sql.query(
      `insert into email_verification (reseller_id, address, email, handle, language, tag, status, failure,
         started_at, deadline_at, mails)
       select $1, status || '@example.com', status || '@example.com', '', 'en', '', status, failure, now(), now(), 0
       from (values ('verified', null), ('failed', 'expired')) given (status, failure)`,
      [own.resellerId],
    )
    for (const query of queries as InputGiven<typeof listCustomers>[]) {
      const { results } = await rpc.call(listCustomers, query, own.call())
      const { offset = 0, with_additional_data } = query
      const alone = handles
        .slice(Number(offset))
        .map((handle) => rpc.call(getCustomer, { handle, with_additional_data }, own.call()))
      expect(results.length).toBeGreaterThan(0)
      expect(results).toEqual(await Promise.all(alone))
    }
  })

  it('is empty when nothing matches', async () => {
    await expect(list({ email_pattern: 'nobody' })).resolves.toEqual({ results: [], total: 0 })
  })

  it('has the total on every page, also after the last one', async () => {
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({ results: [{ name: { first_name: 'Bert' } }], total: 3 })
    expect(await list({ offset: 3 })).toEqual({ results: [], total: 3 })
  })

  it.each([
    [{ first_name_pattern: 'ann_a' }, ['Ann_a']],
    [{ first_name_pattern: 'ann*' }, ['Ann_a', 'annxa']],
    [{ first_name_pattern: 'ann' }, []],
    [{ email_pattern: 'A%B@*' }, ['Ann_a']],
    [{ email_pattern: '%' }, []],
    [{ company_name_pattern: 'example\\works' }, ['Bert']],
    [{ company_name_pattern: '*\\*' }, ['Bert']],
    [{ last_name_pattern: 'Young' }, ['Bert']],
    [{ comment_pattern: '*' }, ['Ann_a', 'Bert', 'annxa']],
    [{ pattern: 'ex*' }, ['Bert', 'annxa']],
    [{ pattern: 'at10*' }, []],
    [{ handle_pattern: '*-nl' }, ['Ann_a', 'Bert', 'annxa']],
    [{ type: 'company' as const }, ['Bert', 'annxa']],
    [{ type: 'individual' as const, pattern: '*' }, ['Ann_a']],
    [{ order: 'desc' as const }, ['annxa', 'Bert', 'Ann_a']],
    [{ order_by: 'last_name' }, ['annxa', 'Bert', 'Ann_a']],
    [{ order_by: 'firstName', order: 'DESC' as const }, ['Bert', 'annxa', 'Ann_a']],
  ])('is filtered and sorted by %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('shows only the requested columns', async () => {
    const { results } = await list({ columns: ['firstName', 'fullName', 'companyName'], limit: 1 })
    expect(results).toEqual([{ name: { first_name: 'Ann_a', full_name: 'Ann_a Zed' }, company_name: '' }])
  })

  it('refuses another account and an unknown sort field', async () => {
    await expect(list({ reseller_id: resellerId })).resolves.toMatchObject({ total: 3 })
    await expect(list({ reseller_id: resellerId + 1 })).rejects.toMatchObject({ details: { field: 'reseller_id' } })
    await expect(list({ order_by: 'password' })).rejects.toMatchObject({ details: { field: 'order_by' } })
  })
})
