import { createHash } from 'node:crypto'

/** Octets of a label, and of the local part of an address (RFC 1035 section 2.3.4; RFC 5321 section 4.5.3.1.1 has 64). */
const LABEL = 63

/** Hexadecimal digits of the hash that a name too long for one label ends in. */
const DIGITS = 16

/**
 * A whole domain name in one label: its dots are underscores, which no domain name has, so that no two names share one.
 * A name that is too long for that keeps its beginning and ends in its hash.
 */
export function labelOf(name: string): string {
  const label = name.replaceAll('.', '_')
  if (label.length <= LABEL) return label
  const hash = createHash('sha256').update(name).digest('hex').slice(0, DIGITS)
  return `${label.slice(0, LABEL - DIGITS - 1)}_${hash}`
}

/** Where the policy of a domain is looked for (RFC 7489 section 6.1). */
export function hostOf(name: string): string {
  return `_dmarc.${name}`
}

/** What the record of a domain leads to, in the zone of whoever keeps its policy. */
export function targetIn(zone: string, name: string): string {
  return `_dmarc.${labelOf(name)}._d.${zone}`
}

/** Where reports about a domain are sent. */
export function reportAddressIn(zone: string, name: string): string {
  return `${labelOf(name)}@${zone}`
}

/**
 * The records behind the target: the policy, which asks for reports and has mail delivered as before, and the consent of
 * the zone that the reports lead to (RFC 7489 section 7.1).
 */
export function policyRecords(zone: string, name: string) {
  return [
    { name: targetIn(zone, name), value: `v=DMARC1; p=none; rua=mailto:${reportAddressIn(zone, name)}` },
    { name: `${name}._report._dmarc.${zone}`, value: 'v=DMARC1' },
  ]
}
