import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { findDmarcReportAddress } from '@nameyard/contracts/orders/find-dmarc-report-address'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { orderOfAddress } from './report.store'

/** Returns whether a live order receives reports at an address. */
@Controller()
export class FindReportAddress {
  constructor(private readonly database: Database) {}

  @Handles(findDmarcReportAddress)
  async execute({ label }: Input<typeof findDmarcReportAddress>): Promise<Result<typeof findDmarcReportAddress>> {
    return { isKnown: (await this.database.read(orderOfAddress, { label })).length > 0 }
  }
}
