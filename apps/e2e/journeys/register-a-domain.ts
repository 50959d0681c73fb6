import { eventually } from '@nameyard/testing/eventually'
import { askTcp, askUdp } from '../src/dns-client'
import type { Platform } from '../src/platform'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** Registers a domain, step by step: from the login to the first DNS answer of its zone. */
export function registerADomain(platform: () => Platform): void {
  const domain = { name: 'keizersgracht', extension: 'com' }
  const name = `${domain.name}.${domain.extension}`
  let reseller: Reseller
  let handle: string
  let id: number
  let expiration: string

  const check = async () => (await reseller.done('POST', '/v1/domains/check', { domains: [domain] })).results

  it('logs in', async () => {
    reseller = await logIn(platform())
  })

  it('creates a customer', async () => {
    ;({ handle } = await reseller.done('POST', '/v1/customers', person))
    expect(handle).toMatch(/^AJ\d{6,7}-NL$/)
    expect(await reseller.done('GET', `/v1/customers/${handle}`)).toMatchObject({ handle, email: person.email })
  })

  it('finds the name free', async () => {
    expect(await check()).toMatchObject([{ domain: name, status: 'free' }])
  })

  it('registers the domain for a year', async () => {
    const data = await reseller.done('POST', '/v1/domains', order(name, handle))
    expect(data).toMatchObject({ status: 'ACT' })
    id = data.id
    expiration = data.expiration_date
    // The registry counts the year from its own creation date, which is slightly earlier than the answer.
    const { creation_date: created } = await reseller.done('GET', `/v1/domains/${id}`)
    const [year, rest] = [Number(created.slice(0, 4)), created.slice(4)]
    // 29 February has no anniversary in a common year.
    expect(expiration).toBe(`${year + 1}${rest.replace('-02-29', '-02-28')}`)
  })

  it('returns the domain by its id and in the list', async () => {
    const shown = { id, domain, status: 'ACT', expiration_date: expiration, owner_handle: handle }
    expect(await reseller.done('GET', `/v1/domains/${id}`)).toMatchObject(shown)
    const list = await reseller.done('GET', `/v1/domains?full_name=${name}`)
    expect(list).toMatchObject({ total: 1, results: [shown] })
  })

  it('finds the name active after the registration', async () => {
    expect(await check()).toMatchObject([{ domain: name, status: 'active' }])
  })

  it('sent exactly one create to the registry', async () => {
    expect(await platform().sandbox.creations(name)).toHaveLength(1)
  })

  it('answers queries for the zone over UDP and TCP', async () => {
    await reseller.done('POST', '/v1/dns/zones', {
      domain,
      type: 'master',
      records: [
        { type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 },
        { type: 'TXT', name: '', value: 'v=spf1 -all', ttl: 600 },
      ],
    })
    const { dns } = platform().ports
    const address = await eventually(async () => {
      const { answers } = await askUdp(dns, `www.${name}`, 'A')
      return answers?.length ? answers : undefined
    }, 'an answer for the new zone')
    expect(address).toMatchObject([{ name: `www.${name}`, type: 'A', ttl: 3600, data: '192.0.2.10' }])
    const { answers, flag_aa } = await askTcp(dns, name, 'TXT')
    expect(flag_aa).toBe(true)
    expect(answers).toMatchObject([{ name, type: 'TXT', ttl: 600 }])
    expect(String((answers as { data: unknown }[])[0]!.data)).toBe('v=spf1 -all')
  })

  it('orders e-mail DMARC, which becomes active when its record is in the zone', async () => {
    const { id } = await reseller.done('POST', '/v1/easydmarcs', { domain, owner_handle: handle })
    const listed = await eventually(async () => {
      const list = await reseller.done('GET', '/v1/easydmarcs/list')
      return list.results[0].status === 'ACT' ? list : undefined
    }, 'e-mail DMARC is active')
    expect(listed).toMatchObject({ total: 1, results: [{ id, domain }] })
  })
}
