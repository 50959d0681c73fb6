import { createHash } from 'node:crypto'

/** Maximum octets of a label (RFC 1035 section 2.3.4). The local part of an address may have 64 (RFC 5321 section 4.5.3.1.1). */
const LABEL = 63

/** Hexadecimal digits of the hash that replaces the end of a long name. */
const DIGITS = 16

/**
 * Encodes a whole domain name as one label: dots become underscores, which no domain name contains, so the result is
 * unique. A name that is too long is cut and ends in its hash.
 */
export function labelOf(name: string): string {
  const label = name.replaceAll('.', '_')
  if (label.length <= LABEL) return label
  const hash = createHash('sha256').update(name).digest('hex').slice(0, DIGITS)
  return `${label.slice(0, LABEL - DIGITS - 1)}_${hash}`
}

/** Returns the owner name of a domain's DMARC policy (RFC 7489 section 6.1). */
export function hostOf(name: string): string {
  return `_dmarc.${name}`
}

/** Returns the CNAME target of a domain, in the zone that holds its policy. */
export function targetIn(zone: string, name: string): string {
  return `_dmarc.${labelOf(name)}._d.${zone}`
}

/** Returns the address for reports about a domain. */
export function reportAddressIn(zone: string, name: string): string {
  return `${labelOf(name)}@${zone}`
}

/**
 * Returns the records for a domain in the zone of policies: a policy that requests reports and does not change the
 * delivery of mail, and the zone's consent to receive the reports (RFC 7489 section 7.1).
 */
export function policyRecords(zone: string, name: string) {
  return [
    { name: targetIn(zone, name), value: `v=DMARC1; p=none; rua=mailto:${reportAddressIn(zone, name)}` },
    { name: `${name}._report._dmarc.${zone}`, value: 'v=DMARC1' },
  ]
}
