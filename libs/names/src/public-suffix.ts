import { getPublicSuffix } from 'tldts'

/**
 * Whether a registry sells names directly below a name: a top-level domain, or a branch of one such as `co.uk`. The name
 * is in lower case and A-labels, without a final dot. Uses the ICANN part of the Public Suffix List; the names in its
 * private part are registered by one owner.
 */
export function isPublicSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: false, validateHostname: false }) === name
}
