/** The namespaces of EPP and its object mappings, by the RFC that defines them. */
export const EPP = 'urn:ietf:params:xml:ns:epp-1.0' // RFC 5730
export const DOMAIN = 'urn:ietf:params:xml:ns:domain-1.0' // RFC 5731
export const HOST = 'urn:ietf:params:xml:ns:host-1.0' // RFC 5732
export const CONTACT = 'urn:ietf:params:xml:ns:contact-1.0' // RFC 5733

/** The prefixes the RFCs print. We write these; what a registry writes is its own business and is read by namespace. */
export const prefixes: ReadonlyMap<string, string> = new Map([
  [EPP, ''],
  [DOMAIN, 'domain'],
  [HOST, 'host'],
  [CONTACT, 'contact'],
])
