import type { z } from 'zod'
import type { dnssecKey } from '@nameyard/contracts/domains/domain'
import { fail } from '@nameyard/contracts/errors'
import type { ZoneKey } from '../lifecycle/model/domain'
import type { TldRules } from '../tlds/tld'

interface DnssecFields {
  readonly dnssec_keys?: readonly z.output<typeof dnssecKey>[] | undefined
  readonly is_dnssec_enabled?: boolean | undefined
}

/**
 * The DNSSEC keys of a request (RFC 4034 section 2, RFC 5910). Undefined when it has none or leaves them to the platform,
 * empty when it switches DNSSEC off.
 */
export function zoneKeysOf(
  { dnssec_keys, is_dnssec_enabled }: DnssecFields,
  { dnssec }: Pick<TldRules, 'dnssec'>,
): ZoneKey[] | undefined {
  if (is_dnssec_enabled === false) return []
  if (dnssec_keys === undefined) return undefined
  if (dnssec_keys.length > dnssec.maxRecords) {
    fail('dnssec_key_invalid', { key: 'dnssec_keys', problem: `at most ${dnssec.maxRecords} are accepted` })
  }
  return dnssec_keys.map(({ flags, protocol, alg, pub_key }, index) => {
    const key = `dnssec_keys.${index}`
    if (flags !== 256 && flags !== 257) fail('dnssec_key_invalid', { key, problem: 'flags must be 256 or 257' })
    if (protocol !== 3) fail('dnssec_protocol_invalid', { key })
    if (!dnssec.algorithms.includes(alg)) fail('dnssec_algorithm_unsupported', { key, alg })
    const pubKey = pub_key.replaceAll(/\s/g, '')
    if (pubKey === '' || Buffer.from(pubKey, 'base64').toString('base64') !== pubKey) {
      fail('dnssec_key_not_base64', { key })
    }
    return { flags, protocol, alg, pubKey }
  })
}

/** The DNSSEC keys of an order. Clients send the switch as `false` by default, so that has no meaning here. */
export function orderedZoneKeys(
  { dnssec_keys, is_dnssec_enabled }: DnssecFields,
  rules: Pick<TldRules, 'dnssec'>,
): ZoneKey[] {
  return zoneKeysOf({ dnssec_keys, ...(is_dnssec_enabled && { is_dnssec_enabled }) }, rules) ?? []
}
