import type { ExtensionName } from '../model/tld-rules'

/** Namespaces of the protocol and of its objects (RFC 5730 to 5733). */
export const EPP = 'urn:ietf:params:xml:ns:epp-1.0'
export const DOMAIN = 'urn:ietf:params:xml:ns:domain-1.0'
export const CONTACT = 'urn:ietf:params:xml:ns:contact-1.0'
export const HOST = 'urn:ietf:params:xml:ns:host-1.0'

/** Redemption grace period (RFC 3915). */
export const RGP = 'urn:ietf:params:xml:ns:rgp-1.0'
/** DNSSEC (RFC 5910). */
export const SEC_DNS = 'urn:ietf:params:xml:ns:secDNS-1.1'
/** Fees (RFC 8748). */
export const FEE = 'urn:ietf:params:xml:ns:epp:fee-1.0'
/** Launch phases (RFC 8334). */
export const LAUNCH = 'urn:ietf:params:xml:ns:launch-1.0'
/** IDN tables (draft-ietf-eppext-idnmap-02). */
export const IDN = 'urn:ietf:params:xml:ns:idn-1.0'
/** Long passwords and warnings at login (RFC 8807). */
export const LOGIN_SEC = 'urn:ietf:params:xml:ns:epp:loginSec-1.0'
/** Tokens that open a reserved name (RFC 8495). */
export const ALLOCATION_TOKEN = 'urn:ietf:params:xml:ns:allocationToken-1.0'
/** Poll messages about changes by the registry (RFC 8590). */
export const CHANGE_POLL = 'urn:ietf:params:xml:ns:changePoll-1.0'

/** Maintenances of the registry (RFC 9167). */
export const MAINTENANCE = 'urn:ietf:params:xml:ns:epp:maintenance-1.0'
/** Signals that a client reads what is in namespaces that its login does not name (RFC 9038). */
export const UNHANDLED_NAMESPACES = 'urn:ietf:params:xml:ns:epp:unhandled-namespaces-1.0'

/** Prices of premium names, in the way of Identity Digital. */
export const CHARGE = 'http://www.unitedtld.com/epp/charge-1.0'

/** The namespace of each extension, by its name in profiles. */
export const extensionNamespaces: Readonly<Record<ExtensionName, string>> = {
  rgp: RGP,
  secDNS: SEC_DNS,
  fee: FEE,
  launch: LAUNCH,
  idn: IDN,
  loginSec: LOGIN_SEC,
  allocationToken: ALLOCATION_TOKEN,
  changePoll: CHANGE_POLL,
  charge: CHARGE,
}
