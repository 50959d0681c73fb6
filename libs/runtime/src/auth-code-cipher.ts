import { z } from 'zod'
import { KeyCipher } from './key-cipher'

/** The setting with the secrets, newest first: the first one encrypts, all of them decrypt. */
export const authCodeSecrets = z
  .string()
  .transform((given) => given.split(',').map((secret) => secret.trim()))
  .pipe(z.array(z.string().min(32)))

/** `sealed.`, the id of the secret, and the encrypted code. No registry accepts an auth code of this length. */
const SEALED = /^sealed\.([0-9a-f]{16})\.([\w-]{38,})$/

const cipher = new KeyCipher('AUTH_CODE_SECRET', 'auth code')

/**
 * Encrypts auth codes (authInfo, RFC 5731 section 3.2.1) as they are stored and sent between services: with AES-256-GCM,
 * bound to the name of the domain. The same code of the same domain is always sealed to the same text, so that a code can
 * be compared without decrypting it. An empty code stays empty: there is none.
 */
export class AuthCodeCipher {
  constructor(private readonly secrets: readonly string[]) {}

  /** Encrypts a code with the newest secret. A code that is sealed already is sealed again. */
  seal(name: string, code: string): string {
    const plain = this.open(name, code)
    if (plain === '') return ''
    const { sealed, secretId } = cipher.sealEqually(this.secrets, Buffer.from(name), Buffer.from(plain))
    return `sealed.${secretId}.${sealed.toString('base64url')}`
  }

  /**
   * Decrypts a stored code. A code that was stored before codes were sealed is returned as it is. Throws MissingSecret,
   * and an error for a code of another domain.
   */
  open(name: string, stored: string): string {
    const [, secretId = '', text = ''] = SEALED.exec(stored) ?? []
    if (text === '') return stored
    return cipher.open(this.secrets, Buffer.from(name), { sealed: Buffer.from(text, 'base64url'), secretId }).toString()
  }

  /** Whether a stored code is encrypted with the newest secret, or is empty. */
  isSealed(stored: string): boolean {
    return stored === '' || SEALED.exec(stored)?.[1] === cipher.secretIdOf(this.secrets[0] ?? '')
  }
}
