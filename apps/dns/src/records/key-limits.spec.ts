import { updateZone } from '@nameyard/contracts/dns/update-zone'
import type { Actor, InputGiven, ObjectLimits } from '@nameyard/contracts/operation'
import type { Input } from '@nameyard/contracts/operation'
import { recordLimitsOf, refuseBeyondKey } from './key-limits'

const actor: Actor = { resellerId: 1, contactId: 1, username: 'a', role: 'admin', scope: ['read', 'write'] }
const acme: ObjectLimits = {
  domains: [],
  zones: ['example.com'],
  recordNames: ['_acme-challenge', '_acme-challenge.*'],
  recordTypes: ['TXT'],
}
const txt = { name: '_acme-challenge', type: 'TXT', value: 'token', ttl: 600 }
const change = (given: Omit<InputGiven<typeof updateZone>, 'name'>, limits: ObjectLimits | undefined = acme) => {
  const call = { actor: { ...actor, ...(limits && { limits }) } }
  const input = updateZone.input.parse({ name: 'example.com', ...given }) as Input<typeof updateZone>
  return () => refuseBeyondKey(call, 'example.com', input)
}

describe('a key that is limited to the ACME challenges of a zone', () => {
  it.each([
    ['adds one', { records: { add: [txt] } }],
    [
      'adds one by its full name in upper case',
      { records: { add: [{ ...txt, name: '_ACME-challenge.Example.com' }] } },
    ],
    ['adds one below a name of the zone', { records: { add: [{ ...txt, name: '_acme-challenge.www' }] } }],
    ['names the type by its number', { records: { add: [{ ...txt, type: 'TYPE16' }] } }],
    ['removes one', { records: { remove: [txt] } }],
    ['updates one', { records: { update: [{ original_record: txt, record: { ...txt, value: 'new' } }] } }],
    ['changes nothing', { records: {} }],
  ])('%s', (_, given) => expect(change(given)).not.toThrow())

  const www = { ...txt, name: 'www' }
  it.each([
    ['another name', { records: { add: [txt, www] } }],
    ['the apex', { records: { add: [{ ...txt, name: '@' }] } }],
    ['a name that only ends alike', { records: { add: [{ ...txt, name: 'x_acme-challenge' }] } }],
    ['another type', { records: { add: [{ ...txt, type: 'CNAME', value: 'www' }] } }],
    ['a record that becomes another one', { records: { update: [{ original_record: txt, record: www }] } }],
    ['another record that becomes one', { records: { update: [{ original_record: www, record: txt }] } }],
    ['the removal of another name', { records: { remove: [www] } }],
    ['a name that is none', { records: { add: [{ ...txt, name: 'a..b' }] } }],
    ['an unknown type', { records: { add: [{ ...txt, type: 'NOSUCH' }] } }],
  ])('is refused %s', (_, given) =>
    expect(change(given)).toThrow(expect.objectContaining({ refusal: 'key_limits_record' })),
  )

  it.each([
    ['all records', { records: { replace: [] } }],
    ['the signing', { secured: true }],
    ['the type of the zone', { type: 'slave' as const, master_ip: '192.0.2.1' }],
    ['a preview, which counts all records', { plan: true, records: { add: [txt] } }],
  ])('is refused a change of %s', (_, given) =>
    expect(change(given)).toThrow(expect.objectContaining({ refusal: 'key_limits_operation' })),
  )
})

it('a key that is limited to zones alone changes all records of these, and nothing else of them', () => {
  const zones = { domains: [], zones: ['example.com'] }
  expect(change({ records: { add: [{ ...txt, name: 'www' }] } }, zones)).not.toThrow()
  expect(change({ secured: false }, zones)).toThrow(expect.objectContaining({ refusal: 'key_limits_operation' }))
})

it('a login changes everything', () => {
  const call = { actor }
  const input = updateZone.input.parse({ name: 'example.com', secured: true }) as Input<typeof updateZone>
  expect(() => refuseBeyondKey(call, 'example.com', input)).not.toThrow()
})

it('a zone that the key does not name is not found', () => {
  const call = { actor: { ...actor, limits: acme } }
  for (const apex of ['example.net', 'www.example.com', 'com'])
    expect(() => recordLimitsOf(call, apex)).toThrow(expect.objectContaining({ refusal: 'zone_not_found' }))
})

it('a name of the limits is relative to each zone, @ is its apex, and a full name stays', () => {
  const limits = { domains: [], zones: ['example.com'], recordNames: ['@', 'www', 'mail.example.com'] }
  const owners = ['example.com', 'www.example.com', 'mail.example.com']
  expect(recordLimitsOf({ actor: { ...actor, limits } }, 'example.com')).toEqual({ owners })
})
