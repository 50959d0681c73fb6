import { CONTACT, DOMAIN, HOST, MAINTENANCE, UNHANDLED_NAMESPACES, extensionNamespaces } from '../xml/namespaces'
import type { SessionPolicy } from './session-policy.store'

/** Namespaces in a greeting, from which a login chooses (RFC 5730 section 2.4). */
export interface Services {
  readonly objects: readonly string[]
  readonly extensions: readonly string[]
}

/** `own` are the services of dialects. */
export function servicesAt({ hasContacts, hasHosts, extensions }: SessionPolicy, own: Services): Services {
  return {
    objects: [DOMAIN, ...(hasContacts ? [CONTACT] : []), ...(hasHosts ? [HOST] : []), MAINTENANCE, ...own.objects],
    extensions: [...extensions.map((name) => extensionNamespaces[name]), UNHANDLED_NAMESPACES, ...own.extensions],
  }
}
