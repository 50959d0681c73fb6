import { generateKeyPairSync } from 'node:crypto'
import { writeRdata } from '@nameyard/zone/record-type'
import { dnskey } from '@nameyard/zone/record/dnskey'

/** ECDSA with curve P-256 and SHA-256 (RFC 6605). */
const ECDSA_P256 = 13
/** Flags of a zone key that is a secure entry point (RFC 4034 section 2.1.1, RFC 3757): one key signs the whole zone. */
const SIGNS_ALL = 257

/** The public half of the key of a zone. */
export interface ZoneKey {
  readonly flags: number
  readonly algorithm: number
  /** As in the DNSKEY record: both coordinates for ECDSA (RFC 6605 section 4). */
  readonly publicKey: Buffer
}

/** The key of a zone with its private half. */
export interface SigningKey extends ZoneKey {
  /** The private number, 32 octets. */
  readonly privateKey: Buffer
}

/** Makes a key for a zone. */
export function makeKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const [publicX, publicY, number] = [x, y, d].map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer]
  return {
    flags: SIGNS_ALL,
    algorithm: ECDSA_P256,
    publicKey: Buffer.concat([publicX, publicY]),
    privateKey: number,
  }
}

/** Prints the DNSKEY record: `257 3 13 …`. */
export function printKey({ flags, algorithm, publicKey }: ZoneKey): string {
  return `${flags} 3 ${algorithm} ${publicKey.toString('base64')}`
}

/** Returns the RDATA of the DNSKEY record. */
export function keyRdata({ flags, algorithm, publicKey: key }: ZoneKey): Buffer {
  return writeRdata(dnskey, { flags, protocol: 3, algorithm, key })
}

/** Prints the private key in the format v1.2 of BIND, which PowerDNS reads. */
export function printPrivateKey({ privateKey }: SigningKey): string {
  const number = privateKey.toString('base64')
  return `Private-key-format: v1.2\nAlgorithm: ${ECDSA_P256} (ECDSAP256SHA256)\nPrivateKey: ${number}\n`
}
