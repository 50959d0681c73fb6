import { createZone } from '@nameyard/contracts/dns/create-zone'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Inject, Injectable } from '@nestjs/common'
import { ORDERS_CONFIG, type OrdersConfig } from '../config'
import { HostedProofs } from '../proofs/hosted-proofs'
import type { DmarcProvider } from './dmarc-provider'
import { policyRecords, reportAddressIn, targetIn } from './model/dmarc-names'
import type { Fact } from './model/dmarc-order-life'

/**
 * The platform itself: it keeps the policies of domains in a zone of its own, through the service that keeps all zones,
 * and names the address that reports are sent to. It receives no mail and reads no report.
 */
@Injectable()
export class PlatformProvider implements DmarcProvider {
  private readonly zone: string
  private readonly resellerId: number

  constructor(
    private readonly rpc: Rpc,
    private readonly hosted: HostedProofs,
    @Inject(ORDERS_CONFIG) { DMARC_ZONE, DMARC_ACCOUNT }: OrdersConfig,
  ) {
    this.zone = DMARC_ZONE
    this.resellerId = DMARC_ACCOUNT
  }

  targetOf(name: string): string {
    return targetIn(this.zone, name)
  }

  reportAddressOf(name: string): string {
    return reportAddressIn(this.zone, name)
  }

  async begin(name: string, call: Call): Promise<Fact> {
    for (const record of this.records(name)) {
      const answer = await this.hosted.place(record, call)
      const placed = answer === 'not hosted' ? await this.placeInNewZone(record, call) : answer
      if (placed !== 'placed') return { is: 'not so', problem: `${record.name} cannot be published: ${placed}` }
    }
    return { is: 'so' }
  }

  async end(name: string, call: Call): Promise<void> {
    for (const record of this.records(name)) await this.hosted.remove(record, call)
  }

  private records(name: string) {
    const { resellerId } = this
    return policyRecords(this.zone, name).map((record) => ({ ...record, resellerId, type: 'TXT' as const }))
  }

  /** The zone is made for the first record that it has; what made it meanwhile has made it. */
  private async placeInNewZone(record: ReturnType<PlatformProvider['records']>[number], call: Call): Promise<string> {
    const { resellerId } = this
    const dot = this.zone.indexOf('.')
    const domain = { name: this.zone.slice(0, dot), extension: this.zone.slice(dot + 1) }
    const actor = { resellerId, contactId: 0, username: 'platform', scope: ['read', 'write'] } as const
    const apex = { type: 'TXT', name: '', value: 'Policies of e-mail DMARC', ttl: 3600 }
    try {
      await this.rpc.call(createZone, { domain, type: 'master', records: [apex] }, { ...call, actor })
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal === 'service_unavailable') throw error
      if (error.refusal !== 'zone_exists') return error.message
    }
    return this.hosted.place(record, call)
  }
}
