import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { findHolders } from '@nameyard/contracts/domains/find-holders'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { forgetHolders, nextEnd, readFill, saveFill } from './handover.store'
import { Handovers } from './handovers'

const ANSWER_MS = 10_000

/**
 * Withdraws kept zones whose time is over. After the upgrade to this table, reads the holders of older domains once, page
 * by page; several replicas may read the same page.
 */
@Injectable()
export class WhenHoldersDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rpc: Rpc,
    private readonly handovers: Handovers,
    schedule: Schedule,
  ) {
    super({ name: 'holders', everyMs: 1_000, schedule })
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read(nextEnd)
    return row?.dueAt ?? undefined
  }

  protected async sweep(): Promise<void> {
    while (!this.isStopped && (await this.handovers.endKept(randomUUID())));
    await this.database.read(forgetHolders, { now: this.clock.now() })
    while (!this.isStopped && (await this.fill()));
  }

  /** Reads a page. Returns whether there may be more. */
  private async fill(): Promise<boolean> {
    const [filled] = await this.database.read(readFill)
    if (!filled || filled.isDone) return false
    const correlationId = randomUUID()
    const call = { correlationId, deadline: this.clock.machineMs() + ANSWER_MS }
    const { holders } = await this.rpc.call(findHolders, { after: filled.afterDomain }, call)
    for (const { changedAt, ...holder } of holders)
      await this.handovers.learn(correlationId, { ...holder, changedAt: new Date(changedAt) })
    const last = holders.at(-1)
    await this.database.read(saveFill, { afterDomain: last?.domainId ?? filled.afterDomain, isDone: !last })
    return last !== undefined
  }
}
