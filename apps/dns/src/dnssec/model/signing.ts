/** How far the signing of a zone is. */
export interface Signing {
  /** Whether the zone is to be signed; false from when DNSSEC is switched off. */
  readonly isWanted: boolean
  /** When every name server answered the key. */
  readonly seenAt: Date | null
  /** Whether the zone above was told of the key. */
  readonly isDelegated: boolean
  /** When the zone above had no DS of the key any more. */
  readonly withdrawnAt: Date | null
}

/** What is done next: look for the key, tell the zone above, have it forget, stop signing; or wait for an instant. */
export type SigningStep = 'see' | 'delegate' | 'withdraw' | 'unsign' | { readonly waitUntil: Date } | 'none'

/**
 * The order in which a zone is signed and unsigned without a moment in which its answers look forged: the DS comes when
 * every name server signs, and the signatures go when no resolver remembers the DS any more (RFC 6781 section 4.3).
 * @param dsTtlMs how long resolvers remember a DS.
 */
export function nextStep(
  { isWanted, seenAt, isDelegated, withdrawnAt }: Signing,
  now: Date,
  dsTtlMs: number,
): SigningStep {
  if (isWanted) return seenAt === null ? 'see' : isDelegated ? 'none' : 'delegate'
  // Nobody can have made a DS of a key that nobody has seen.
  if (seenAt === null) return 'unsign'
  if (withdrawnAt === null) return 'withdraw'
  const waitUntil = new Date(withdrawnAt.getTime() + dsTtlMs)
  return now < waitUntil ? { waitUntil } : 'unsign'
}
