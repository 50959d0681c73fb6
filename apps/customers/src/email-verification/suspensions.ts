import { Injectable } from '@nestjs/common'
import { suspensionChanged } from '@nameyard/contracts/customers/suspension-changed'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { announceSuspensions } from './email-verification.store'

/** Announces to the domains service which domains are suspended or released because of an address. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs in the transaction that changed the verifications or their domains. Announces each change once.
   * @param requests the correlation ids of the requests that changed domains, by domain; by default that of the transaction
   */
  async announce(
    tx: Tx,
    verificationIds: readonly number[],
    requests: ReadonlyMap<number, string> = new Map(),
  ): Promise<void> {
    const changedAt = this.clock.now().toISOString()
    const changed = await tx.query(announceSuspensions, { ids: verificationIds })
    await this.outbox.appendAll(
      tx,
      suspensionChanged,
      changed.map((change) => ({ ...change, changedAt })),
      changed.map(({ domainId }) => requests.get(domainId) ?? tx.correlationId),
    )
  }
}
