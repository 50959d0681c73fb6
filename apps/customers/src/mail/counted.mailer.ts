import type { OnApplicationShutdown } from '@nestjs/common'
import type { Metrics } from '@nameyard/runtime/metrics'
import type { Mail, Mailer } from './mailer'

/** Counts what another mailer sends. */
export class CountedMailer implements Mailer, OnApplicationShutdown {
  private readonly mails

  constructor(
    private readonly mailer: Mailer,
    metrics: Metrics,
  ) {
    this.mails = metrics.counter({
      name: 'customers_mails_total',
      help: 'Mails by outcome: sent, bounced (there is no such mailbox), failed (tried again).',
      labels: ['outcome'],
    })
  }

  async send(mail: Mail): Promise<'sent' | 'bounced'> {
    try {
      const outcome = await this.mailer.send(mail)
      this.mails.inc({ outcome })
      return outcome
    } catch (error) {
      this.mails.inc({ outcome: 'failed' })
      throw error
    }
  }

  onApplicationShutdown(): void {
    this.mailer.close?.()
  }
}
