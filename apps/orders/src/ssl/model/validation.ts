import { isPublicSuffix } from '@nameyard/names/public-suffix'
import { ancestorsOf } from '@nameyard/names/relation'
import { isWildcard, provenName, readHostName } from './names'

export type ValidationMethod = 'dns' | 'email' | 'http' | 'https'

/** The method by which control of a name is proven. */
export interface Validation {
  readonly hostName: string
  readonly method: ValidationMethod
}

interface Given {
  readonly host_name: string
  readonly method: ValidationMethod
}

/**
 * Returns the validation method of each name: the requested one; else by mail when there is an approver, else by a DNS
 * record. A file cannot prove control of a wildcard (CA/Browser Forum Baseline Requirements 3.2.2.4.18).
 */
export function validationsOf(
  names: readonly string[],
  given: readonly Given[] | undefined,
  approverEmail: string,
): readonly Validation[] | { readonly problem: string } {
  const asked = new Map<string, ValidationMethod>()
  for (const { host_name, method } of given ?? []) {
    const read = readHostName(host_name)
    if ('problem' in read) return { problem: read.problem }
    if (!names.includes(read.name)) return { problem: `${read.name} is not in the certificate` }
    if (isWildcard(read.name) && (method === 'http' || method === 'https'))
      return { problem: `${read.name} must be proven by dns or email` }
    asked.set(read.name, method)
  }
  const usual = approverEmail === '' ? 'dns' : 'email'
  return names.map((hostName) => ({ hostName, method: asked.get(hostName) ?? usual }))
}

/** Mailboxes that may approve for a domain (RFC 2142, CA/Browser Forum Baseline Requirements 3.2.2.4.4). */
const mailboxes = ['admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster']

/** Returns the addresses that may approve a certificate for a name: mailboxes at the name and its parents, below the public suffix. */
export function approversOf(name: string): readonly string[] {
  const proven = provenName(name)
  const above = ancestorsOf(proven).filter((ancestor) => !isPublicSuffix(ancestor))
  return [proven, ...above].flatMap((at) => mailboxes.map((box) => `${box}@${at}`))
}

/** Returns the name of the TXT record that proves control of a name. */
export function recordNameOf(name: string): string {
  return `_pki-validation.${provenName(name)}`
}

/** Path of the file that proves control of a host. */
export const FILE_PATH = '/.well-known/pki-validation/fileauth.txt'
