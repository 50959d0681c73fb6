/** The namespaces of EPP and its object mappings, by the RFC that defines them. */
export const EPP = 'urn:ietf:params:xml:ns:epp-1.0' // RFC 5730
export const DOMAIN = 'urn:ietf:params:xml:ns:domain-1.0' // RFC 5731
export const HOST = 'urn:ietf:params:xml:ns:host-1.0' // RFC 5732
export const CONTACT = 'urn:ietf:params:xml:ns:contact-1.0' // RFC 5733

/** The namespaces of its extensions. A session uses those that both sides name: see `chooseServices`. */
export const RGP = 'urn:ietf:params:xml:ns:rgp-1.0' // RFC 3915
export const SECDNS = 'urn:ietf:params:xml:ns:secDNS-1.1' // RFC 5910
export const FEE = 'urn:ietf:params:xml:ns:epp:fee-1.0' // RFC 8748
export const LAUNCH = 'urn:ietf:params:xml:ns:launch-1.0' // RFC 8334
export const SIGNED_MARK = 'urn:ietf:params:xml:ns:signedMark-1.0' // RFC 7848
export const IDN = 'urn:ietf:params:xml:ns:idn-1.0' // draft-ietf-eppext-idnmap-02
export const LOGIN_SECURITY = 'urn:ietf:params:xml:ns:epp:loginSec-1.0' // RFC 8807
export const ALLOCATION_TOKEN = 'urn:ietf:params:xml:ns:allocationToken-1.0' // RFC 8495
export const CHANGE_POLL = 'urn:ietf:params:xml:ns:changePoll-1.0' // RFC 8590
export const MAINTENANCE = 'urn:ietf:params:xml:ns:epp:maintenance-1.0' // RFC 9167
export const UNHANDLED_NAMESPACES = 'urn:ietf:params:xml:ns:epp:unhandled-namespaces-1.0' // RFC 9038
export const CHARGE = 'http://www.unitedtld.com/epp/charge-1.0' // Identity Digital: prices of premium names

/** The prefixes of the RFCs, which we write. Prefixes of registries may differ: documents are read by namespace. */
const prefixes: ReadonlyMap<string, string> = new Map([
  [EPP, ''],
  [DOMAIN, 'domain'],
  [HOST, 'host'],
  [CONTACT, 'contact'],
  [RGP, 'rgp'],
  [SECDNS, 'secDNS'],
  [FEE, 'fee'],
  [LAUNCH, 'launch'],
  [SIGNED_MARK, 'smd'],
  [IDN, 'idn'],
  [LOGIN_SECURITY, 'loginSec'],
  [ALLOCATION_TOKEN, 'allocationToken'],
  [MAINTENANCE, 'maint'],
])

/**
 * The prefix with which elements of a namespace are written. That of a registry's own namespace is the last part of its
 * name without the version: `sync` of `http://www.verisign.com/epp/sync-1.0`. Undefined when there is no such part.
 */
export function prefixOf(namespace: string): string | undefined {
  return prefixes.get(namespace) ?? /([a-z][a-z-]*?)-?[\d.]*(?:\.xsd)?$/i.exec(namespace)?.[1]
}
