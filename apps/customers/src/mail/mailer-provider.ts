import type { FactoryProvider } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { CountedMailer } from './counted.mailer'
import { FolderMailer } from './folder.mailer'
import { MAILER, type Mailer } from './mailer'
import { RecordedMailer } from './recorded.mailer'
import { SentMails } from './sent-mails'
import { signingOf } from './signing'
import { SmtpMailer } from './smtp.mailer'

/** How mails leave this installation: through its SMTP server, or into a folder where no server is set. */
export const mailer: FactoryProvider<Mailer> = {
  provide: MAILER,
  inject: [CUSTOMERS_CONFIG, Clock, Metrics, Database, SentMails],
  useFactory: (config: CustomersConfig, clock: Clock, metrics: Metrics, database: Database, mails: SentMails) => {
    const { MAIL_SMTP_URL: server, MAIL_FROM: from, MAIL_FOLDER: folder } = config
    const signing = signingOf(config)
    const way =
      server === undefined
        ? new FolderMailer(folder, from, clock, signing)
        : new SmtpMailer(server, from, clock, signing)
    const { LINK_SECRET: secrets, MAIL_RETURN_DOMAIN: domain } = config
    const recorded = new RecordedMailer(way, database, clock, mails, secrets, domain)
    return new CountedMailer(recorded, metrics, clock)
  },
}
