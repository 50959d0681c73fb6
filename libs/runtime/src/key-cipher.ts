import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_OCTETS = 12
const TAG_OCTETS = 16

/** A private key as it is stored. */
export interface SealedKey {
  /** Nonce, tag, then the key under AES-256-GCM. */
  readonly sealed: Buffer
  /** Identifies the secret without revealing it. */
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

/** Encrypts private keys of one kind with the secrets of a setting. It cannot decrypt keys of another kind. */
export class KeyCipher {
  private readonly known = new Map<string, Buffer>()

  /**
   * @param setting name of the setting with the secrets, newest first. The newest one encrypts, and all of them
   * decrypt.
   * @param kind kind of the keys, such as `zone key`; must not change once keys are stored.
   */
  constructor(
    private readonly setting: string,
    private readonly kind: string,
  ) {}

  /** Returns the id by which stored keys refer to a secret. */
  secretIdOf(secret: string): string {
    return this.derived(secret, 'name', 8).toString('hex')
  }

  /** Encrypts a private key with the newest secret, bound to the public key it belongs to. */
  seal(secrets: readonly string[], publicKey: Buffer, privateKey: Buffer): SealedKey {
    return this.sealWith(randomBytes(NONCE_OCTETS), secrets, publicKey, privateKey)
  }

  /**
   * Encrypts like `seal`, but equal inputs give equal outputs, so that sealed values can be compared. The nonce is a keyed
   * hash of both inputs: another input has another nonce, as in RFC 8452.
   */
  sealEqually(secrets: readonly string[], publicKey: Buffer, privateKey: Buffer): SealedKey {
    const [secret = ''] = secrets
    const hash = createHmac('sha256', this.derived(secret, 'nonce', 32))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(publicKey.length)
    const nonce = hash.update(length).update(publicKey).update(privateKey).digest().subarray(0, NONCE_OCTETS)
    return this.sealWith(nonce, secrets, publicKey, privateKey)
  }

  private sealWith(nonce: Buffer, [secret = '']: readonly string[], publicKey: Buffer, privateKey: Buffer): SealedKey {
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
    // A list of domains decrypts thousands of values, and each derivation takes as long as two decryptions.
    const of = `${purpose} ${secret}`
    const known = this.known.get(of)
    if (known) return known
    const derived = Buffer.from(hkdfSync('sha256', secret, '', `nameyard ${this.kind} ${purpose} 1`, octets))
    this.known.set(of, derived)
    return derived
  }
}
