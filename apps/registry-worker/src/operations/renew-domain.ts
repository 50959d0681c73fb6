import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { acceptedPeriod } from '../dialects/period'
import { ClientLocks } from './client-locks'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { judgeLostRenew } from './model/lost-renew'
import type { Verdict } from './model/verdict'
import { Prices, yearsOf } from './prices'
import { SingleChange } from './single-change'

/**
 * Renews a domain (RFC 5731 section 3.2.3). The expiry date shows whether that happened. A registry may auto-renew the
 * domain first and refuse our renewal: the domain has its year then, for the same price.
 */
@Injectable()
export class RenewDomain implements Executor<'domain.renew'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly locks: ClientLocks,
    private readonly change: SingleChange,
    private readonly prices: Prices,
  ) {}

  async execute(execution: Execution<'domain.renew'>): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const { name, expiresOn, period, fee } = operation.intent
    const renewal = tld.dialect.renew(
      { name, curExpDate: expiresOn, period: acceptedPeriod(period, tld.periods.renew) },
      tld,
    )
    const priced = await this.prices.agree(execution, renewal, 'renew', fee, yearsOf(period))
    if ('obstacle' in priced) return priced.obstacle
    const { command } = priced
    return this.change.carryOut(execution, {
      command: command.name,
      send: () => this.locks.send(execution, name, command, 'Renew'),
      judge: (sent) => this.exchange.judge(execution, (seen) => judgeLostRenew(seen, { ...sent, expiresOn, period })),
      isIdempotent: true,
    })
  }
}
