import { isZoneKey, type DelegationSecurity, type ZoneKey } from '../../lifecycle/model/domain'

/**
 * Key tag (RFC 4034 appendix B) of the data of a DNSKEY (section 2.1). Algorithm 1, with another formula, must not be used
 * (RFC 8624).
 */
function keyTagOf({ flags, protocol, alg, pubKey }: ZoneKey): number {
  const data = [flags >> 8, flags & 0xff, protocol, alg, ...Buffer.from(pubKey, 'base64')]
  const sum = data.reduce((total, octet, index) => total + (index % 2 === 0 ? octet << 8 : octet), 0)
  return (sum + Math.floor(sum / 0x10000)) & 0xffff
}

/** A key or DS record by its tag and algorithm, so that a key can be compared with the DS record that a registry made. */
export function signedBy(security: DelegationSecurity): string {
  const tag = isZoneKey(security) ? keyTagOf(security) : security.keyTag
  return `key ${tag} algorithm ${security.alg}`
}
