import { Injectable } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { extensionChanged } from '@nameyard/contracts/domains/extension-changed'
import type { ExtensionRecord } from '@nameyard/contracts/domains/extension-record'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { soldBy, soldNamed } from './catalogue'
import { ExtensionEvents } from './extension-events'
import { addExtension, lockExtensions } from './extension.store'
import { RulesInForce } from './rules-in-force'

interface ExtensionChange {
  readonly record: ExtensionRecord
  readonly isRetired: boolean
  readonly effectiveFrom: Date
}

/** Adds records of operators: the row, the events for other services and for accounts, and the audit log in one transaction. */
@Injectable()
export class ExtensionChanges {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly events: ExtensionEvents,
    private readonly rules: RulesInForce,
    private readonly clock: Clock,
  ) {}

  /** The date of a change: the given one, or now. A date in the past is refused: it would change what was. */
  dateOf(given: string | undefined): Date {
    const now = this.clock.now()
    const date = given === undefined ? now : new Date(given)
    if (date < now) fail('invalid_input', { field: 'effectiveFrom', problem: 'is in the past' })
    return date
  }

  async add(change: ExtensionChange, call: Call): Promise<void> {
    await this.database.unitOfWork(call, async (tx) => {
      await this.append(tx, change, call)
      const { record, isRetired, effectiveFrom } = change
      tellAudit(tx, {
        resellerId: null,
        subject: `rules of .${record.suffix} from ${effectiveFrom.toISOString()}`,
        changes: isRetired ? { retired: { to: true } } : { record: { to: record } },
      })
    })
    await this.rules.refresh()
  }

  /** Adds many records in one transaction. */
  async addAll(changes: readonly ExtensionChange[], call: Call): Promise<void> {
    await this.database.unitOfWork(call, async (tx) => {
      for (const change of changes) await this.append(tx, change, call)
      tellAudit(tx, {
        resellerId: null,
        subject: 'rules of extensions',
        changes: { records: { to: changes.map(({ record }) => record.suffix).join(', ') } },
      })
    })
    await this.rules.refresh()
  }

  private async append(tx: Tx, { record, isRetired, effectiveFrom }: ExtensionChange, call: Call): Promise<void> {
    const now = this.clock.now()
    const { suffix } = record
    await tx.query(lockExtensions)
    const json = JSON.stringify(record)
    const added = { suffix, effectiveFrom, record: json, isRetired, setBy: call.operator ?? 'operator', setAt: now }
    const [row] = await tx.query(addExtension, added)
    await this.outbox.append(tx, extensionChanged, {
      number: row!.number,
      suffix,
      effectiveFrom: effectiveFrom.toISOString(),
      record,
      isRetired,
    })
    const { setBy } = added
    const changed = {
      number: row!.number,
      suffix,
      effectiveFrom,
      record,
      isRetired,
      isShipped: false,
      setBy,
      setAt: now,
    }
    await this.events.tell(tx, soldNamed(suffix, effectiveFrom), soldBy(changed, effectiveFrom), effectiveFrom)
  }
}
