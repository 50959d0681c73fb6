import { Inject, Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { ORDERS_CONFIG, type OrdersConfig } from '../config'
import { HostedProofs } from '../proofs/hosted-proofs'
import type { DmarcProvider } from './dmarc-provider'
import { policyRecords, reportAddressIn, targetIn } from './model/dmarc-names'
import type { Fact } from './model/dmarc-order-lifecycle'

/**
 * The platform itself as provider: it publishes the DMARC policies in a zone of its own, through the dns service, and
 * receives the reports at addresses of this zone.
 */
@Injectable()
export class PlatformProvider implements DmarcProvider {
  private readonly zone: string
  private readonly resellerId: number
  private readonly mailHost?: string

  constructor(
    private readonly hosted: HostedProofs,
    @Inject(ORDERS_CONFIG) { DMARC_ZONE, DMARC_ACCOUNT, DMARC_MAIL_HOST }: OrdersConfig,
  ) {
    this.zone = DMARC_ZONE
    this.resellerId = DMARC_ACCOUNT
    this.mailHost = DMARC_MAIL_HOST
  }

  targetOf(name: string): string {
    return targetIn(this.zone, name)
  }

  reportAddressOf(name: string): string {
    return reportAddressIn(this.zone, name)
  }

  async begin(name: string, call: Call): Promise<Fact> {
    for (const record of [...this.records(name), ...this.mailRecords()]) {
      const placed = await this.hosted.place(record, call)
      if (placed !== 'placed') return { is: 'false', problem: `${record.name} cannot be published: ${placed}` }
    }
    return { is: 'true' }
  }

  async end(name: string, call: Call): Promise<void> {
    for (const record of this.records(name)) await this.hosted.remove(record, call)
  }

  private records(name: string) {
    return policyRecords(this.zone, name).map((record) => ({ ...record, ...this.place, type: 'TXT' as const }))
  }

  /** Where mail servers find the listener: the same for all orders, so it stays when one ends. */
  private mailRecords() {
    const { zone: name, mailHost: value } = this
    return value === undefined ? [] : [{ name, value, ...this.place, type: 'MX' as const, prio: 10 }]
  }

  private get place() {
    return { resellerId: this.resellerId, newZone: this.zone }
  }
}
