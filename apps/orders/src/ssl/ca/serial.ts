import { randomBytes } from 'node:crypto'

/** Serial number of a certificate: 127 random bits, positive (RFC 5280 section 4.1.2.2), in hexadecimal. */
export function newSerial(): string {
  const octets = randomBytes(16)
  octets[0] = (octets[0]! & 0x3f) | 0x40
  return octets.toString('hex')
}
