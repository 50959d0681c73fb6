import { zoneKeysOf } from './zone-keys'

const rules = { dnssec: { form: 'ds' as const, maxRecords: 2, algorithms: [8, 13] } }
const key = { flags: 257, protocol: 3, alg: 13, pub_key: 'AQIDBA==' }

test('stores keys in the form that the registry accepts, without whitespace', () => {
  expect(zoneKeysOf({ dnssec_keys: [{ ...key, pub_key: 'AQID\n BA==' }] }, rules)).toEqual([
    { flags: 257, protocol: 3, alg: 13, pubKey: 'AQIDBA==' },
  ])
})

test.each([
  [{}, undefined],
  [{ is_dnssec_enabled: true }, undefined],
  [{ dnssec_keys: [] }, []],
  [{ is_dnssec_enabled: false, dnssec_keys: [key] }, []],
])('reads %j as %j', (request, expected) => {
  expect(zoneKeysOf(request, rules)).toEqual(expected)
})

test.each([
  [{ flags: 0 }, 'dnssec_key_invalid'],
  [{ protocol: 2 }, 'dnssec_protocol_invalid'],
  [{ alg: 5 }, 'dnssec_algorithm_unsupported'],
  [{ pub_key: 'not base64!' }, 'dnssec_key_not_base64'],
  [{ pub_key: '' }, 'dnssec_key_not_base64'],
])('refuses a key with %j as %s', (wrong, refusal) => {
  expect(() => zoneKeysOf({ dnssec_keys: [{ ...key, ...wrong }] }, rules)).toThrow(expect.objectContaining({ refusal }))
})

test('refuses more keys than the registry accepts', () => {
  const refused = expect.objectContaining({ refusal: 'dnssec_key_invalid' })
  expect(() => zoneKeysOf({ dnssec_keys: [key, key, key] }, rules)).toThrow(refused)
})
