import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { recordReport, states, type SentMail, type SentState } from './sent-mail.store'

/** A report about one mail: of our mail server, or by mail from another one. */
export interface Report {
  /** Number of the mail. */
  readonly id: string
  readonly state: Exclude<SentState, 'sent' | 'waiting'>
  /** An enhanced status code (RFC 3463). */
  readonly status: string | null
  /** What the server said: any text of a stranger. */
  readonly diagnostic: string
}

/** What else happens when a mail has bounced, in the transaction that records it. */
export type BounceEffect = (tx: Tx, mail: SentMail) => Promise<void>

const MOST_CHARACTERS = 500

/** Records what becomes of mails. Features register what else happens when a mail of their type bounces. */
@Injectable()
export class SentMails {
  private readonly effects = new Map<string, BounceEffect>()
  private readonly reports

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.reports = metrics.counter({
      name: 'customers_mail_reports_total',
      help: 'Mails of which something was reported, by state: delayed, bounced, complained.',
      labels: ['state'],
    })
  }

  whenBounced(type: string, effect: BounceEffect): void {
    if (this.effects.has(type)) throw new Error(`two effects of bounces of ${type}`)
    this.effects.set(type, effect)
  }

  /** Returns whether the report was news: it is recorded once, and only if it is worse than what was known. */
  async report({ id, state, status, diagnostic }: Report): Promise<boolean> {
    const isNews = await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const [mail] = await tx.query(recordReport, {
        id,
        state,
        earlier: states.slice(0, states.indexOf(state)),
        status,
        diagnostic: printable(diagnostic),
        now: this.clock.now(),
      })
      if (!mail) return false
      if (state === 'bounced') await this.effects.get(mail.type)?.(tx, mail)
      return true
    })
    if (isNews) this.reports.inc({ state })
    return isNews
  }
}

/** Returns a text as one line without control characters, not longer than is useful to a reader. */
function printable(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line
}
