import { Inject, Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { Holders } from '../holders/holders'
import { DELEGATIONS, DelegationUnknown, type Delegations } from './delegations'
import type { ZoneCut } from './model/zone-cut'
import { delegationState, type DelegationState } from './model/delegation-state'

/** Where a name leads, as public resolution shows it to an account. `unknown`: it did not answer. */
export interface DelegationShown {
  readonly state: DelegationState | 'unknown'
  /** The name servers that prove control to the parent zone's delegation. */
  readonly expected: readonly string[]
  readonly found: readonly string[]
}

/** Whether an account controls a name. */
export interface ControlShown extends Omit<DelegationShown, 'state'> {
  /** `held`: the account holds the domain here. */
  readonly state: DelegationShown['state'] | 'held'
}

/**
 * Finds out whether an account controls a name: it holds the domain here, or the parent zone delegates the name to exactly
 * the name servers that are assigned to this account.
 */
@Injectable()
export class NameControl {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(DELEGATIONS) private readonly delegations: Delegations,
    private readonly nameservers: AssignedNameservers,
    private readonly holders: Holders,
  ) {}

  /** Asks the domains service in any case: an event about the holder may be on its way. */
  async of(name: string, resellerId: number, call: Call): Promise<ControlShown> {
    const expected = await this.nameservers.of(resellerId, call)
    const holder = await this.holders.now(name, call)
    if (holder) return { state: holder.resellerId === resellerId ? 'held' : 'other', expected, found: [] }
    return this.delegation(name, expected)
  }

  /** Finds the delegation of a name. `expected` are the name servers of the account. */
  async delegation(name: string, expected: readonly string[]): Promise<DelegationShown> {
    const { PLATFORM_NAMESERVERS: shared } = this.config
    const assigned = expected[0] === shared[0] ? [] : expected
    try {
      const cuts = await this.delegations.cuts(name)
      const here = await this.servedHere(cuts)
      return { ...delegationState(cuts, { assigned, shared }, (cut) => here.has(cut)), expected }
    } catch (error) {
      if (!(error instanceof DelegationUnknown)) throw error
      return { state: 'unknown', expected, found: [] }
    }
  }

  /** The cuts with a name server at an address of this platform, whatever its name is. */
  private async servedHere(cuts: readonly ZoneCut[]): Promise<ReadonlySet<ZoneCut>> {
    const below = cuts.filter(({ zone }) => zone.includes('.'))
    if (below.length === 0) return new Set()
    const own = new Set(await this.delegations.addresses(this.config.PLATFORM_NAMESERVERS))
    const here = await Promise.all(
      below.map(async (cut) => (await this.delegations.addresses(cut.nameservers)).some((address) => own.has(address))),
    )
    return new Set(below.filter((_, at) => here[at]))
  }
}
