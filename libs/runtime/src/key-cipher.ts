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

  constructor(
    setting: string,
    readonly secretId: string,
  ) {
    super(`${setting} lacks the secret ${secretId}, which a key needs`)
  }
}

/** Encrypts private keys of one kind under the secrets of a setting; a secret of another kind opens none of them. */
export class KeyCipher {
  /**
   * @param setting where its secrets come from, the newest first: it encrypts, and keys under all of them are opened.
   * @param kind what the keys are of, such as `zone key`; never changed once there are keys.
   */
  constructor(
    private readonly setting: string,
    private readonly kind: string,
  ) {}

  /** What stored keys name a secret by. */
  secretIdOf(secret: string): string {
    return this.derived(secret, 'name', 8).toString('hex')
  }

  /** Encrypts a private key with the newest secret, bound to the public key it belongs to. */
  seal([secret = '']: readonly string[], publicKey: Buffer, privateKey: Buffer): SealedKey {
    const nonce = randomBytes(NONCE_OCTETS)
    const cipher = createCipheriv('aes-256-gcm', this.derived(secret, 'encryption', 32), nonce).setAAD(publicKey)
    const encrypted = Buffer.concat([cipher.update(privateKey), cipher.final()])
    return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]), secretId: this.secretIdOf(secret) }
  }

  /** Decrypts a private key. Throws MissingSecret. */
  open(secrets: readonly string[], publicKey: Buffer, { sealed, secretId }: SealedKey): Buffer {
    const secret = secrets.find((each) => this.secretIdOf(each) === secretId)
    if (secret === undefined) throw new MissingSecret(this.setting, secretId)
    const nonce = sealed.subarray(0, NONCE_OCTETS)
    const decipher = createDecipheriv('aes-256-gcm', this.derived(secret, 'encryption', 32), nonce)
    decipher.setAAD(publicKey).setAuthTag(sealed.subarray(NONCE_OCTETS, NONCE_OCTETS + TAG_OCTETS))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_OCTETS + TAG_OCTETS)), decipher.final()])
  }

  private derived(secret: string, purpose: string, octets: number): Buffer {
    return Buffer.from(hkdfSync('sha256', secret, '', `nameyard ${this.kind} ${purpose} 1`, octets))
  }
}
