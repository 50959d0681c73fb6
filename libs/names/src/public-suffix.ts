import { getPublicSuffix } from 'tldts'

/**
 * Whether a name, in lower case and A-labels without a final dot, belongs to nobody but a registry, so that who looks
 * after it speaks for nobody below it: a top-level domain, or a branch of one. By the Public Suffix List, of which only
 * the part counts that IANA and the registries gave: the other names on it are somebody's own.
 */
export function isPublicSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: false, validateHostname: false }) === name
}
