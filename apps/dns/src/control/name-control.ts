import { Inject, Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { Holders, NO_DOMAIN } from '../holders/holders'
import { DELEGATIONS, DelegationUnknown, type Delegations } from './delegations'
import { delegationState, type DelegationState } from './model/delegation-state'
import type { ZoneCut } from './model/zone-cut'

/** Where a name leads, as public resolution shows it to an account. `unknown`: it did not answer. */
export interface DelegationShown {
  readonly state: DelegationState | 'unknown'
  /** A delegation to exactly these proves control. Empty for an account with the shared name servers. */
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
    const assigned = await this.nameserversOf(resellerId, call)
    const holder = await this.holders.now(name, call)
    const isOther = holder !== undefined && holder.resellerId !== resellerId
    // A decision of an operator keeps other accounts away. It does not prove that the account controls the name.
    if (isOther || (holder && holder.domainId !== NO_DOMAIN))
      return { state: isOther ? 'other' : 'held', expected: this.proving(assigned), found: [] }
    return this.delegation(name, assigned)
  }

  /** Finds the delegation of a name for an account with some name servers. */
  async delegation(name: string, nameservers: readonly string[]): Promise<DelegationShown> {
    const { PLATFORM_NAMESERVERS: shared } = this.config
    const expected = this.proving(nameservers)
    try {
      const cuts = await this.delegations.cuts(name)
      const here = await this.servedHere(cuts)
      return { ...delegationState(cuts, { assigned: expected, shared }, (cut) => here.has(cut)), expected }
    } catch (error) {
      if (!(error instanceof DelegationUnknown)) throw error
      return { state: 'unknown', expected, found: [] }
    }
  }

  /** Returns the name servers that are assigned to an account. */
  nameserversOf(resellerId: number, call: Call): Promise<readonly string[]> {
    return this.nameservers.of(resellerId, call)
  }

  /** Returns those to which a delegation proves control: none for an account with the shared ones. */
  async provingNameservers(resellerId: number, call: Call): Promise<readonly string[]> {
    return this.proving(await this.nameserversOf(resellerId, call))
  }

  /**
   * Looks for a TXT record at servers that are not this platform's. Returns why it is not there; empty when it is. Follows
   * no CNAME, which could lead to a zone of this platform.
   */
  async textObstacle(name: string, text: string): Promise<string> {
    const { PLATFORM_NAMESERVERS: shared } = this.config
    try {
      const cuts = await this.delegations.cuts(name)
      const here = await this.servedHere(cuts)
      const { state, found } = delegationState(cuts, { assigned: [], shared }, (cut) => here.has(cut))
      if (state !== 'elsewhere') return 'its servers are those of this platform'
      const texts = await this.delegations.texts(name, await this.delegations.addresses(found))
      return texts.includes(text) ? '' : 'its servers do not have the record'
    } catch (error) {
      if (!(error instanceof DelegationUnknown)) throw error
      return 'its name servers do not answer now'
    }
  }

  /** Without a label an account has the shared name servers. */
  private proving(nameservers: readonly string[]): readonly string[] {
    return nameservers[0] === this.config.PLATFORM_NAMESERVERS[0] ? [] : nameservers
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
