import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { randomUUID } from 'node:crypto'
import { tlds, type Tld } from '../tlds/catalogue'
import { RulesInForce } from '../tlds/rules-in-force'
import { DomainChanges } from './domain-changes'
import { redoing, type Remembered } from './model/redoing'
import { lockDomain } from './domain.store'
import { beginToRedo, nextToRedo, timings, type ExtensionTiming } from './timing.store'

/** How often is looked whether rules have changed; a replica may be so much behind another with them. */
const LOOK_MS = 10_000

/** Domains of one transaction: their rows are locked as long as it takes. */
const BATCH = 100

/**
 * Sets the dates and timers of domains anew when the rules that they were set by change, with a release or by an
 * operator: a domain that is not touched otherwise would be renewed or deleted by the old ones. Any replica may begin
 * and another one go on; what is done twice is done to the same end.
 */
@Injectable()
export class WhenRulesChange implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('rules')
  private readonly remembered = new Map<string, Remembered>()
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> | undefined
  private isStopped = false

  constructor(
    private readonly database: Database,
    private readonly rules: RulesInForce,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.rules.refresh()
    this.look()
    this.timer = setInterval(() => this.look(), LOOK_MS)
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true
    clearInterval(this.timer)
    await this.looking
  }

  private look(): void {
    this.looking ??= this.redoChanged()
      .catch((error: Error) => this.log.warn(`timers stay as they were: ${error.message}`))
      .finally(() => (this.looking = undefined))
  }

  private async redoChanged(): Promise<void> {
    const rows = await this.database.read<ExtensionTiming & Record<string, unknown>>(timings)
    const known = new Map(rows.map((row) => [row.extension, row]))
    for (const tld of tlds.values()) {
      const { extension } = tld
      const [timing, row] = [timingOf(tld), known.get(extension)]
      const { isTurn, remembered } = redoing(
        this.remembered.get(extension),
        timing,
        row?.timing,
        this.clock.machineMs(),
      )
      this.remembered.set(extension, remembered)
      const isDone = row?.timing === timing && row.redoneTo === null
      if (isTurn && !isDone) await this.redo(extension, timing)
    }
  }

  private async redo(extension: string, timing: string): Promise<void> {
    await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) => beginToRedo(tx, extension, timing))
    for (let isLeft = true; isLeft && !this.isStopped;) {
      isLeft = await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
        const ids = await nextToRedo(tx, extension, timing, BATCH)
        for (const id of ids ?? []) {
          const domain = await lockDomain(tx, id)
          if (domain) await this.changes.retime(tx, domain)
        }
        return ids !== undefined
      })
    }
  }
}

/** The rules that dates and timers are made of and that no row keeps, in one word. */
function timingOf({ renewalOffsetDays, deleteLeadDays, pendingDeleteDays }: Tld): string {
  return [renewalOffsetDays, deleteLeadDays, pendingDeleteDays].join()
}
