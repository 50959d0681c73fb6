import { parseDomainName } from '@nameyard/names/domain-name'
import { isPublicSuffix } from '@nameyard/names/public-suffix'
import type { Product } from './product'

/** The names requested for a certificate. */
export interface RequestedNames {
  readonly commonName: string
  /** Alternative names of the CSR. */
  readonly alternatives: readonly string[]
  /** Names that replace the alternative names of the CSR. */
  readonly hostNames?: readonly string[] | undefined
}

export type RefusedNames =
  | { readonly refusal: 'common_name_invalid' | 'ssl_names_invalid'; readonly field: string; readonly problem: string }
  | { readonly refusal: 'ssl_names_too_many'; readonly count: number; readonly limit: number }

const WILDCARD = '*.'

/** Maximum length of the common name of a subject (RFC 5280 appendix A.1). */
export const MAX_COMMON_NAME = 64

export function isWildcard(name: string): boolean {
  return name.startsWith(WILDCARD)
}

/** Returns the name whose control is proven: for `*.example.com` it is `example.com`. */
export function provenName(name: string): string {
  return isWildcard(name) ? name.slice(WILDCARD.length) : name
}

/** Parses a host name or wildcard into lower case and A-labels. Returns the problem of an invalid one. */
export function readHostName(given: string): { readonly name: string } | { readonly problem: string } {
  const parsed = parseDomainName(given, { wildcard: true })
  if (given.trim() === '') return { problem: 'is missing' }
  if (!parsed.ok) {
    const { problem, label } = parsed.error
    return { problem: problem.includes(label) ? problem : `${shortened(given)}: ${problem}` }
  }
  const name = parsed.value.ascii
  // A name whose last label is a number is an IP address (RFC 3696 section 2).
  if (parsed.value.labels.length < (isWildcard(name) ? 3 : 2) || /^\d+$/.test(parsed.value.labels.at(-1)!))
    return { problem: `${shortened(given)} is not a host name below a top-level domain` }
  // The domains below a public suffix have many owners (CA/Browser Forum Baseline Requirements 3.2.2.6).
  if (isWildcard(name) && isPublicSuffix(provenName(name)))
    return { problem: `${shortened(given)} covers names of many owners` }
  return { name }
}

/** Shortens a long name for a message. */
function shortened(name: string): string {
  const letters = [...name]
  return letters.length > 40 ? `${letters.slice(0, 39).join('')}…` : name
}

/** Returns the names of a certificate for a product, the common name first, or the reason why they are refused. */
export function namesOf(
  { isWildcard: isOfWildcard, isMultiDomain }: Product,
  { commonName, alternatives, hostNames }: RequestedNames,
): readonly string[] | RefusedNames {
  const common = readHostName(commonName)
  if ('problem' in common) return { refusal: 'common_name_invalid', field: 'common_name', problem: common.problem }
  const names = new Set([common.name])
  const field = hostNames ? 'host_names' : 'csr'
  for (const given of hostNames ?? alternatives) {
    const read = readHostName(given)
    if ('problem' in read) return { refusal: 'ssl_names_invalid', field, problem: read.problem }
    names.add(read.name)
  }
  if (isMultiDomain) return [...names]
  if (isWildcard(common.name) !== isOfWildcard) {
    const problem = isOfWildcard ? 'the product needs a wildcard' : 'the product allows no wildcard'
    return { refusal: 'common_name_invalid', field: 'common_name', problem: `${shortened(common.name)}: ${problem}` }
  }
  const free = includedNameOf(common.name)
  // A wildcard does not match the name itself, which its buyer needs too.
  if (isOfWildcard) names.add(free)
  const other = [...names].find((name) => name !== common.name && name !== free)
  return other === undefined
    ? [...names]
    : { refusal: 'ssl_names_invalid', field, problem: `${shortened(other)} is not covered by the product` }
}

/** Returns the name that is included free of charge. */
function includedNameOf(name: string): string {
  if (isWildcard(name)) return provenName(name)
  return name.startsWith('www.') ? name.slice('www.'.length) : `www.${name}`
}

/** Returns how many names an order pays for, and how many of them are wildcards, or why the number is refused. */
export function amountsOf(
  { isMultiDomain, included, maxNames }: Product,
  names: readonly string[],
  asked: { readonly domains?: number | undefined; readonly wildcards?: number | undefined },
): { readonly domains: number; readonly wildcards: number } | RefusedNames {
  if (!isMultiDomain) return { domains: included, wildcards: 0 }
  const wildcards = names.filter(isWildcard).length
  const bought = {
    domains: Math.max(asked.domains ?? names.length, included),
    wildcards: asked.wildcards ?? wildcards,
  }
  if (bought.wildcards > bought.domains)
    return {
      refusal: 'ssl_names_invalid',
      field: 'wildcard_domain_amount',
      problem: `must be at most ${bought.domains}, the number of names`,
    }
  const refusal = 'ssl_names_too_many'
  if (bought.domains > maxNames) return { refusal, count: bought.domains, limit: maxNames }
  return excess(names, bought) ?? bought
}

/** Returns why names exceed the bought amounts; undefined when they fit. */
export function excess(
  names: readonly string[],
  { domains, wildcards }: { readonly domains: number; readonly wildcards: number },
): RefusedNames | undefined {
  const refusal = 'ssl_names_too_many'
  if (names.length > domains) return { refusal, count: names.length, limit: domains }
  const stars = names.filter(isWildcard).length
  if (stars > wildcards)
    return {
      refusal: 'ssl_names_invalid',
      field: 'host_names',
      problem: `has ${stars} wildcards, but the order pays for ${wildcards}`,
    }
  return undefined
}
