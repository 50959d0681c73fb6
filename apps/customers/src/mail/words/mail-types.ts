import { certificateExpiry } from './certificate-expiry'
import { expiry } from './expiry'
import type { MailType } from './mail-type'
import { transferAuthorization } from './transfer-authorization'
import { verification } from './verification'

/** All types of mails that accounts may word themselves. */
export const mailTypes: readonly MailType[] = [expiry, transferAuthorization, verification, certificateExpiry]
