import { Injectable } from '@nestjs/common'
import { adoptContacts } from '@nameyard/contracts/customers/adopt-contacts'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { findZonesOfOthers } from '@nameyard/contracts/dns/find-zones-of-others'
import type { PortfolioFindings } from '@nameyard/contracts/domains/portfolio-job'
import type { Call } from '@nameyard/contracts/operation'
import type { RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import { Rpc } from '@nameyard/messaging/rpc'

/** A name with the account that gets it, and the handle of its registrant where the registry has none. */
export interface Assigned {
  readonly name: string
  readonly resellerId: number
  readonly owner: string
}

/** The people of names that get a row, and other accounts that have zones there. */
@Injectable()
export class Parties {
  constructor(private readonly rpc: Rpc) {}

  /** Which owners of a list are customers of their resellers. Returns the test of a name. */
  async ownersOf(names: readonly Assigned[], call: Call): Promise<(name: Assigned) => boolean> {
    const pairOf = ({ resellerId, owner }: Assigned) => `${resellerId} ${owner}`
    const known = new Set<string>()
    const asked = new Map(names.filter(({ owner }) => owner !== '').map((each) => [pairOf(each), each]))
    for (const [pair, { resellerId, owner }] of asked) {
      const { snapshots } = await this.rpc.call(snapshotCustomers, { resellerId, handles: [owner] }, call)
      if (snapshots.length > 0) known.add(pair)
    }
    return (name) => name.owner === '' || known.has(pairOf(name))
  }

  /** The handles of contacts, by reseller and by their identifiers at the registry. Makes customers of unknown contacts. */
  async handlesOf(
    account: string,
    used: readonly { readonly resellerId: number; readonly ids: readonly string[] }[],
    contacts: ReadonlyMap<string, RegisteredContact>,
    call: Call,
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
    const handles = new Map<number, ReadonlyMap<string, string>>()
    for (const resellerId of new Set(used.map((each) => each.resellerId))) {
      const ids = [...new Set(used.filter((each) => each.resellerId === resellerId).flatMap((each) => each.ids))]
      const asked = { resellerId, account, contacts: ids.map((id) => contacts.get(id)!) }
      const answer = ids.length === 0 ? { handles: [] } : await this.rpc.call(adoptContacts, asked, call)
      handles.set(resellerId, new Map(answer.handles.map(({ id, handle }) => [id, handle])))
    }
    return handles
  }

  /** The zones of other accounts at names and below them, by the names. */
  async zonesAt(
    names: readonly { readonly name: string; readonly resellerId: number }[],
    call: Call,
  ): Promise<ReadonlyMap<string, NonNullable<PortfolioFindings['zones']>>> {
    const found = new Map<string, NonNullable<PortfolioFindings['zones']>>()
    if (names.length === 0) return found
    const asked = names.map(({ name, resellerId }) => ({ name, resellerId }))
    const { zones } = await this.rpc.call(findZonesOfOthers, { names: asked }, call)
    for (const { name, zone, resellerId } of zones) found.set(name, [...(found.get(name) ?? []), { zone, resellerId }])
    return found
  }
}
