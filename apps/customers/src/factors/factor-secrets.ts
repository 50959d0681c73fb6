import { KeyCipher, type SealedKey } from '@nameyard/runtime/key-cipher'

/** Encrypts the secrets of apps with one-time codes. */
const cipher = new KeyCipher('FACTOR_SECRET', 'one-time code secret')

/** Encrypts a secret, bound to its contact. */
export function sealSecret(secrets: readonly string[], contactId: number, secret: Buffer): SealedKey {
  return cipher.seal(secrets, ownerOf(contactId), secret)
}

/** Decrypts a secret. Throws MissingSecret. */
export function openSecret(secrets: readonly string[], contactId: number, sealed: SealedKey): Buffer {
  return cipher.open(secrets, ownerOf(contactId), sealed)
}

function ownerOf(contactId: number): Buffer {
  return Buffer.from(`contact ${contactId}`)
}
