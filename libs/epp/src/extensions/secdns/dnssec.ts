import { InvalidValue, listOf } from '../../constraints'
import { ElementReader, ProtocolError } from '../../element-reader'
import { SECDNS } from '../../namespaces'
import { elementsOf, type XmlElement } from '../../xml'

const secDNS = elementsOf(SECDNS)

/** A public key of a zone (RFC 4034 section 2, RFC 5910 section 4.2). */
export interface KeyData {
  readonly flags: number
  readonly protocol: number
  readonly alg: number
  /** Base64. */
  readonly pubKey: string
}

/** The digest of a key, as the parent zone publishes it (RFC 4034 section 5, RFC 5910 section 4.1). */
export interface DsData {
  readonly keyTag: number
  readonly alg: number
  readonly digestType: number
  /** Hexadecimal, in capitals. */
  readonly digest: string
  /** The key of the digest, for registries that want it. */
  readonly keyData?: KeyData | undefined
}

/** The DNSSEC data of a domain, in the form that its registry supports: digests or keys (RFC 5910 section 4). */
export type Dnssec =
  | { readonly form: 'dsData'; readonly ds: readonly DsData[] }
  | { readonly form: 'keyData'; readonly keys: readonly KeyData[] }

/** The elements for `create`, `add` and `rem`. */
export function encodeDnssec(dnssec: Dnssec): readonly XmlElement[] {
  if (dnssec.form === 'keyData') return listOf('keyData', dnssec.keys).map(encodeKey)
  return listOf('dsData', dnssec.ds).map(({ keyTag, alg, digestType, digest, keyData }) => {
    if (!/^([0-9a-f]{2})+$/i.test(digest)) throw new InvalidValue('digest', 'must be hexadecimal')
    return secDNS('dsData', [
      secDNS('keyTag', unsigned('keyTag', 16, keyTag)),
      secDNS('alg', unsigned('alg', 8, alg)),
      secDNS('digestType', unsigned('digestType', 8, digestType)),
      secDNS('digest', digest.toUpperCase()),
      keyData && encodeKey(keyData),
    ])
  })
}

function encodeKey({ flags, protocol, alg, pubKey }: KeyData): XmlElement {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(pubKey)) throw new InvalidValue('pubKey', 'must be Base64')
  return secDNS('keyData', [
    secDNS('flags', unsigned('flags', 16, flags)),
    secDNS('protocol', unsigned('protocol', 8, protocol)),
    secDNS('alg', unsigned('alg', 8, alg)),
    secDNS('pubKey', pubKey),
  ])
}

/** The lifetime of signatures in seconds, which few registries support (RFC 5910 section 3.3). */
export function encodeMaxSigLife(seconds: number): XmlElement {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 0x7fffffff)
    throw new InvalidValue('maxSigLife', 'must be seconds')
  return secDNS('maxSigLife', String(seconds))
}

function unsigned(field: string, bits: number, value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits)
    throw new InvalidValue(field, `must be 0 to ${2 ** bits - 1}`)
  return String(value)
}

/** The digests or keys in an `infData`. */
export function decodeDnssec(infData: ElementReader): Dnssec {
  const keys = infData.all('keyData')
  if (keys.length > 0) return { form: 'keyData', keys: keys.map(decodeKey) }
  return {
    form: 'dsData',
    ds: infData.all('dsData').map((element) => {
      const ds = new ElementReader(element)
      const keyData = ds.find('keyData')
      return {
        keyTag: numberIn(ds, 'keyTag'),
        alg: numberIn(ds, 'alg'),
        digestType: numberIn(ds, 'digestType'),
        digest: ds.token('digest').toUpperCase(),
        ...(keyData && { keyData: decodeKey(keyData) }),
      }
    }),
  }
}

function decodeKey(element: XmlElement): KeyData {
  const key = new ElementReader(element)
  return {
    flags: numberIn(key, 'flags'),
    protocol: numberIn(key, 'protocol'),
    alg: numberIn(key, 'alg'),
    // Base64 may be broken into lines.
    pubKey: key.token('pubKey').replaceAll(' ', ''),
  }
}

function numberIn(reader: ElementReader, local: string): number {
  const text = reader.token(local)
  if (!/^\d{1,5}$/.test(text)) throw new ProtocolError(`<${local}> is not a number`)
  return Number(text)
}
