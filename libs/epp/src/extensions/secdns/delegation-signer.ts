import { createHash } from 'node:crypto'
import type { DsData, KeyData } from './dnssec'

/** Digest type of SHA-256 (RFC 4509 section 2). */
const SHA_256 = 2

/** The DS of a zone's key, with a SHA-256 digest (RFC 4034 section 5.1.4, RFC 4509). `name` is in A-labels. */
export function delegationSigner(name: string, key: KeyData): DsData {
  const rdata = rdataOf(key)
  const digest = createHash('sha256').update(wireForm(name)).update(rdata).digest('hex').toUpperCase()
  return { keyTag: keyTag(rdata), alg: key.alg, digestType: SHA_256, digest }
}

/** RDATA of the DNSKEY (RFC 4034 section 2.1). */
function rdataOf({ flags, protocol, alg, pubKey }: KeyData): Buffer {
  return Buffer.concat([Buffer.from([flags >> 8, flags & 0xff, protocol, alg]), Buffer.from(pubKey, 'base64')])
}

/** The owner name in canonical form: lower case, each label behind its length (RFC 4034 section 6.2). */
function wireForm(name: string): Buffer {
  const labels = name.toLowerCase().replace(/\.$/, '').split('.')
  return Buffer.concat([...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])])
}

/** Key tag (RFC 4034 appendix B); algorithm 1, with another formula, must not be used (RFC 8624). */
function keyTag(rdata: Buffer): number {
  const sum = rdata.reduce((total, octet, index) => total + (index % 2 === 0 ? octet << 8 : octet), 0)
  return (sum + Math.floor(sum / 0x10000)) & 0xffff
}
