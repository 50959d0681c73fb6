import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { errors } from '@nameyard/contracts/errors'
import { eventually } from '@nameyard/testing/eventually'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

const DAY = 86_400

/** A registry that counts in months. Resellers order years. */
interface Country {
  readonly extension: string
  /** The periods that the registry gets: of a create for a year, and of a renewal by a year. */
  readonly create: string
  readonly renew: string | undefined
  /** A period of the record's longest order, and what the registry gets. */
  readonly longest: readonly [years: number, period: string]
  readonly additional_data?: object
  readonly quarantineDays: number
}

const year = '<domain:period unit="m">12</domain:period>'
const countries: readonly Country[] = [
  { extension: 'nl', create: year, renew: undefined, longest: [1, year], quarantineDays: 40 },
  {
    extension: 'no',
    create: '<domain:period unit="y">1</domain:period>',
    renew: year,
    longest: [1, '<domain:period unit="y">1</domain:period>'],
    quarantineDays: 30,
  },
  {
    extension: 'se',
    create: year,
    renew: year,
    longest: [10, '<domain:period unit="y">10</domain:period>'],
    additional_data: { iisse_acceptance: '1' },
    quarantineDays: 60,
  },
]

let platform: InProcess
const folder = temporaryFolder()

/** The operator sells .no and .se, whose shipped records have no account, at the sandbox registry. */
beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  const admin = (...args: string[]) => runCommand(args, { AMQP_URL: platform.amqpUrl }, () => undefined)
  const rows = ['no', 'se'].flatMap((suffix) =>
    ['create', 'renew', 'transfer', 'restore'].map((operation) => `regular,${suffix},${operation},,,,EUR,5.00,9.00`),
  )
  const prices = join(folder, 'prices.csv')
  const head = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price'
  writeFileSync(prices, [head, ...rows].join('\n'))
  await admin('prices', 'import', prices, '--list', 'shipped-eur', '--yes')
  for (const suffix of ['no', 'se']) await admin('tld', 'set', suffix, '--set', 'registry.account=sandbox')
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
const daysFrom = (date: string, days: number) =>
  new Date(Date.parse(`${date.replace(' ', 'T')}Z`) + days * DAY * 1000).toISOString()

describe.each(countries.map((country) => [country.extension, country] as const))('a .%s', (extension, country) => {
  const name = `months.${extension}`
  const domain = { name: 'months', extension }
  let ask: Ask
  let owner: string
  let id: number
  let expires: string

  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const shown = () => done('GET', `/v1/domains/${id}`)
  const placed = (of: string, more: object = {}) => ({
    ...order(of, owner),
    ...(country.additional_data && { additional_data: country.additional_data }),
    ...more,
  })
  const requests = (of: string, command: string) => platform.sandbox.requests(of, command)
  const priceOf = async (operation: string, period = 1): Promise<number> =>
    (
      await done(
        'GET',
        `/v1/domains/prices?domain.name=months&domain.extension=${extension}&operation=${operation}&period=${period}`,
      )
    ).price.reseller.price
  const balance = async (): Promise<number> => (await done('GET', '/v1/resellers')).balance
  const advance = async (goal: object): Promise<void> => {
    let moved = await done('POST', '/v1/sandbox/clock/advance', goal)
    while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
  }

  test('is not sold for less than a year', async () => {
    ask = await platform.open(`monthly${extension}`)
    const { handle } = await done('POST', '/v1/customers', {
      ...person,
      address: { ...person.address, country: extension.toUpperCase() },
      additional_data: { social_security_number: extension === 'no' ? 'N.PRI.1234567' : '800131-1234' },
    })
    owner = handle
    await eventually(async () => {
      const { json } = await ask('POST', '/v1/domains/check', { body: { domains: [domain] } })
      return json.data?.results?.[0]?.status === 'free'
    }, `${name} is free`)
    for (const period of [
      { period: 3, unit: 'm' },
      { period: 1, unit: 'q' },
    ]) {
      const { json } = await ask('POST', '/v1/domains', { body: placed(name, period) })
      expect(json).toMatchObject({ code: errors.period_invalid.code, desc: expect.stringContaining('whole years') })
    }
    expect(await requests(name, 'domain:create')).toEqual([])
  })

  test('is registered for a year, which the registry gets in its unit, for the price of a year', async () => {
    const [before, price] = [await balance(), await priceOf('create')]
    const answer = await done('POST', '/v1/domains', placed(name, { period: 12, unit: 'm', autorenew: 'on' }))
    id = answer.id
    expires = answer.expiration_date
    expect(answer.status).toBe('ACT')
    expect(await requests(name, 'domain:create')).toEqual([expect.stringContaining(country.create)])
    expect(await shown()).toMatchObject({ unit: 'y', expiration_date: yearsLater((await shown()).creation_date, 1) })
    expect(await platform.sandbox.domain(name)).toMatchObject({
      expiresAt: expect.stringContaining(expires.slice(0, 10)),
    })
    expect((before - (await balance())).toFixed(2)).toBe(price.toFixed(2))
  })

  test('is registered for as long as it is sold', async () => {
    const [years, period] = country.longest
    const [before, price] = [await balance(), await priceOf('create', years)]
    const other = `longest.${extension}`
    const answer = await done('POST', '/v1/domains', placed(other, { period: years }))
    expect(answer.status).toBe('ACT')
    const { creation_date } = await done('GET', `/v1/domains/${answer.id}`)
    expect(answer.expiration_date).toBe(yearsLater(creation_date, years))
    expect(await requests(other, 'domain:create')).toEqual([expect.stringContaining(period)])
    expect((before - (await balance())).toFixed(2)).toBe(price.toFixed(2))
  })

  if (country.renew !== undefined) {
    test('is renewed on order, in the unit of the registry', async () => {
      const [before, price] = [await balance(), await priceOf('renew')]
      await done('POST', `/v1/domains/${id}/renew`, { period: 1 })
      expires = yearsLater(expires, 1)
      expect(await shown()).toMatchObject({ status: 'ACT', expiration_date: expires })
      expect(await requests(name, 'domain:renew')).toEqual([expect.stringContaining(country.renew!)])
      expect((before - (await balance())).toFixed(2)).toBe(price.toFixed(2))
    })
  }

  test('is renewed by its timer for another year', async () => {
    await advance({ until: daysFrom(expires, 2) })
    expires = yearsLater(expires, 1)
    expect(await shown()).toMatchObject({ status: 'ACT', expiration_date: expires })
    const renewals = await requests(name, 'domain:renew')
    expect(renewals).toEqual(Array(country.renew === undefined ? 0 : 2).fill(expect.stringContaining(year)))
  })

  test('is deleted before its expiry when autorenew is off, and restored', async () => {
    await done('PUT', `/v1/domains/${id}`, { autorenew: 'off' })
    await advance({ until: daysFrom(expires, 2) })
    expect(await shown()).toMatchObject({ status: 'DEL', expiration_date: expires })
    await done('POST', `/v1/domains/${id}/restore`, {})
    await advance({ seconds: 2 * DAY })
    expect(await shown()).toMatchObject({ status: 'ACT', expiration_date: yearsLater(expires, 1) })
  })

  test('is deleted, and purged at the end of its quarantine', async () => {
    await done('DELETE', `/v1/domains/${id}`)
    await advance({ seconds: (country.quarantineDays - 1) * DAY })
    expect(await shown()).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
    await advance({ seconds: 3 * DAY })
    expect(await done('GET', `/v1/domains/${id}?is_deleted=1`)).toMatchObject({ delete_status: 'deleted' })
    expect(await platform.sandbox.domain(name)).toBeUndefined()
  })
})
