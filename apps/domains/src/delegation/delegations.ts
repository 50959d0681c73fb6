import { Injectable } from '@nestjs/common'
import { findNameservers } from '@nameyard/contracts/dns/find-nameservers'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { holdersOf, isBelow } from '../hosts/host-place'
import type { Nameserver } from '../lifecycle/model/domain'
import type { Tld } from '../tlds/tld'
import { delegationOf, type Delegation } from './delegation'

/** The domain and account that nameservers are resolved for. */
export interface Delegated {
  readonly resellerId: number
  readonly name: string
  readonly tld: Tld
  /** The registry does not have the domain yet, nor hosts below it. */
  readonly isNew?: boolean
}

/** Resolves the nameservers of an order, with the addresses that the registry needs for hosts below its domains (glue). */
@Injectable()
export class Delegations {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  async of(order: Parameters<typeof delegationOf>[0], delegated: Delegated, call: Call): Promise<Delegation> {
    const { resellerId, tld } = delegated
    const resolve = (group: string) => this.rpc.call(resolveNameserverGroup, { resellerId, group }, call)
    const delegation = await delegationOf(order, tld, resolve)
    return { ...delegation, nameservers: await this.withGlue(delegation.nameservers, delegated, call) }
  }

  /**
   * A nameserver below a domain of the account gets the addresses that the account has set for it. One below a domain of
   * another account gets none: only that account may set its addresses.
   */
  private async withGlue(
    nameservers: readonly Nameserver[],
    { resellerId, name: domain, isNew = false }: Delegated,
    call: Call,
  ): Promise<readonly Nameserver[]> {
    const isOfDomain = ({ name }: Nameserver) => isBelow(name, domain)
    const others = nameservers.filter((each) => !isOfDomain(each)).map(({ name }) => name)
    const holders = await holdersOf(this.database, others)
    const isOwn = (each: Nameserver) => isOfDomain(each) || holders.get(each.name)?.resellerId === resellerId
    const own = nameservers.filter(isOwn).map(({ name }) => name)
    const described = own.length === 0 ? new Map<string, Nameserver>() : await this.described(resellerId, own, call)
    return nameservers.map((each) => {
      if (!isOwn(each)) return holders.has(each.name) ? { name: each.name } : each
      const entry = described.get(each.name)
      refuseOther(each, entry)
      const glue = each.ip === undefined && each.ip6 === undefined ? (entry ?? each) : each
      const hasAddress = glue.ip !== undefined || glue.ip6 !== undefined
      if (isNew && isOfDomain(each) && !hasAddress) fail('nameserver_address_missing', { name: each.name })
      return glue
    })
  }

  private async described(
    resellerId: number,
    names: readonly string[],
    call: Call,
  ): Promise<ReadonlyMap<string, Nameserver>> {
    const { nameservers } = await this.rpc.call(findNameservers, { resellerId, names: [...names] }, call)
    return new Map(nameservers.map((each) => [each.name, each]))
  }
}

/** Whether a given address equals another one, in any spelling. */
function isSame(given: string | undefined, other: string | undefined): boolean {
  return given === undefined || (other !== undefined && canonical(given) === canonical(other))
}

/** One spelling of an IP address (RFC 5952). */
function canonical(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname : address
}

/** Refuses addresses that differ from those of the nameserver in the account. They are changed there, not by an order. */
function refuseOther(given: Nameserver, entry: Nameserver | undefined): void {
  if (!entry || (isSame(given.ip, entry.ip) && isSame(given.ip6, entry.ip6))) return
  const problem = `${given.name} has other addresses in your account`
  fail('invalid_input', { field: 'name_servers', problem }, [{ path: 'name_servers', problem }])
}
