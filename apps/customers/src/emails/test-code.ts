import { createHmac, timingSafeEqual } from 'node:crypto'

/** 48 bits: with the requests that an account may make, a guess takes thousands of years. */
const DIGITS = 12

/**
 * Returns the code that is mailed to the address of a contact. Who has it has read the mail, so the address is that of the
 * person, and not of a stranger. The purpose is hashed too, so that the secret can sign links as well.
 */
export function testCodeOf(secret: string, contactId: number, address: string): string {
  const hash = createHmac('sha256', secret).update(`nameyard test mails 1\n${contactId}\n${address.toLowerCase()}`)
  return hash.digest('hex').slice(0, DIGITS)
}

/** Whether a text is the code of a contact and its address by one of the secrets, in any case and with any spaces. */
export function isTestCode(secrets: readonly string[], given: string, contactId: number, address: string): boolean {
  const code = Buffer.from(given.replaceAll(/\s/g, '').toLowerCase())
  return secrets
    .map((secret) => Buffer.from(testCodeOf(secret, contactId, address)))
    .some((ours) => code.length === ours.length && timingSafeEqual(code, ours))
}
