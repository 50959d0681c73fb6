import { Inject, Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { ORDERS_CONFIG, type OrdersConfig } from '../config'
import { HostedProofs } from '../proofs/hosted-proofs'
import type { DmarcProvider } from './dmarc-provider'
import { policyRecords, reportAddressIn, targetIn } from './model/dmarc-names'
import type { Fact } from './model/dmarc-order-lifecycle'

/**
 * The platform itself as provider: it publishes the DMARC policies in a zone of its own, through the dns service, and
 * names an address for reports. It receives no mail and evaluates no reports.
 */
@Injectable()
export class PlatformProvider implements DmarcProvider {
  private readonly zone: string
  private readonly resellerId: number

  constructor(
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
      const placed = await this.hosted.place(record, call)
      if (placed !== 'placed') return { is: 'false', problem: `${record.name} cannot be published: ${placed}` }
    }
    return { is: 'true' }
  }

  async end(name: string, call: Call): Promise<void> {
    for (const record of this.records(name)) await this.hosted.remove(record, call)
  }

  private records(name: string) {
    const { resellerId, zone } = this
    return policyRecords(this.zone, name).map((record) => ({
      ...record,
      resellerId,
      type: 'TXT' as const,
      newZone: zone,
    }))
  }
}
