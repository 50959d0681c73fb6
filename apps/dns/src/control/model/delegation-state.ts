import { isPublicSuffix } from '@nameyard/names/public-suffix'
import { isWithin } from '@nameyard/names/relation'
import type { ZoneCut } from './zone-cut'

/**
 * Where the delegation of a name leads. `own`: to exactly the name servers of the account. `shared`: to exactly the names
 * that accounts share, which proves nothing for any account. `other`: to name servers of this platform in any other way.
 * `elsewhere`: to other name servers. `none`: nowhere.
 */
export type DelegationState = 'own' | 'shared' | 'other' | 'elsewhere' | 'none'

/** The name servers of an account and of the platform. */
export interface Expected {
  /** Empty for an account that has the shared ones: a delegation to those proves nothing. */
  readonly assigned: readonly string[]
  /** The shared names. Those of accounts are below them. */
  readonly shared: readonly string[]
}

/** A delegation and what it says about an account. */
export interface FoundDelegation {
  readonly state: DelegationState
  readonly found: readonly string[]
}

/**
 * Judges the zone cuts of a name. The highest one that leads to this platform decides: below it, every delegation is a
 * record in a zone that this platform serves, which proves nothing. Cuts at public suffixes are not looked at.
 * @param isServedHere whether the name servers of a cut have an address of this platform, under whatever names
 */
export function delegationState(
  cuts: readonly ZoneCut[],
  { assigned, shared }: Expected,
  isServedHere: (cut: ZoneCut) => boolean,
): FoundDelegation {
  const below = cuts.filter(({ zone }) => !isPublicSuffix(zone))
  for (const cut of below) {
    const { nameservers } = cut
    if (isSameSet(nameservers, assigned)) return { state: 'own', found: nameservers }
    if (isSameSet(nameservers, shared)) return { state: 'shared', found: nameservers }
    const isPlatform = nameservers.some((host) => shared.some((each) => isWithin(host, each.toLowerCase())))
    if (isPlatform || isServedHere(cut)) return { state: 'other', found: nameservers }
  }
  const last = below.at(-1)
  return last ? { state: 'elsewhere', found: last.nameservers } : { state: 'none', found: [] }
}

function isSameSet(hosts: readonly string[], expected: readonly string[]): boolean {
  const names = new Set(hosts)
  return names.size > 0 && names.size === expected.length && expected.every((host) => names.has(host.toLowerCase()))
}
