import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Logger } from '@nestjs/common'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Clock } from '@nameyard/runtime/clock'
import type { Accepted, Mail, MailTransport } from './mailer'
import { messageOf } from './message'

/** Writes mails to a folder, one file each, when there is no mail server. Logs the file of each mail. */
export class FolderMailer implements MailTransport {
  private readonly log = new Logger('mail')
  private readonly printer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly clock: Clock,
    private readonly signing: Pick<SendMailOptions, 'dkim'>,
  ) {}

  /** A mail that is sent again replaces its first copy. */
  async deliver(mail: Mail): Promise<Accepted> {
    const { message } = await this.printer.sendMail({
      ...messageOf(mail, this.from, this.clock),
      ...this.signing,
    })
    const path = join(resolve(this.folder), `${mail.messageId}.eml`)
    // The mail contains a link that acts in the name of its recipient.
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${path}.part`, path)
    // A reader of the log must not be able to use the link.
    const asks = mail.link === undefined ? '' : ` with the link ${mail.link.replace(/[^/]*$/, '…')}`
    this.log.warn(`no SMTP server is set; the mail to ${mail.to} is ${path}${asks}`)
    return { outcome: 'sent' }
  }
}
