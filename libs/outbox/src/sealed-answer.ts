import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const MARK = 'sealed.'
const NONCE_OCTETS = 12
const TAG_OCTETS = 16

/** Encrypts an answer with AES-256-GCM. The key has 32 octets, in base64url. */
export function sealAnswer(answer: string, key: string): string {
  const nonce = randomBytes(NONCE_OCTETS)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), nonce)
  const encrypted = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()])
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Decrypts an answer. An answer that was stored before answers were encrypted is JSON and is returned as it is. */
export function openAnswer(stored: string, key: string): string {
  if (!stored.startsWith(MARK)) return stored
  const sealed = Buffer.from(stored.slice(MARK.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), sealed.subarray(0, NONCE_OCTETS))
  decipher.setAuthTag(sealed.subarray(NONCE_OCTETS, NONCE_OCTETS + TAG_OCTETS))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_OCTETS + TAG_OCTETS)), decipher.final()]).toString()
}
