import { CONTACT, DOMAIN, HOST, extensionNamespaces } from '../xml/namespaces'
import type { SessionPolicy } from './session-policy.store'

/** Namespaces in a greeting, from which a login chooses (RFC 5730 section 2.4). */
export interface Services {
  readonly objects: readonly string[]
  readonly extensions: readonly string[]
}

export function servicesAt({ hasContacts, hasHosts, extensions }: SessionPolicy): Services {
  return {
    objects: [DOMAIN, ...(hasContacts ? [CONTACT] : []), ...(hasHosts ? [HOST] : [])],
    extensions: extensions.map((name) => extensionNamespaces[name]),
  }
}
