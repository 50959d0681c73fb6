/** One property of a CAA record set (RFC 8659 section 4.1). */
export interface CaaProperty {
  readonly isCritical: boolean
  /** Lower case. */
  readonly tag: string
  readonly value: string
}

/** Properties that say who may issue, and those that ask nothing of whoever does. */
const known = new Set(['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc', 'contactemail', 'contactphone'])

/**
 * Whether the records that are nearest to a name allow an authority to issue for it (RFC 8659 section 4). Without any
 * that speak of it everybody may.
 *
 * @param issuer name that zones call the authority by.
 */
export function allows(properties: readonly CaaProperty[], issuer: string, isForWildcard: boolean): boolean {
  if (properties.some(({ isCritical, tag }) => isCritical && !known.has(tag))) return false
  const of = (wanted: string) => properties.filter(({ tag }) => tag === wanted)
  const ofWildcards = isForWildcard ? of('issuewild') : []
  const speaking = ofWildcards.length > 0 ? ofWildcards : of('issue')
  return speaking.length === 0 || speaking.some(({ value }) => issuerOf(value) === issuer)
}

/** The authority that a value names; empty where it names none. Parameters behind it are each authority's own. */
function issuerOf(value: string): string {
  return value.split(';')[0]!.trim().toLowerCase().replace(/\.$/, '')
}
