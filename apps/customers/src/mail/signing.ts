import type { SendMailOptions } from 'nodemailer'
import type { CustomersConfig } from '../config'

/** The header fields that a signature covers: those of RFC 6376 section 5.4.1 that our mails have, and Auto-Submitted. */
const signedFields = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
]

/** Returns how the mail library signs mails (DKIM, RFC 6376); nothing when there is no key. */
export function signingOf({
  MAIL_DKIM_DOMAIN: domainName,
  MAIL_DKIM_SELECTOR: keySelector,
  MAIL_DKIM_KEY: privateKey,
}: Pick<CustomersConfig, 'MAIL_DKIM_DOMAIN' | 'MAIL_DKIM_KEY' | 'MAIL_DKIM_SELECTOR'>): Pick<SendMailOptions, 'dkim'> {
  if (domainName === undefined || keySelector === undefined || privateKey === undefined) return {}
  return { dkim: { domainName, keySelector, privateKey, headerFieldNames: signedFields.join(':') } }
}
