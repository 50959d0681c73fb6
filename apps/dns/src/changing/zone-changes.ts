import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised } from '@nameyard/messaging/advised'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { ZoneSigning } from '../dnssec/zone-signing'
import type { Holder } from '../holders/holder.store'
import { Holders } from '../holders/holders'
import type { Reach } from '../records/model/reach'
import { wireDifference } from '../versions/wire-difference'
import { BatchedChanges } from './batched-changes'
import {
  refuseSlave,
  evaluate,
  type ChangeAnswer,
  type ChangeAsked,
  type Decision,
  type CurrentZone,
} from './evaluate-change'
import { ZoneWithdrawals } from './zone-withdrawals'
import { ZoneWrites } from './zone-writes'

/** The change makes a zone after all, and the holder of its name was not asked for yet. */
class HoldersNeeded extends Error {}

/**
 * Every change of records goes through this class. It chooses between two ways to the database: `make` locks the zone
 * and writes in one transaction; `amend` joins the changes that arrive together into one statement. Updates of single
 * records are the bulk of all changes, and a batch costs each of them a fraction of a transaction. All other changes
 * need the transaction: they create or delete a zone, create a key, claim a repeatable request, or read more than the
 * records.
 */
@Injectable()
export class ZoneChanges {
  constructor(
    private readonly database: Database,
    private readonly writes: ZoneWrites,
    private readonly batched: BatchedChanges,
    private readonly signing: ZoneSigning,
    private readonly holders: Holders,
    private readonly nameservers: AssignedNameservers,
    private readonly withdrawals: ZoneWithdrawals,
  ) {}

  /**
   * Gives the zone the records that `decide` returns, in a transaction that locks the zone. A change without a
   * difference makes no version and succeeds.
   */
  async make(
    call: Call,
    asked: ChangeAsked,
    decide: (zone: CurrentZone, tx: Tx) => Decision | Promise<Decision>,
  ): Promise<ChangeAnswer> {
    const { apex, isSecured, zone, resellerId = resellerOf(call) } = asked
    if (isSecured) this.signing.refuseUnavailable('secured')
    const ask = async () => {
      await this.nameservers.of(resellerId, call)
      return this.holders.ask(apex, resellerId, call)
    }
    if (zone === 'new') return this.write(call, asked, decide, await ask())
    try {
      return await this.write(call, asked, decide, undefined)
    } catch (error) {
      // Most changes of this kind find their zone and need no holder.
      if (!(error instanceof HoldersNeeded)) throw error
      return this.write(call, asked, decide, await ask())
    }
  }

  private write(
    call: Call,
    asked: ChangeAsked,
    decide: (zone: CurrentZone, tx: Tx) => Decision | Promise<Decision>,
    holders: readonly Holder[] | undefined,
  ): Promise<ChangeAnswer> {
    const { source, apex, isSecured, resellerId = resellerOf(call) } = asked
    return this.database.unitOfWork(call, async (tx) => {
      const zone = await this.writes.lock(tx, asked, resellerId)
      if (zone.type === 'slave') refuseSlave()
      const decision = await decide(zone, tx)
      const { records } = decision
      // Checked after the decision, which may refuse the request: only a valid request gets the error that a name is
      // taken.
      if (zone.id === undefined && holders === undefined) throw new HoldersNeeded()
      const replaced = zone.id === undefined && (await this.writes.claimName(tx, asked, resellerId, holders ?? []))
      if (zone.id === undefined && records.length === 0)
        fail('zone_records_missing', {}, [{ path: 'records', problem: 'at least one is needed' }])

      const { parts, answer } = evaluate(zone, asked, decision)
      if (asked.plan) return answer
      const author = { call, source }
      if (zone.id === undefined) {
        if (replaced) await this.withdrawals.withdraw(tx, replaced.domain, replaced.ids)
        const id = await this.writes.insert(tx, author, { resellerId, apex, records })
        if (isSecured) await this.signing.turn(tx, id, true)
        return answer
      }
      const isResigned = isSecured !== undefined && (await this.signing.turn(tx, zone.id, isSecured))
      const isChanged = parts.removed.length + parts.added.length + parts.retimed.length > 0
      if (isResigned || isChanged) await this.writes.change(tx, author, { id: zone.id, apex }, parts)
      return answer
    })
  }

  /**
   * Gives an existing zone the records that `decide` returns, batched where that is possible. `decide` depends on the
   * records of `reach` alone (undefined: of the whole zone), returns their new state, and may be called twice.
   */
  amend(
    call: Call,
    asked: ChangeAsked,
    decide: (zone: CurrentZone) => Decision,
    reach: Reach | undefined,
  ): Promise<ChangeAnswer> {
    // A repeatable request is claimed, and a key is made, in the transaction of the change.
    if (call.repeat || asked.isSecured !== undefined) return this.make(call, asked, decide)
    return this.batched.make(call, asked, reach, decide, () => this.make(call, asked, decide))
  }

  /** Deletes the zone with its records. */
  remove(call: Call, asked: Omit<ChangeAsked, 'zone' | 'guard'>): Promise<ChangeAnswer> {
    const { source, apex, plan } = asked
    return this.database.unitOfWork(call, async (tx) => {
      const { id, records, version } = await this.writes.lock(tx, { ...asked, zone: 'live' }, resellerOf(call))
      const changeSet = { removed: records, added: [] }
      if (plan) return advised({ success: true, plan: { version, ...wireDifference(changeSet) } }, [])
      if (id !== undefined) await this.delete(tx, { call, source }, { id, apex, records })
      return advised({ success: true }, [])
    })
  }

  /**
   * Deletes the zone of a domain that ended. Does nothing when there is no zone, or when the zone was created after the
   * domain ended or before it began.
   */
  removeOfEnded(
    delivery: Pick<Call, 'correlationId'>,
    { source, apex }: Pick<ChangeAsked, 'apex' | 'source'>,
    resellerId: number,
    { endedAt, begunAt }: { readonly endedAt: Date; readonly begunAt: Date | undefined },
  ): Promise<void> {
    return this.database.unitOfWork(delivery, async (tx) => {
      const { id, records, createdAt } = await this.writes.lock(tx, { apex, zone: 'either' }, resellerId)
      if (id === undefined || !createdAt || createdAt > endedAt || (begunAt && createdAt < begunAt)) return
      await this.delete(tx, { call: {}, source }, { id, apex, records })
    })
  }

  private async delete(...[tx, author, zone]: Parameters<ZoneWrites['delete']>): Promise<void> {
    await this.writes.delete(tx, author, zone)
    await this.signing.end(tx, zone.id)
  }
}
