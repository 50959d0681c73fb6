import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomain } from '../lifecycle/domain.store'
import { soldTlds, tlds } from '../tlds/catalogue'
import { RulesInForce } from '../tlds/rules-in-force'
import type { Tld } from '../tlds/tld'
import { timerReset, type RulesSeen } from './model/timer-reset'
import { startRetiming, nextToRetime, timings } from './timing.store'

/** How often replicas compare the rules; milliseconds. */
const COMPARE_MS = 10_000

/** Domains of one transaction: their rows are locked as long as it runs. */
const BATCH = 100

/**
 * Sets the dates and timers of domains again when their rules change, with a release or by an operator. Otherwise an
 * unchanged domain would be renewed or deleted by the old rules. Any replica may start and another one continue; repeated
 * work has the same result.
 */
@Injectable()
export class WhenRulesChange extends SweepTask {
  private readonly seen = new Map<string, RulesSeen>()

  constructor(
    private readonly database: Database,
    private readonly rules: RulesInForce,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
  ) {
    super({ name: 'rules', everyMs: COMPARE_MS })
  }

  /** The first comparison needs the rules that operators have changed. */
  override async onApplicationBootstrap(): Promise<void> {
    await this.rules.refresh()
    super.onApplicationBootstrap()
    void this.run()
  }

  protected override async sweep(): Promise<void> {
    const rows = await this.database.read(timings)
    const known = new Map(rows.map((row) => [row.extension, row]))
    for (const tld of tlds.values()) {
      const { extension } = tld
      const [timing, row] = [timingOf(tld), known.get(extension)]
      // An extension that was never sold has no domains.
      if (!row && !soldTlds.has(extension)) continue
      const { isTurn, seen } = timerReset(this.seen.get(extension), timing, row?.timing, this.clock.machineMs())
      this.seen.set(extension, seen)
      const isDone = row?.timing === timing && row.redoneTo === null
      if (isTurn && !isDone) await this.retime(extension, timing)
    }
  }

  private async retime(extension: string, timing: string): Promise<void> {
    await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) => startRetiming(tx, extension, timing))
    for (let isLeft = true; isLeft && !this.isStopped;) {
      isLeft = await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
        const ids = await nextToRetime(tx, extension, timing, BATCH)
        for (const id of ids ?? []) {
          const domain = await lockDomain(tx, id)
          if (domain) await this.changes.retime(tx, domain)
        }
        return ids !== undefined
      })
    }
  }
}

/** The rules that dates and timers depend on and that no row contains, as one text. */
function timingOf({ renewalOffsetDays, deleteLeadDays, pendingDeleteDays }: Tld): string {
  return [renewalOffsetDays, deleteLeadDays, pendingDeleteDays].join()
}
