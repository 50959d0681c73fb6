import { Inject, Injectable } from '@nestjs/common'
import { suspensionChanged } from '@nameyard/contracts/customers/suspension-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { tellSuspensions } from './email-verification.store'

type Told = Omit<Payload<typeof suspensionChanged>, 'changedAt'>

/** Tells the service that owns domains which of them are suspended, and which are free again, because of an address. */
@Injectable()
export class Suspensions {
  constructor(
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** In the transaction that changed the verifications or brought domains to them; what was told before is not repeated. */
  async tell(tx: Tx, verificationIds: readonly number[]): Promise<void> {
    const changedAt = this.clock.now().toISOString()
    const changed = await tx.query<Told>(tellSuspensions, [verificationIds])
    await this.outbox.appendAll(
      tx,
      suspensionChanged,
      changed.map((told) => ({ ...told, changedAt })),
    )
  }
}
