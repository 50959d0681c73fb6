import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Logger } from '@nestjs/common'
import type { Clock } from '@nameyard/runtime/clock'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from './mailer'
import { messageOf } from './message'

/** Keeps mails in a folder, one file each, where no server is at hand; says where, and what the mail asks to open. */
export class FolderMailer implements Mailer {
  private readonly log = new Logger('mail')
  private readonly printer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly clock: Clock,
  ) {}

  /** A mail that is sent again takes the place of its first copy. */
  async send(mail: Mail): Promise<'sent'> {
    const { message } = await this.printer.sendMail(messageOf(mail, this.from, this.clock))
    const path = join(resolve(this.folder), `${mail.messageId}.eml`)
    // It holds a link that acts in its reader's name.
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${path}.part`, path)
    const asks = mail.link === undefined ? '' : ` and asks to open ${mail.link}`
    this.log.warn(`no SMTP server is set; the mail to ${mail.to} is ${path}${asks}`)
    return 'sent'
  }
}
