import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import type { Actor } from '@nameyard/contracts/operation'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { EVENTS_CONFIG, type EventsConfig } from '../config'
import { visibleNames, visibleTypes } from '../reading/visible-types'
import { Creators, type Standing } from '../subscribers/creators'
import { Stopping } from '../subscribers/stopping'
import { bodyOf } from './body-of'
import { DeliveryMetrics } from './delivery-metrics'
import {
  claimDeliveries,
  giveBack,
  releaseDeliveries,
  storeOutcomes,
  withholdDelivery,
  type Claimed,
  type Outcome,
} from './delivery.store'
import { PATIENCE_MS, pauseAfter } from './model/retries'
import { Sending, type Sent } from './sending'

/** Milliseconds between two looks for deliveries that are due. */
const EVERY_MS = 1_000

/** Milliseconds for which a process has a delivery: longer than a request and what is stored of it. */
const LEASE_MS = 60_000

/** Milliseconds until the next look at deliveries when the rights of the creators are not known. */
const UNKNOWN_MS = 5_000

/** Webhooks that are looked at with one statement. */
const MOST_WEBHOOKS = 200

/** Two counts: of webhooks whose last delivery was accepted, and of those whose last one failed. */
interface Counts {
  working: number
  failing: number
}

const kindOf = ({ isFailing }: Claimed): keyof Counts => (isFailing ? 'failing' : 'working')

/**
 * Sends the deliveries that are due. Requests do not wait for each other: a webhook has a few at the same time, one whose
 * last delivery failed has one, and webhooks that fail take no room from those that work.
 */
@Injectable()
export class WhenDeliveriesAreDue extends SweepTask {
  private readonly log = new Logger('webhooks')
  private readonly sent = new Map<number, Promise<void>>()
  private readonly count: Counts = { working: 0, failing: 0 }
  private readonly ending = new AbortController()
  private readonly outcomes: Batcher<Outcome, Date | null>

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sending: Sending,
    private readonly creators: Creators,
    private readonly stopping: Stopping,
    private readonly metrics: DeliveryMetrics,
    @Inject(EVENTS_CONFIG) private readonly config: EventsConfig,
  ) {
    super({ name: 'webhooks', everyMs: EVERY_MS })
    // Each request of this process listens.
    setMaxListeners(0, this.ending.signal)
    this.outcomes = new Batcher((given) => this.store(given))
  }

  protected async sweep(): Promise<void> {
    for (let claimed = await this.claim(); claimed.length > 0; claimed = await this.claim()) {
      const standings = await this.standingsOf(claimed)
      const ended: [Claimed, string][] = []
      for (const [at, delivery] of claimed.entries()) {
        const standing = standings[at]!
        if ('ended' in standing) ended.push([delivery, standing.ended])
        else this.begin(delivery, standing.actor)
      }
      // Last: one that fails holds back no other until the lease ends.
      for (const [delivery, reason] of ended) await this.end(delivery, reason)
    }
  }

  /** Requests that are on their way are ended, and left to other processes. */
  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy()
    const ids = [...this.sent.keys()]
    this.ending.abort()
    await Promise.all(this.sent.values())
    if (ids.length > 0) await this.database.read(releaseDeliveries, { ids, now: this.clock.machineNow() })
  }

  private async claim(): Promise<Claimed[]> {
    const most = this.config.WEBHOOK_REQUESTS
    const free = { working: most - this.count.working, failing: most - this.count.failing }
    if (this.isStopped || (free.working <= 0 && free.failing <= 0)) return []
    const now = this.clock.machineNow()
    return this.database.read(claimDeliveries, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      each: this.config.WEBHOOK_REQUESTS_EACH,
      working: Math.max(0, free.working),
      failing: Math.max(0, free.failing),
      most: MOST_WEBHOOKS,
    })
  }

  /** What the creators may do now. Without an answer nothing is sent, and no attempt is counted. */
  private async standingsOf(claimed: readonly Claimed[]): Promise<Standing[]> {
    try {
      return await this.creators.standings(claimed)
    } catch (error) {
      const dueAt = new Date(this.clock.machineMs() + UNKNOWN_MS)
      await this.database.read(giveBack, { ids: claimed.map(({ id }) => id), dueAt })
      throw error
    }
  }

  private async end({ id, webhook, ...creator }: Claimed, reason: string): Promise<void> {
    const correlationId = randomUUID()
    await this.database.unitOfWork({ correlationId }, (tx) => this.stopping.endFor(tx, webhook, creator, reason))
    await this.database.read(releaseDeliveries, { ids: [id], now: this.clock.machineNow() })
  }

  private begin(claimed: Claimed, actor: Actor): void {
    const kind = kindOf(claimed)
    this.count[kind]++
    const sending = this.deliver(claimed, actor)
      // The lease ends, and the delivery is sent again.
      .catch((error: unknown) => this.log.error(`delivery ${claimed.id} was not carried out: ${String(error)}`))
      .finally(() => {
        this.sent.delete(claimed.id)
        this.count[kind]--
        if (!this.isStopped) void this.run()
      })
    this.sent.set(claimed.id, sending)
  }

  private async deliver(claimed: Claimed, actor: Actor): Promise<void> {
    const withheld = whyWithheld(claimed, actor)
    if (withheld !== undefined) {
      await this.database.read(withholdDelivery, { id: claimed.id, reason: withheld, now: this.clock.machineNow() })
      return
    }
    const { form, account } = claimed
    const event = { ...claimed, id: claimed.event, sequence: claimed.sequence! }
    const body = claimed.body ?? JSON.stringify(bodyOf(form, account, event))
    const sent = await this.sending.send(claimed, body, this.ending.signal)
    // A request that this process has ended itself says nothing about the receiver.
    if (this.ending.signal.aborted && sent.status === null) return
    this.metrics.attempted(sent.problem === '' ? 'accepted' : 'failed')
    await this.settle(claimed, sent)
  }

  /** Stores what became of a request. */
  private async settle({ id, webhook, attempt, attemptsBefore, giveUpAt, url }: Claimed, sent: Sent): Promise<void> {
    const { isGone, ...told } = sent
    const isAccepted = sent.problem === ''
    const now = this.clock.machineMs()
    const next = new Date(now + pauseAfter(attempt - attemptsBefore, Math.random()))
    const isLast = isGone || next > giveUpAt
    const failingSince = await this.outcomes.add({
      delivery: id,
      attempt,
      url,
      ...told,
      isAccepted,
      dueAt: isAccepted || isLast ? null : next,
      reason: isAccepted || !isLast ? '' : isGone ? sent.problem : `it was not accepted in time: ${sent.problem}`,
    })
    const isDead = failingSince !== null && now - failingSince.getTime() >= PATIENCE_MS
    if (!isGone && !isDead) return
    await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) =>
      isGone
        ? this.stopping.end(tx, webhook, 'its receiver answered 410: it is gone')
        : this.stopping.pause(tx, webhook, `nothing was accepted for three days: ${sent.problem}`),
    )
  }

  /** Returns for each outcome since when its webhook fails; null for one that works. */
  private async store(given: readonly Outcome[]): Promise<(Date | null)[]> {
    const now = this.clock.machineNow()
    const rows = await this.database.read(storeOutcomes, {
      deliveries: given.map(({ delivery }) => delivery),
      attempts: given.map(({ attempt }) => attempt),
      times: given.map(({ at }) => at.toISOString()),
      urls: given.map(({ url }) => url),
      statuses: given.map(({ status }) => status),
      answers: given.map(({ answer }) => answer),
      problems: given.map(({ problem }) => problem),
      durations: given.map(({ durationMs }) => durationMs),
      accepted: given.map(({ isAccepted }) => isAccepted),
      dues: given.map(({ dueAt }) => dueAt?.toISOString() ?? null),
      reasons: given.map(({ reason }) => reason),
      now,
    })
    const failing = new Map(rows.map(({ delivery, failingSince }) => [delivery, failingSince]))
    return given.map(({ delivery }) => failing.get(delivery) ?? null)
  }
}

/** Why an event must not be sent to a webhook whose creator has these rights now; undefined if it may. */
function whyWithheld({ body, sequence, type, domain, zone }: Claimed, actor: Actor): string | undefined {
  if (body !== null) return undefined
  if (sequence === null) return 'the log does not have the event any more'
  const names = visibleNames(actor)
  const isVisible =
    visibleTypes(accountEvents, actor).some((each) => each.type === type) &&
    (!names || names.domains.includes(domain ?? '') || names.zones.includes(zone ?? ''))
  return isVisible ? undefined : 'its user may not read the event any more'
}
