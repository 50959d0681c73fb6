import { createHmac, timingSafeEqual } from 'node:crypto'

/** A mail that a return address names. */
export interface ReturnTo {
  /** Number of the mail. */
  readonly id: string
  /** The first day on which the address no longer works, in days of the Unix clock. */
  readonly lastDay: number
}

/**
 * Days for which reports about a mail are accepted. Mail servers give up after four or five days (RFC 5321 section 4.5.4.1);
 * complaints come when the recipient reads the mail.
 */
const REPORT_DAYS = 30

const DAY_MS = 86_400_000

/** 26 characters: 128 bits of HMAC-SHA256 in base 32 (RFC 4648), in lower case, because servers may change the case. */
const HASH_OCTETS = 16
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

const form = /^bounce\+([1-9]\d{0,17})-([1-9]\d{0,5})\.([a-z2-7]{26})$/

/** Returns the local part to which servers send reports about a mail (RFC 5321 section 3.6.3): 60 characters at most. */
export function returnAddressOf([secret]: readonly string[], id: string, now: Date): string {
  const lastDay = Math.floor(now.getTime() / DAY_MS) + REPORT_DAYS
  return `bounce+${id}-${lastDay}.${hashOf(secret!, { id, lastDay })}`
}

/** Returns the mail of a return address; undefined when no secret has signed its local part or it has expired. */
export function readReturnAddress(secrets: readonly string[], localPart: string, now: Date): ReturnTo | undefined {
  const [, id, day, hash] = form.exec(localPart.toLowerCase()) ?? []
  if (id === undefined || day === undefined || hash === undefined) return undefined
  const named = { id, lastDay: Number(day) }
  const isOurs = secrets.some((secret) => timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(secret, named))))
  return isOurs && now.getTime() < named.lastDay * DAY_MS ? named : undefined
}

/** The purpose is hashed too, so that the secret can sign links as well. */
function hashOf(secret: string, { id, lastDay }: ReturnTo): string {
  const hash = createHmac('sha256', secret).update(`nameyard return address 1\n${id}-${lastDay}`).digest()
  return base32(hash.subarray(0, HASH_OCTETS))
}

function base32(octets: Buffer): string {
  const bits = [...octets].map((octet) => octet.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
