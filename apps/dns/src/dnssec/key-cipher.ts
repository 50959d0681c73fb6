import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_OCTETS = 12
const TAG_OCTETS = 16

/** A private key as it is stored. */
export interface SealedKey {
  /** Nonce, tag, then the key under AES-256-GCM. */
  readonly sealed: Buffer
  /** Names the secret, and tells nothing of it. */
  readonly secretId: string
}

/** The settings do not have the secret that a key is encrypted with. */
export class MissingSecret extends Error {
  override readonly name = 'MissingSecret'

  constructor(readonly secretId: string) {
    super(`DNSSEC_KEY_SECRET lacks the secret ${secretId}, which a key needs`)
  }
}

const derived = (secret: string, purpose: string, octets: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `nameyard zone key ${purpose} 1`, octets))

/** What stored keys name a secret by. */
export function secretIdOf(secret: string): string {
  return derived(secret, 'name', 8).toString('hex')
}

/** Encrypts a private key with the newest secret, bound to the public key it belongs to. */
export function seal([secret = '']: readonly string[], publicKey: Buffer, privateKey: Buffer): SealedKey {
  const nonce = randomBytes(NONCE_OCTETS)
  const cipher = createCipheriv('aes-256-gcm', derived(secret, 'encryption', 32), nonce).setAAD(publicKey)
  const encrypted = Buffer.concat([cipher.update(privateKey), cipher.final()])
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]), secretId: secretIdOf(secret) }
}

/** Decrypts a private key. Throws MissingSecret. */
export function open(secrets: readonly string[], publicKey: Buffer, { sealed, secretId }: SealedKey): Buffer {
  const secret = secrets.find((each) => secretIdOf(each) === secretId)
  if (secret === undefined) throw new MissingSecret(secretId)
  const decipher = createDecipheriv('aes-256-gcm', derived(secret, 'encryption', 32), sealed.subarray(0, NONCE_OCTETS))
  decipher.setAAD(publicKey).setAuthTag(sealed.subarray(NONCE_OCTETS, NONCE_OCTETS + TAG_OCTETS))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_OCTETS + TAG_OCTETS)), decipher.final()])
}
