import { createHmac, timingSafeEqual } from 'node:crypto'

/** The content of a link in a mail. */
export interface Link {
  /** Id of the verification, the domain or the certificate order. */
  readonly id: number
  /** Nonce of the link. A newer link invalidates it. */
  readonly nonce: Buffer
  readonly expiresAt: Date
}

/** The purposes of links. The purpose is signed too, so that a link works only for its own. */
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

/** Returns the token of a link, signed with the first secret: letters, digits, `-` and `_`. */
export function signLink([secret]: readonly string[], purpose: LinkPurpose, { id, nonce, expiresAt }: Link): string {
  const body = Buffer.alloc(BODY)
  body.writeUInt32BE(id, 0)
  body.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 4, 6)
  nonce.copy(body, 10, 0, NONCE_BYTES)
  return Buffer.concat([body, signature(secret!, purpose, body)]).toString('base64url')
}

/** Returns the link of a token; undefined when no secret has signed it for this purpose or it has expired. */
export function readLink(secrets: readonly string[], purpose: LinkPurpose, token: string, now: Date): Link | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Only the canonical spelling is valid. Otherwise a used token would be valid in another spelling.
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
