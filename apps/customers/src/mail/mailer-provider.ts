import type { FactoryProvider } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { CountedMailer } from './counted.mailer'
import { FolderMailer } from './folder.mailer'
import { MAILER, type Mailer } from './mailer'
import { signingOf } from './signing'
import { SmtpMailer } from './smtp.mailer'

/** How mails leave this installation: through its SMTP server, or into a folder where no server is set. */
export const mailer: FactoryProvider<Mailer> = {
  provide: MAILER,
  inject: [CUSTOMERS_CONFIG, Clock, Metrics],
  useFactory: (config: CustomersConfig, clock: Clock, metrics: Metrics) => {
    const { MAIL_SMTP_URL: server, MAIL_FROM: from, MAIL_FOLDER: folder } = config
    const signing = signingOf(config)
    const way =
      server === undefined
        ? new FolderMailer(folder, from, clock, signing)
        : new SmtpMailer(server, from, clock, signing)
    return new CountedMailer(way, metrics, clock)
  },
}
