import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import type { Database } from '@nameyard/persistence/database'
import type { BatchRule, PartitionRule, RetentionRule } from '@nameyard/persistence/retention'
import { TimePartitions } from '@nameyard/persistence/time-partitions'
import type { Clock } from './clock'
import { SweepTask } from './sweep-task'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Rows of one statement: it locks them for some milliseconds. */
const BATCH = 500

/**
 * Deletes rows whose period is over, every hour and in small batches, or a month or day at once. It has no schedule: one sweep after the
 * sandbox clock was put ahead does the work of all that were skipped. Several replicas share the work.
 */
export class RetentionSweep extends SweepTask {
  private readonly log = new Logger('retention')

  /** `settings` are the settings of the service: they have the days of the rules. */
  constructor(
    private readonly database: Pick<Database, 'read' | 'unitOfWork'>,
    private readonly clock: Clock,
    private readonly rules: readonly RetentionRule[],
    private readonly settings: object,
    private readonly batch = BATCH,
  ) {
    super({ name: 'retention', everyMs: HOUR_MS })
  }

  /** The partitions of today exist before the service handles its first message. */
  override async onApplicationBootstrap(): Promise<void> {
    for (const rule of this.rules) {
      if (!('partitions' in rule)) continue
      try {
        await this.makeAhead(this.partitionsOf(rule))
      } catch (error) {
        this.log.warn(`the next sweep makes the partitions of ${rule.table}: ${(error as Error).message}`)
      }
    }
    await super.onApplicationBootstrap()
  }

  /** A rule that fails does not stop the others. */
  protected async sweep(): Promise<void> {
    for (const rule of this.rules) {
      try {
        await this.apply(rule)
      } catch (error) {
        this.log.warn(`old rows of ${rule.table} stay until the next sweep: ${(error as Error).message}`)
      }
    }
  }

  private async apply(rule: RetentionRule): Promise<void> {
    const { period, clock } = rule
    const days = period.setting ? (this.settings as Record<string, number>)[period.setting.name]! : period.days
    const nowMs = clock === 'machine' ? this.clock.machineMs() : this.clock.epochMs()
    const before = new Date(nowMs - days * DAY_MS)
    if ('partitions' in rule) await this.keepPartitions(rule, before)
    else await this.deleteBatches(rule, before)
  }

  private partitionsOf({ table, partitions }: PartitionRule): TimePartitions {
    return new TimePartitions(this.database, table, partitions)
  }

  /** Identifiers have the time of the machine. */
  private async makeAhead(partitions: TimePartitions): Promise<void> {
    const made = await partitions.makeAhead(this.clock.machineNow())
    if (made.length > 0) this.log.log(`made the partitions ${made.join(', ')}`)
  }

  private async keepPartitions(rule: PartitionRule, before: Date): Promise<void> {
    const partitions = this.partitionsOf(rule)
    await this.makeAhead(partitions)
    const dropped = await partitions.dropBefore(before)
    if (dropped.length > 0) this.log.log(`dropped the old partitions ${dropped.join(', ')}`)
  }

  private async deleteBatches({ table, deletion }: BatchRule, before: Date): Promise<void> {
    let total = 0
    for (let found = this.batch; found === this.batch && !this.isStopped;) {
      const startedMs = performance.now()
      const [row] = await this.database.read(deletion, { before, limit: this.batch })
      found = row!.deleted
      total += found
      // Pauses for as long as it worked, so that other statements have at least half of the time.
      if (found === this.batch) await pause(performance.now() - startedMs)
    }
    if (total > 0) this.log.log(`deleted ${total} old rows of ${table}`)
  }
}
