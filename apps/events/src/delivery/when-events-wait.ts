import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import type { Actor } from '@nameyard/contracts/operation'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { Additions } from '../log/additions'
import { eventPage, pageOf, type PageRow } from '../reading/event-page'
import { matches, visibleNames, visibleTypes } from '../reading/visible-types'
import { Creators } from '../subscribers/creators'
import { Stopping } from '../subscribers/stopping'
import { findBehind, lockActive, takeEvents, type Behind } from './delivery.store'
import { PATIENCE_MS } from './model/retries'
import { WhenDeliveriesAreDue } from './when-deliveries-are-due'

/** Milliseconds between two looks for events that another process has added. */
const EVERY_MS = 1_000

/** Deliveries of a webhook that wait at the same time. Further events wait in the log. */
const MOST_WAITING = 1_000

/** Events that are taken with one transaction, and events that are looked at for them. */
const PAGE = 100
const LOOK = 1_000

/**
 * Takes the events of the log for delivery: those that the creator of a webhook may read at this moment. Runs when events
 * are added, and every second for those that other processes have added.
 */
@Injectable()
export class WhenEventsWait extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly creators: Creators,
    private readonly stopping: Stopping,
    private readonly deliveries: WhenDeliveriesAreDue,
    additions: Additions,
  ) {
    super({ name: 'events of webhooks', everyMs: EVERY_MS })
    additions.onAdded(() => void this.run())
  }

  protected async sweep(): Promise<void> {
    for (let isMore = true; isMore && !this.isStopped;) {
      const behind = await this.database.read(findBehind, { most: MOST_WAITING })
      if (behind.length === 0) return
      const standings = await this.creators.standings(behind)
      isMore = false
      for (const [at, webhook] of behind.entries()) {
        const standing = standings[at]!
        const hasMoved = await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
          if (!('ended' in standing)) return this.take(tx, webhook, standing.actor)
          await this.stopping.endFor(tx, webhook.id, webhook, standing.ended)
          return false
        })
        isMore ||= hasMoved
      }
    }
  }

  /** Takes the next events of a webhook. Returns whether it has moved on in the log. */
  private async take(tx: Tx, { id, account, types: filters, waiting }: Behind, actor: Actor): Promise<boolean> {
    const [locked] = await tx.query(lockActive, { id })
    if (!locked) return false
    const { position: after } = locked
    const types = visibleTypes(accountEvents, actor)
      .map(({ type }) => type)
      .filter((type) => filters.length === 0 || filters.some((filter) => matches(filter, type)))
    const limit = Math.min(PAGE, MOST_WAITING - waiting)
    const known = accountEvents.map(({ type }) => type)
    const asked = { account, after, limit, look: LOOK, types, known, names: visibleNames(actor) }
    const { events, next, oldest } = pageOf(await tx.query<PageRow>(eventPage(asked)), asked)
    if (after < oldest - 1) {
      await this.stopping.pause(tx, id, `the events ${after + 1} to ${oldest - 1} are gone: they were not sent in time`)
      return false
    }
    if (next === after) return false
    const now = this.clock.machineNow()
    await tx.query(takeEvents, {
      id,
      events: events.map((event) => event.id),
      sequences: events.map(({ sequence }) => sequence),
      types: events.map(({ type }) => type),
      objects: events.map(({ object }) => object),
      position: next,
      now,
      giveUpAt: new Date(now.getTime() + PATIENCE_MS),
    })
    if (events.length > 0) tx.afterCommit(() => void this.deliveries.run())
    return true
  }
}
