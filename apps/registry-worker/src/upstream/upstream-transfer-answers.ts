import { Injectable } from '@nestjs/common'
import { approveTransfer } from '@nameyard/contracts/domains/approve-transfer'
import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Clock } from '@nameyard/runtime/clock'
import { unseen, type Judgment, type Sent } from '../operations/model/judgment'
import { patiently } from '../operations/model/patience'
import type { Verdict } from '../operations/model/verdict'
import { viewOf } from '../operations/model/view'
import { OperationStore, type OperationOf } from '../operations/operation.store'
import { heldOf, isOrdered, leftLast, seenOf, US } from './model/seen'
import { UpstreamChanges } from './upstream-change'
import { UpstreamClient, type UpstreamExecution } from './upstream-client'
import { UpstreamReader, type UpstreamDomain } from './upstream-reader'

type Answer = UpstreamExecution<OperationOf<'domain.transfer-approve' | 'domain.transfer-reject'>>
type Cancel = UpstreamExecution<OperationOf<'domain.transfer-cancel'>>

const notPending: Extract<Verdict<never>, { kind: 'refused' }> = {
  kind: 'refused',
  reason: { refusal: 'transfer_not_pending', code: 2301, text: 'no transfer of the domain waits upstream' },
}

/** Answers the transfers that others request of domains upstream, and cancels our own. */
@Injectable()
export class UpstreamTransferAnswers {
  constructor(
    private readonly client: UpstreamClient,
    private readonly reader: UpstreamReader,
    private readonly changes: UpstreamChanges,
    private readonly store: OperationStore,
    private readonly clock: Clock,
  ) {}

  answer(execution: Answer): Promise<Verdict<RegistryView>> {
    const approve = execution.operation.kind === 'domain.transfer-approve'
    const name = approve ? 'domain:transfer-approve' : 'domain:transfer-reject'
    return this.changes.carryOut(execution, {
      name,
      send: async () => {
        const domain = await this.reader.domain(execution)
        if (typeof domain === 'string' || !domain.transfer_out_pending) return notPending
        return this.client.send(execution, name, approveTransfer, { id: domain.id, approve })
      },
      look: (sent) => this.lookAtAnswer(execution, sent),
    })
  }

  /** Cancels a transfer to us. The losing registrar is told by its registry; we are not. */
  async cancel(execution: Cancel): Promise<Verdict<RegistryView>> {
    const name = 'domain:transfer-cancel'
    const verdict = await this.changes.carryOut(execution, {
      name,
      send: async () => {
        const order = waitingIn(await this.reader.ordersOf(execution))
        return order ? this.client.send(execution, name, deleteDomain, { id: order.id }) : notPending
      },
      look: async (sent) => {
        const orders = await this.reader.ordersOf(execution)
        const waiting = waitingIn(orders)
        if (waiting) return patiently(unseen(sent, viewOf(seenOf(waiting), US)), sent)
        const gained = orders.find(({ status }) => status === 'ACT')
        if (gained) return { ...notPending, data: viewOf(seenOf(gained), US) }
        return { kind: 'done', data: viewOf('foreign', US) }
      },
    })
    if (verdict.kind === 'done') await this.store.runNow(execution.operation, 'domain.transfer', this.clock.now())
    return verdict
  }

  /** The registrar's own operation shows our answer; without one, whether the transfer still waits. */
  private async lookAtAnswer(execution: Answer, sent: Sent): Promise<Judgment> {
    const { kind } = execution.operation
    const orders = await this.reader.ordersOf(execution)
    const domain = heldOf(orders)
    const data = viewOf(typeof domain === 'string' ? domain : seenOf(domain), US)
    const shown = typeof domain === 'string' ? leftLast(orders) : domain
    const own = shown && (await this.reader.operationSince(execution, shown, [kind], sent.sentAt))
    if (own?.kind === 'pending' || own?.kind === 'refused') return { ...own, data }
    if (own?.kind === 'done') return { kind: 'done', data }
    if (typeof domain !== 'string' && domain.transfer_out_pending) return patiently(unseen(sent, data), sent)
    const hasLeft = kind === 'domain.transfer-approve' && domain === 'foreign'
    return hasLeft ? { kind: 'done', data } : { ...notPending, data }
  }
}

/** The transfer to us that waits upstream. */
function waitingIn(orders: readonly UpstreamDomain[]): UpstreamDomain | undefined {
  return orders.find(({ status, type }) => type === 'TRANSFER' && isOrdered(status))
}
