import { Injectable } from '@nestjs/common'
import { suspensionChanged } from '@nameyard/contracts/customers/suspension-changed'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { announcePlaced, announceSuspensions, type Suspension } from './email-verification.store'

/** Announces to the domains service which domains are suspended or released because of an address. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Announces each change once, in the transaction that changed the verifications. */
  async announce(tx: Tx, verificationIds: readonly number[]): Promise<void> {
    await this.tell(tx, await tx.query(announceSuspensions, { ids: verificationIds }), new Map())
  }

  /**
   * Announces the changes of domains, in the transaction that assigned them to verifications.
   * @param requests the correlation ids of the requests that changed domains, by domain; by default that of the transaction
   */
  async announcePlaced(
    tx: Tx,
    verificationIds: readonly number[],
    domainIds: readonly number[],
    requests: ReadonlyMap<number, string>,
  ): Promise<void> {
    await this.tell(tx, await tx.query(announcePlaced, { ids: verificationIds, domainIds }), requests)
  }

  private async tell(tx: Tx, changed: readonly Suspension[], requests: ReadonlyMap<number, string>): Promise<void> {
    const changedAt = this.clock.now().toISOString()
    await this.outbox.appendAll(
      tx,
      suspensionChanged,
      changed.map((change) => ({ ...change, changedAt })),
      changed.map(({ domainId }) => requests.get(domainId) ?? tx.correlationId),
    )
  }
}
