import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised } from '@nameyard/messaging/advised'
import { canonicalAddress, isInternalAddress } from '@nameyard/names/ip-address'
import { Database } from '@nameyard/persistence/database'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { Holders } from '../holders/holders'
import { wireDifference } from '../versions/wire-difference'
import type { ChangeAnswer, ChangeAsked } from './evaluate-change'
import { ZoneWithdrawals } from './zone-withdrawals'
import { ZoneWrites } from './zone-writes'

/** The fields of a request that concern a zone that may be a slave zone. */
interface SlaveGiven {
  readonly master_ip?: string | undefined
  readonly records?: object | undefined
  readonly template_name?: string | undefined
  readonly secured?: boolean | undefined
}

type SlaveAsked = Pick<ChangeAsked, 'source' | 'apex' | 'id' | 'plan'>

/** Zones that take their records from a server of their owner, by zone transfer (RFC 5936). */
@Injectable()
export class SlaveZones {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly writes: ZoneWrites,
    private readonly holders: Holders,
    private readonly nameservers: AssignedNameservers,
    private readonly withdrawals: ZoneWithdrawals,
  ) {}

  /** Makes a slave zone. */
  async create(call: Call, { source, apex, plan }: SlaveAsked, given: SlaveGiven): Promise<ChangeAnswer> {
    const masterAddress = this.masterOf(given)
    const resellerId = resellerOf(call)
    const asked = { apex, zone: 'new' } as const
    await this.nameservers.of(resellerId, call)
    const holders = await this.holders.ask(apex, resellerId, call)
    return this.database.unitOfWork(call, async (tx) => {
      const { version } = await this.writes.lock(tx, asked, resellerId)
      const replaced = await this.writes.claimName(tx, asked, resellerId, holders)
      if (plan) return planned(version)
      await this.withdrawals.withdraw(tx, replaced.domain, replaced.ids)
      await this.writes.insertSlave(tx, { call, source }, { resellerId, apex, masterAddress })
      return advised({ success: true }, [])
    })
  }

  /** Gives a slave zone another master. */
  changeMaster(call: Call, { source, apex, id, plan }: SlaveAsked, given: SlaveGiven): Promise<ChangeAnswer> {
    const masterAddress = this.masterOf(given)
    return this.database.unitOfWork(call, async (tx) => {
      const zone = await this.writes.lock(tx, { apex, id, zone: 'live' }, resellerOf(call))
      if (zone.id === undefined || zone.type === 'master') return refuseMaster()
      if (plan) return planned(zone.version)
      await this.writes.moveSlave(tx, { call, source }, { id: zone.id, apex }, masterAddress)
      return advised({ success: true }, [])
    })
  }

  /** The address of the master that a request names; refuses what a slave zone cannot have. */
  private masterOf({ master_ip, records, template_name, secured }: SlaveGiven): string {
    const refuse = (field: string, problem: string) =>
      fail('invalid_input', { field, problem }, [{ path: field, problem }])
    if (this.config.DNS_PUBLISHER === 'builtin') refuse('type', 'the built-in publisher takes no slaves')
    const hasRecords = records !== undefined && Object.values(records).some((each) => each !== undefined)
    if (hasRecords) refuse('records', 'a slave zone has them from its master')
    if (template_name !== undefined) refuse('template_name', 'a slave zone has none')
    if (secured) refuse('secured', 'a slave zone is signed by its master')
    const given = master_ip?.trim() ?? ''
    const refuseAddress = (problem: string) =>
      fail('zone_master_invalid', { problem }, [{ path: 'master_ip', problem }])
    const address = canonicalAddress(given)
    if (address === undefined)
      return refuseAddress(given === '' ? 'a slave zone needs one' : 'it is not one IP address')
    if (isInternalAddress(address) && !this.config.SLAVE_MASTER_NETWORKS.has(address))
      refuseAddress('loopback, link-local, private and reserved addresses are not allowed')
    return address
  }
}

/** The plan of a change of a slave zone, which has no records here to show. */
function planned(version: number): ChangeAnswer {
  return advised({ success: true, plan: { version, ...wireDifference({ removed: [], added: [] }) } }, [])
}

/** Refuses a master for a zone that has its records here. */
export function refuseMaster(): never {
  const problem = 'it belongs to slave zones'
  return fail('invalid_input', { field: 'master_ip', problem }, [{ path: 'master_ip', problem }])
}
