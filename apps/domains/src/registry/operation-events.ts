import { Injectable } from '@nestjs/common'
import {
  domainOperationDone,
  domainOperationFailed,
  domainOperationPending,
} from '@nameyard/contracts/events/catalogue/domain-operation-events'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Domain } from '../lifecycle/model/domain'
import { operationOnWire, type ShownOperation } from './operation-on-wire'

/** What the account events tell about registry operations. */
@Injectable()
export class OperationEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Records that an operation has ended or is pending at the registry, with the operation as the transaction leaves it. A
   * query of the registry changes nothing, and the platform makes many by itself: it is no event. The operations of a
   * domain are one object, as their read lists them, so their events have the order of their answers.
   */
  async tell(
    tx: Tx,
    { id, resellerId, name, label, extension }: Pick<Domain, 'extension' | 'id' | 'label' | 'name' | 'resellerId'>,
    operation: ShownOperation,
  ): Promise<void> {
    if (operation.purpose === 'info') return
    const { attempts: _, next_look_at: __, ...shown } = operationOnWire(operation, undefined)
    const isPending = operation.state === 'submitted'
    await this.events.record(tx, isPending ? domainOperationPending : endOf(operation), {
      resellerId,
      object: `domains/${id}/operations`,
      at: this.clock.now(),
      // The worker shows an operation that the registry keeps pending as one that waits for the registry.
      state: {
        ...shown,
        ...(isPending && { state: 'waiting', waits_for: 'registry' }),
        domain: { name: label, extension },
      },
      domain: name,
    })
  }
}

const endOf = ({ state }: Pick<ShownOperation, 'state'>) =>
  state === 'done' ? domainOperationDone : domainOperationFailed
