/** Namespaces of the protocol and of the objects this registry keeps (RFC 5730 to 5733). */
export const EPP = 'urn:ietf:params:xml:ns:epp-1.0'
export const DOMAIN = 'urn:ietf:params:xml:ns:domain-1.0'
export const CONTACT = 'urn:ietf:params:xml:ns:contact-1.0'
export const HOST = 'urn:ietf:params:xml:ns:host-1.0'

/** Redemption grace period (RFC 3915). */
export const RGP = 'urn:ietf:params:xml:ns:rgp-1.0'

/** What the greeting offers and a login may choose from. */
export const objectServices: readonly string[] = [DOMAIN, CONTACT, HOST]
export const extensionServices: readonly string[] = [RGP]
