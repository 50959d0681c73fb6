import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link in a mail says: what it answers, and until when. */
export interface Link {
  /** Of the verification, of the domain, or of the certificate order. */
  readonly id: number
  /** Number of the link; a newer one makes it void. */
  readonly nonce: Buffer
  readonly expiresAt: Date
}

/** What links are for. A signature is good for nothing else that is signed with the same secret. */
const purposes = {
  'email-verification': 'nameyard e-mail verification 1\n',
  'transfer-authorization': 'nameyard transfer authorization 1\n',
  'certificate-approval': 'nameyard certificate approval 1\n',
} as const
export type LinkPurpose = keyof typeof purposes

/** Four bytes number, six bytes seconds of the Unix clock, sixteen bytes nonce, then HMAC-SHA256. */
const BODY = 26
const LENGTH = BODY + 32

export const NONCE_BYTES = 16

/** The token of a link, signed with the first secret: letters, digits, `-` and `_`. */
export function signLink([secret]: readonly string[], purpose: LinkPurpose, { id, nonce, expiresAt }: Link): string {
  const body = Buffer.alloc(BODY)
  body.writeUInt32BE(id, 0)
  body.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 4, 6)
  nonce.copy(body, 10, 0, NONCE_BYTES)
  return Buffer.concat([body, signature(secret!, purpose, body)]).toString('base64url')
}

/** The link behind a token, unless none of the secrets signed it for that, or its time is over. */
export function readLink(secrets: readonly string[], purpose: LinkPurpose, token: string, now: Date): Link | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // One token has one spelling, or a used one would come back under another.
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== token) return undefined
  const body = bytes.subarray(0, BODY)
  const isOurs = secrets.some((secret) => timingSafeEqual(bytes.subarray(BODY), signature(secret, purpose, body)))
  if (!isOurs) return undefined
  const expiresAt = new Date(body.readUIntBE(4, 6) * 1000)
  if (expiresAt <= now) return undefined
  return { id: body.readUInt32BE(0), nonce: body.subarray(10), expiresAt }
}

function signature(secret: string, purpose: LinkPurpose, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(purposes[purpose]).update(body).digest()
}
