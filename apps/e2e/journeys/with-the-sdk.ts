import { readFileSync } from 'node:fs'
import { ApiError } from '@nameyard/sdk/api-error'
import { createClient, type Client } from '@nameyard/sdk/client'
import { eventually } from '@nameyard/testing/eventually'
import { askUdp } from '../src/dns-client'
import type { Platform } from '../src/platform'
import { order, person } from '../src/reseller'

/** A program registers a domain with the typed client, from the availability check to the DNS answer of its zone. */
export function withTheSdk(platform: () => Platform): void {
  let client: Client

  beforeAll(() => {
    const { url: baseUrl, authority, account } = platform()
    const { username, password } = account
    client = createClient({ baseUrl, username, password, ca: readFileSync(authority, 'utf8') })
  })

  it('registers a domain and publishes its zone', async () => {
    const domain = { name: 'singel', extension: 'com' }
    const { results } = await client.domains.check({ domains: [domain] })
    expect(results).toMatchObject([{ status: 'free' }])
    const { handle } = await client.customers.create(person)
    const { id } = await client.domains.create(order('singel.com', handle))
    expect(await client.domains.waitUntilSettled({ id })).toMatchObject({ id, domain, status: 'ACT' })
    const records = [{ type: 'A' as const, name: 'www', value: '192.0.2.30', ttl: 3600 }]
    await client.zones.create({ domain, type: 'master', records })
    await eventually(
      async () => (await askUdp(platform().ports.dns, 'www.singel.com', 'A')).answers?.length,
      'an answer for the new zone',
    )
  })

  it('iterates over a list, page by page', async () => {
    const { total } = await client.domains.list({ limit: 1 })
    const ids = new Set<number>()
    for await (const { id } of client.domains.each({ limit: 1, order_by: { id: 'asc' } })) ids.add(id)
    expect(ids.size).toBe(total)
  })

  it('places one order for two requests with the same idempotency key', async () => {
    const { handle } = await client.customers.create(person)
    const input = order('once-by-sdk.com', handle)
    const options = { idempotencyKey: 'once' }
    const [one, other] = await Promise.all([
      client.domains.create(input, options),
      client.domains.create(input, options),
    ])
    expect(other).toEqual(one)
    await client.domains.waitUntilSettled({ id: one.id })
    expect(await platform().sandbox.creations('once-by-sdk.com')).toHaveLength(1)
  })

  it('throws an ApiError with the code of the refusal', async () => {
    const refusal = await client.domains.get({ id: 2_000_000_000 }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ code: 320, status: 404 })
  })
}
