import type { SeenDomain } from '../../dialects/model/seen'
import { differenceOf, keepingDnssec, registrantWithin } from './difference'

const hosts = (...names: string[]) => names.map((name) => ({ name, addresses: [] }))
const ds = { keyTag: 1, alg: 13, digestType: 2, digest: 'AB' }
const key = { flags: 257, protocol: 3, alg: 13, pubKey: 'AAAA' }
const none = { add: { ns: undefined, contacts: [], statuses: [] }, rem: { ns: undefined, contacts: [], statuses: [] } }

const seen = {
  registrant: 'NY-1',
  contacts: [
    { type: 'admin', id: 'NY-1' },
    { type: 'tech', id: 'NY-2' },
    { type: 'tech', id: 'NY-3' },
  ],
  ns: { form: 'hostObj', hosts: hosts('NS1.example.net', 'ns2.example.net') },
  statuses: ['clientHold', 'clientTransferProhibited', 'serverHold', 'inactive'],
  authInfo: { pw: 'secret' },
  dnssec: { form: 'dsData', ds: [ds] },
} as unknown as SeenDomain

describe('differenceOf', () => {
  it('is undefined when the domain is in its desired state', () => {
    expect(differenceOf(seen, {})).toBeUndefined()
    expect(
      differenceOf(seen, {
        registrant: 'NY-1',
        contacts: { admin: 'NY-1' },
        ns: { form: 'hostObj', hosts: hosts('ns2.example.net', 'ns1.example.net') },
        statuses: ['clientTransferProhibited', 'clientHold'],
        dnssec: { form: 'dsData', ds: [{ ...ds, digest: 'ab' }] },
        authInfo: 'secret',
      }),
    ).toBeUndefined()
  })

  it('has every part that differs', () => {
    expect(
      differenceOf(seen, {
        registrant: 'NY-9',
        contacts: { tech: 'NY-2', billing: 'NY-4' },
        ns: { form: 'hostObj', hosts: hosts('ns2.example.net', 'ns3.example.net') },
        statuses: ['clientHold', 'clientUpdateProhibited'],
        dnssec: { form: 'dsData', ds: [ds, { ...ds, keyTag: 2 }] },
        authInfo: 'other',
      }),
    ).toEqual({
      what: ['registrant', 'contacts', 'nameservers', 'statuses', 'DNSSEC', 'authInfo'],
      dnssec: { rem: undefined, add: { form: 'dsData', ds: [{ ...ds, keyTag: 2 }] } },
      change: {
        add: {
          ns: { form: 'hostObj', hosts: hosts('ns3.example.net') },
          contacts: [{ type: 'billing', id: 'NY-4' }],
          statuses: ['clientUpdateProhibited'],
        },
        rem: {
          ns: { form: 'hostObj', hosts: hosts('NS1.example.net') },
          contacts: [{ type: 'tech', id: 'NY-3' }],
          statuses: ['clientTransferProhibited'],
        },
        registrant: 'NY-9',
        authInfo: { pw: 'other' },
      },
    })
  })

  it('removes all nameservers when none is desired', () => {
    const difference = differenceOf(seen, { ns: { form: 'hostObj', hosts: [] } })
    expect(difference?.change.rem?.ns?.hosts).toHaveLength(2)
    expect(difference?.change.add?.ns?.hosts).toEqual([])
  })

  it('compares the addresses of nameservers that are attributes of the domain', () => {
    const glued = (address: string) => [{ name: 'ns1.example.be', addresses: [address] }]
    const domain = { ...seen, ns: { form: 'hostAttr', hosts: glued('2001:DB8:0:0::1') } } as SeenDomain
    expect(differenceOf(domain, { ns: { form: 'hostAttr', hosts: glued('2001:db8::1') } })).toBeUndefined()
    expect(differenceOf(domain, { ns: { form: 'hostAttr', hosts: glued('2001:db8::2') } })?.change).toMatchObject({
      add: { ns: { hosts: glued('2001:db8::2') } },
      rem: { ns: { hosts: [{ name: 'ns1.example.be', addresses: [] }] } },
    })
  })

  it('removes all DNSSEC data at once, in either form', () => {
    expect(differenceOf(seen, { dnssec: { form: 'keyData', keys: [] } })).toEqual({
      what: ['DNSSEC'],
      dnssec: { rem: 'all', add: undefined },
      change: { ...none, registrant: undefined, authInfo: undefined },
    })
    expect(differenceOf(seen, { dnssec: { form: 'keyData', keys: [key] } })?.dnssec).toEqual({
      rem: 'all',
      add: { form: 'keyData', keys: [key] },
    })
  })

  it('removes one of several keys', () => {
    const two = { ...seen, dnssec: { form: 'keyData', keys: [key, { ...key, alg: 8 }] } } as unknown as SeenDomain
    expect(differenceOf(two, { dnssec: { form: 'keyData', keys: [key] } })?.dnssec).toEqual({
      rem: { form: 'keyData', keys: [{ ...key, alg: 8 }] },
      add: undefined,
    })
  })

  it('has the authInfo when the registry does not show it', () => {
    expect(differenceOf({ ...seen, authInfo: undefined }, { authInfo: 'secret' })?.what).toEqual(['authInfo'])
  })
})

describe('the parts of a difference for registries that separate them', () => {
  const ns = { form: 'hostObj' as const, hosts: hosts('ns9.example.net') }
  const parts = (desired: Parameters<typeof differenceOf>[1]) => differenceOf(seen, desired)!

  it('are the registrant alone, unless nothing else differs', () => {
    expect(registrantWithin(parts({ registrant: 'NY-9', ns }))).toEqual({
      change: { registrant: 'NY-9' },
      dnssec: undefined,
      what: ['registrant'],
    })
    expect(registrantWithin(parts({ registrant: 'NY-9' }))).toBeUndefined()
    expect(registrantWithin(parts({ ns }))).toBeUndefined()
  })

  it('are other nameservers with all DNSSEC data that the domain has or should have', () => {
    const dnssec = (desired: Parameters<typeof differenceOf>[1]) => keepingDnssec(parts(desired), seen, desired).dnssec
    const other = { ...ds, keyTag: 2 }
    expect(dnssec({ ns })).toEqual({ rem: undefined, add: { form: 'dsData', ds: [ds] } })
    expect(dnssec({ ns, dnssec: { form: 'dsData', ds: [ds, other] } })).toEqual({
      rem: undefined,
      add: { form: 'dsData', ds: [ds, other] },
    })
    expect(dnssec({ ns, dnssec: { form: 'dsData', ds: [] } })).toBeUndefined()
    expect(dnssec({ dnssec: { form: 'dsData', ds: [] } })).toEqual({ rem: 'all', add: undefined })
  })
})
