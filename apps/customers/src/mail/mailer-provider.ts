import type { FactoryProvider } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import type { CustomersConfig } from '../config'
import { FolderMailer } from './folder.mailer'
import { MAILER, type Mailer } from './mailer'
import { SmtpMailer } from './smtp.mailer'

/** The way mails leave this installation: its SMTP server, or a folder where there is none. */
export function mailerFor(config: CustomersConfig): FactoryProvider<Mailer> {
  const { MAIL_SMTP_URL: server, MAIL_FROM: from, MAIL_FOLDER: folder } = config
  return {
    provide: MAILER,
    inject: [Clock],
    useFactory: (clock: Clock) =>
      server === undefined ? new FolderMailer(folder, from, clock) : new SmtpMailer(server, from, clock),
  }
}
