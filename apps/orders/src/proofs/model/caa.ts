/** One property of a CAA record set (RFC 8659 section 4.1). */
export interface CaaProperty {
  readonly isCritical: boolean
  /** Lower case. */
  readonly tag: string
  readonly value: string
}

/** Property tags that this service understands. Only `issue` and `issuewild` restrict who may issue. */
const known = new Set(['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc', 'contactemail', 'contactphone'])

/**
 * Returns whether the closest CAA records of a name allow a CA to issue for it (RFC 8659 section 4). Without a relevant
 * property, every CA may.
 *
 * @param issuer name of the CA in CAA records.
 */
export function allows(properties: readonly CaaProperty[], issuer: string, isForWildcard: boolean): boolean {
  if (properties.some(({ isCritical, tag }) => isCritical && !known.has(tag))) return false
  const of = (wanted: string) => properties.filter(({ tag }) => tag === wanted)
  const ofWildcards = isForWildcard ? of('issuewild') : []
  const speaking = ofWildcards.length > 0 ? ofWildcards : of('issue')
  return speaking.length === 0 || speaking.some(({ value }) => issuerOf(value) === issuer)
}

/** Returns the CA that a value names; empty when it names none. The parameters after it are specific to each CA. */
function issuerOf(value: string): string {
  return value.split(';')[0]!.trim().toLowerCase().replace(/\.$/, '')
}
