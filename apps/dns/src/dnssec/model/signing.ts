/** Progress of the signing of a zone. */
export interface Signing {
  /** Whether the zone is to be signed; false after DNSSEC is switched off. */
  readonly isWanted: boolean
  /** When every name server answered the key. */
  readonly seenAt: Date | null
  /** Whether the parent zone got the DS of the key. */
  readonly isDelegated: boolean
  /** When the parent zone had removed the DS of the key. */
  readonly withdrawnAt: Date | null
}

/**
 * The next step: check that the key is served, publish the DS, withdraw the DS, stop signing; or wait for an instant.
 */
export type SigningStep = 'see' | 'delegate' | 'withdraw' | 'unsign' | { readonly waitUntil: Date } | 'none'

/**
 * The order in which a zone is signed and unsigned, so that its answers are never bogus: the DS is published when every
 * name server signs, and the signatures are removed when no resolver caches the DS any more (RFC 6781 section 4.3).
 * @param dsTtlMs how long resolvers cache a DS.
 */
export function nextStep(
  { isWanted, seenAt, isDelegated, withdrawnAt }: Signing,
  now: Date,
  dsTtlMs: number,
): SigningStep {
  if (isWanted) return seenAt === null ? 'see' : isDelegated ? 'none' : 'delegate'
  // There is no DS of a key that was never served.
  if (seenAt === null) return 'unsign'
  if (withdrawnAt === null) return 'withdraw'
  const waitUntil = new Date(withdrawnAt.getTime() + dsTtlMs)
  return now < waitUntil ? { waitUntil } : 'unsign'
}
