import { randomUUID } from 'node:crypto'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { findDmarcReportAddress } from '@nameyard/contracts/orders/find-dmarc-report-address'
import { receiveDmarcReport } from '@nameyard/contracts/orders/receive-dmarc-report'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { Mailboxes } from '../incoming-mail/mailboxes'

/** Milliseconds for the orders service to find an address, and to store a report of 100,000 records. */
const [FIND_MS, STORE_MS] = [5_000, 120_000]

/** Receives mails with DMARC reports for the orders service, which knows the addresses and stores the reports. */
@Injectable()
export class DmarcMailbox implements OnModuleInit {
  constructor(
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    private readonly mailboxes: Mailboxes,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { DMARC_ZONE: domain } = this.config
    if (domain === undefined) return
    this.mailboxes.register({
      domain,
      knows: async (localPart) => {
        const { isKnown } = await this.rpc.call(findDmarcReportAddress, labelOf(localPart), this.call(FIND_MS))
        return isKnown
      },
      accept: ({ localPart, content }) => {
        const report = { ...labelOf(localPart), content: content.toString('base64') }
        return this.rpc.call(receiveDmarcReport, report, this.call(STORE_MS))
      },
    })
  }

  private call(ms: number): Call {
    return { correlationId: randomUUID(), deadline: this.clock.machineMs() + ms }
  }
}

/** The local part is compared without regard to case: receivers change it. No name has more characters than are kept. */
function labelOf(localPart: string): { label: string } {
  return { label: localPart.toLowerCase().slice(0, 64) }
}
