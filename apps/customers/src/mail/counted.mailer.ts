import type { OnApplicationShutdown } from '@nestjs/common'
import type { Clock } from '@nameyard/runtime/clock'
import type { Metrics } from '@nameyard/runtime/metrics'
import { inSpan } from '@nameyard/tracing/work'
import type { About, Mail, Mailer } from './mailer'

/**
 * Milliseconds for which a failed mail counts as waiting: longer than the pause before its next attempt, which another replica
 * may make.
 */
const WAITING_MS = 120_000

/** Counts what another mailer sends, and the mails that wait for their next attempt. */
export class CountedMailer implements Mailer, OnApplicationShutdown {
  private readonly mails
  /** Mails whose last attempt failed, by recipient and subject, with the time of that attempt. */
  private readonly waiting = new Map<string, number>()

  constructor(
    private readonly mailer: Mailer,
    metrics: Metrics,
    private readonly clock: Pick<Clock, 'machineMs'>,
  ) {
    this.mails = metrics.counter({
      name: 'customers_mails_total',
      help: 'Mails by outcome: sent, bounced (there is no such mailbox), failed (tried again).',
      labels: ['outcome'],
    })
    metrics.add({
      name: 'customers_mails_waiting',
      help: 'Mails whose last attempt failed and that are tried again.',
      read: () => this.countWaiting(),
    })
  }

  async send(mail: Mail, about: About): Promise<'sent' | 'bounced'> {
    const key = `${mail.to} ${mail.subject}`
    try {
      const outcome = await inSpan('send mail', { kind: 'client' }, async (span) => {
        const outcome = await this.mailer.send(mail, about)
        span?.set({ 'nameyard.outcome': outcome })
        return outcome
      })
      this.mails.inc({ outcome })
      this.waiting.delete(key)
      return outcome
    } catch (error) {
      this.mails.inc({ outcome: 'failed' })
      this.waiting.set(key, this.clock.machineMs())
      throw error
    }
  }

  onApplicationShutdown(): void {
    this.mailer.close?.()
  }

  private countWaiting(): number {
    const since = this.clock.machineMs() - WAITING_MS
    for (const [key, failedAt] of this.waiting) if (failedAt < since) this.waiting.delete(key)
    return this.waiting.size
  }
}
