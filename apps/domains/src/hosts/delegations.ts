import { findNameservers } from '@nameyard/contracts/dns/find-nameservers'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Injectable } from '@nestjs/common'
import { delegationOf, type Delegation } from '../domain/delegation'
import type { Nameserver } from '../domain/model/domain'
import type { Tld } from '../tlds/catalogue'
import { holdersOf, isBelow } from './host-place'

/** For which domain of which account nameservers are asked for. */
export interface Delegated {
  readonly resellerId: number
  readonly name: string
  readonly tld: Tld
  /** The registry does not have the domain yet, so no host below it either. */
  readonly isNew?: boolean
}

/** Finds what an order delegates to, with the addresses that a registry needs for hosts below its domains (glue). */
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
   * A nameserver below a domain of the account gets the addresses that the account gave for it. One below a domain of
   * another account is named without any: its addresses are not this account's to say.
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

/** Whether an address that is given is the other one, in whichever spelling. */
function isSame(given: string | undefined, other: string | undefined): boolean {
  return given === undefined || (other !== undefined && canonical(given) === canonical(other))
}

/** One spelling of an IP address (RFC 5952). */
function canonical(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname : address
}

/** The addresses of a nameserver that the account has described are changed there, not in an order. */
function refuseOther(given: Nameserver, entry: Nameserver | undefined): void {
  if (!entry || (isSame(given.ip, entry.ip) && isSame(given.ip6, entry.ip6))) return
  const problem = `${given.name} has other addresses in your account`
  fail('invalid_input', { field: 'name_servers', problem }, [{ path: 'name_servers', problem }])
}
