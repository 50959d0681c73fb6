import type { ZoneCut } from './model/zone-cut'

/** Public resolution did not answer. A later attempt may succeed. */
export class DelegationUnknown extends Error {
  override readonly name = 'DelegationUnknown'
}

/** Finds delegations as public resolution does: in the parent zones, never in the zone itself. */
export interface Delegations {
  /**
   * Returns the zone cuts at a name and above it, the highest first. Empty when the name does not exist.
   * @throws DelegationUnknown
   */
  cuts(name: string): Promise<readonly ZoneCut[]>
  /**
   * Returns the addresses of name servers.
   * @throws DelegationUnknown
   */
  addresses(hosts: readonly string[]): Promise<readonly string[]>
  /**
   * Returns the texts of the TXT records at a name, from the name servers of its zone at some addresses.
   * @throws DelegationUnknown
   */
  texts(name: string, addresses: readonly string[]): Promise<readonly string[]>
}

/** Where providers find it. */
export const DELEGATIONS = Symbol('delegations in parent zones')
