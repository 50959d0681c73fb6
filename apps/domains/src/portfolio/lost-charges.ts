import { Injectable } from '@nestjs/common'
import type { LostCharge } from '@nameyard/contracts/domains/recover-names'
import type { Call } from '@nameyard/contracts/operation'
import { findCharges } from '@nameyard/contracts/orders/find-charges'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { Rpc } from '@nameyard/messaging/rpc'
import type { Lost } from './model/loss'

/** The lost transactions of a name. */
export interface LostOfName {
  readonly name: string
  readonly resellerId: number
  readonly lost: readonly Lost[]
}

/** What lost transactions cost. */
@Injectable()
export class LostCharges {
  constructor(private readonly rpc: Rpc) {}

  /**
   * The charges of names by the prices of their days. A transaction that the ledger still has is left out: a backup of the
   * names may be older than the ledger.
   */
  async of(names: readonly LostOfName[], since: Date, call: Call): Promise<ReadonlyMap<string, readonly LostCharge[]>> {
    const charged = await this.charged(names, since, call)
    const found = new Map<string, readonly LostCharge[]>()
    for (const { name, resellerId, lost } of names) {
      const missing = lost.filter(({ operation }) => !charged.has(`${operation} ${name}`))
      const priced: LostCharge[] = []
      for (const each of missing) priced.push(await this.priced(resellerId, name, each, call))
      found.set(name, priced)
    }
    return found
  }

  private async charged(names: readonly LostOfName[], since: Date, call: Call): Promise<ReadonlySet<string>> {
    const found = new Set<string>()
    for (const resellerId of new Set(names.map((each) => each.resellerId))) {
      const subjects = names.filter((each) => each.resellerId === resellerId).map(({ name }) => name)
      const asked = { resellerId, subjects, since: since.toISOString() }
      const { charges } = await this.rpc.call(findCharges, asked, call)
      for (const { subject, action } of charges) found.add(`${action} ${subject}`)
    }
    return found
  }

  private async priced(
    resellerId: number,
    name: string,
    { operation, at, years }: Lost,
    call: Call,
  ): Promise<LostCharge> {
    const extension = name.slice(name.indexOf('.') + 1)
    const purchases = [{ name, extension, operation, period: years }]
    const { quotes } = await this.rpc.call(quotePrices, { resellerId, purchases, at: at.toISOString() }, call)
    const price = quotes[0]?.price.reseller
    return { operation, years, at: at.toISOString(), amount: price?.price ?? null, currency: price?.currency ?? '' }
  }
}
