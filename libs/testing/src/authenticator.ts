import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** The fields of the options of `navigator.credentials.create()` and `get()` that a device looks at. */
interface Options {
  readonly challenge: string
}
interface CreationOptions extends Options {
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}
interface RequestOptions extends Options {
  readonly rpId: string
}

/** What a page or an attacker does differently. */
export interface Deviation {
  readonly origin?: string
  /** The domain that the device signs for. */
  readonly rpId?: string
  readonly challenge?: string
  /** Whether a page of another origin embeds the page. */
  readonly crossOrigin?: boolean
  readonly verifiesUser?: boolean
  readonly count?: number
  /** Changes the data of the device after they were signed. */
  readonly isTampered?: boolean
  readonly userHandle?: string | null
  /** The statement about the maker of the device. `certified` has a certificate. */
  readonly attestation?: 'none' | 'self' | 'certified'
}

const b64 = (octets: Buffer | string) => Buffer.from(octets).toString('base64url')
const sha256 = (octets: Buffer | string) => createHash('sha256').update(octets).digest()

/** A security device in software with one passkey, and the browser in front of it (WebAuthn level 3). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(24)
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject }
  private count = 0
  private userHandle: string | null = null

  constructor(
    private readonly algorithm: 'ES256' | 'EdDSA' = 'ES256',
    private readonly origin = 'https://localhost',
  ) {
    this.keys =
      algorithm === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  }

  /** Answers `navigator.credentials.create()`. */
  create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}) {
    this.userHandle = user.id
    const clientData = this.clientData('webauthn.create', challenge, deviation)
    const attested = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, this.coseKey()])
    const data = Buffer.concat([this.deviceData(rp.id, 0x40, deviation), attested])
    const signature = this.sign(Buffer.concat([data, sha256(clientData)]))
    const alg = this.algorithm === 'ES256' ? -7 : -8
    const { attestation = 'none' } = deviation
    const statement = {
      none: cborMap([]),
      self: cborMap([
        ['alg', alg],
        ['sig', signature],
      ]),
      certified: cborMap([
        ['alg', alg],
        ['sig', signature],
        ['x5c', [randomBytes(300)]],
      ]),
    }[attestation]
    const object = cborMap([
      ['fmt', attestation === 'none' ? 'none' : 'packed'],
      ['attStmt', { encoded: statement }],
      ['authData', data],
    ])
    return {
      id: b64(this.id),
      type: 'public-key' as const,
      response: { clientDataJSON: b64(clientData), attestationObject: b64(object), transports: ['internal'] },
    }
  }

  /** Answers `navigator.credentials.get()`. */
  get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
    const clientData = this.clientData('webauthn.get', challenge, deviation)
    const data = this.deviceData(rpId, 0, deviation)
    const signature = this.sign(Buffer.concat([data, sha256(clientData)]))
    if (deviation.isTampered) data[data.length - 1]! ^= 0x40
    const { userHandle = this.userHandle } = deviation
    return {
      id: b64(this.id),
      type: 'public-key' as const,
      response: {
        clientDataJSON: b64(clientData),
        authenticatorData: b64(data),
        signature: b64(signature),
        ...(userHandle !== null && { userHandle }),
      },
    }
  }

  private clientData(type: string, challenge: string, deviation: Deviation): string {
    const { origin = this.origin, crossOrigin = false } = deviation
    return JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin, crossOrigin })
  }

  /** Authenticator data (section 6.1): hash of the domain, flags, count. */
  private deviceData(rpId: string, flags: number, deviation: Deviation): Buffer {
    const { verifiesUser = true, count = (this.count += 1) } = deviation
    const present = 0x01
    const verified = verifiesUser ? 0x04 : 0
    const head = Buffer.from([flags | present | verified, 0, 0, 0, 0])
    head.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), head])
  }

  private sign(octets: Buffer): Buffer {
    return sign(this.algorithm === 'ES256' ? 'sha256' : null, octets, this.keys.privateKey)
  }

  /** The public key as a COSE key (RFC 9053 section 7). */
  private coseKey(): Buffer {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' })
    const coordinate = (text: string) => Buffer.from(text, 'base64url')
    return this.algorithm === 'ES256'
      ? cborMap([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, coordinate(x!)],
          [-3, coordinate(y!)],
        ])
      : cborMap([
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, coordinate(x!)],
        ])
  }
}

type Cbor = string | number | Buffer | readonly Buffer[] | { readonly encoded: Buffer }

/** CBOR (RFC 8949) of the few things that a device sends. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if ('encoded' in value) return value.encoded
  return Buffer.concat([head(4, value.length), ...value.map(cbor)])
}

function cborMap(entries: readonly (readonly [string | number, Cbor])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  return count < 256
    ? Buffer.from([(major << 5) | 24, count])
    : Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255])
}
