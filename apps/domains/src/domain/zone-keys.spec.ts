import { zoneKeysOf } from './zone-keys'

const rules = { dnssec: { form: 'ds' as const, maxRecords: 2, algorithms: [8, 13] } }
const key = { flags: 257, protocol: 3, alg: 13, pub_key: 'AQIDBA==' }

test('keys are taken as the registry takes them, without the spaces of a zone file', () => {
  expect(zoneKeysOf({ dnssec_keys: [{ ...key, pub_key: 'AQID\n BA==' }] }, rules)).toEqual([
    { flags: 257, protocol: 3, alg: 13, pubKey: 'AQIDBA==' },
  ])
})

test.each([
  [{}, undefined],
  [{ is_dnssec_enabled: true }, undefined],
  [{ dnssec_keys: [] }, []],
  [{ is_dnssec_enabled: false, dnssec_keys: [key] }, []],
])('%j wants %j', (wished, expected) => {
  expect(zoneKeysOf(wished, rules)).toEqual(expected)
})

test.each([
  [{ flags: 0 }, 'dnssec_key_invalid'],
  [{ protocol: 2 }, 'dnssec_protocol_invalid'],
  [{ alg: 5 }, 'dnssec_algorithm_unsupported'],
  [{ pub_key: 'not base64!' }, 'dnssec_key_not_base64'],
  [{ pub_key: '' }, 'dnssec_key_not_base64'],
])('a key with %j is refused with %s', (wrong, refusal) => {
  expect(() => zoneKeysOf({ dnssec_keys: [{ ...key, ...wrong }] }, rules)).toThrow(expect.objectContaining({ refusal }))
})

test('no more keys are taken than the registry takes', () => {
  const refused = expect.objectContaining({ refusal: 'dnssec_key_invalid' })
  expect(() => zoneKeysOf({ dnssec_keys: [key, key, key] }, rules)).toThrow(refused)
})
