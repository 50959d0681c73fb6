import { Injectable } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'

/** Asks the customers service about accounts that an operator names. */
@Injectable()
export class Accounts {
  constructor(private readonly rpc: Rpc) {}

  /** @throws reseller_not_found, service_unavailable */
  async assertExists(resellerId: number, call: Call): Promise<void> {
    await this.rpc.call(getAccount, { resellerId }, call)
  }
}
