import { parseDomainName } from '@nameyard/names/domain-name'
import { isPublicSuffix } from '@nameyard/names/public-suffix'
import type { Product } from './product'

/** What a certificate is asked to be for. */
export interface NamesAsked {
  readonly commonName: string
  /** Names in the CSR beside it. */
  readonly alternatives: readonly string[]
  /** Names that stand for those of the CSR. */
  readonly hostNames?: readonly string[] | undefined
}

export type NamesRefused =
  | { readonly refusal: 'common_name_invalid' | 'ssl_names_invalid'; readonly field: string; readonly problem: string }
  | { readonly refusal: 'ssl_names_too_many'; readonly count: number; readonly limit: number }

const WILDCARD = '*.'

/** Characters that the common name of a subject holds (RFC 5280 appendix A.1). */
export const MAX_COMMON_NAME = 64

export function isWildcard(name: string): boolean {
  return name.startsWith(WILDCARD)
}

/** The name whose control is proven: that of a wildcard is the name it stands directly below. */
export function provenName(name: string): string {
  return isWildcard(name) ? name.slice(WILDCARD.length) : name
}

/** A host name or a wildcard in lower case and A-labels; the problem of what is neither. */
export function readHostName(given: string): { readonly name: string } | { readonly problem: string } {
  const parsed = parseDomainName(given, { wildcard: true })
  if (given.trim() === '') return { problem: 'is missing' }
  if (!parsed.ok) {
    const { problem, label } = parsed.error
    return { problem: problem.includes(label) ? problem : `${told(given)}: ${problem}` }
  }
  const name = parsed.value.ascii
  // A number as the last label makes an address of it (RFC 3696 section 2).
  if (parsed.value.labels.length < (isWildcard(name) ? 3 : 2) || /^\d+$/.test(parsed.value.labels.at(-1)!))
    return { problem: `${told(given)} is no host name below a domain` }
  // Nobody controls all that is registered there (CA/Browser Forum Baseline Requirements 3.2.2.6).
  if (isWildcard(name) && isPublicSuffix(provenName(name)))
    return { problem: `${told(given)} stands for names of many owners` }
  return { name }
}

/** A name as a sentence holds it, however long it is. */
function told(name: string): string {
  const letters = [...name]
  return letters.length > 40 ? `${letters.slice(0, 39).join('')}…` : name
}

/** The names of a certificate of a product, the common name first, or why it cannot have them. */
export function namesOf(
  { isWildcard: isOfWildcard, isMultiDomain }: Product,
  { commonName, alternatives, hostNames }: NamesAsked,
): readonly string[] | NamesRefused {
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
    const problem = isOfWildcard ? 'the product takes a wildcard' : 'the product takes no wildcard'
    return { refusal: 'common_name_invalid', field: 'common_name', problem: `${told(common.name)}: ${problem}` }
  }
  const free = twinOf(common.name)
  // A wildcard does not match the name itself, which whoever buys it wants, too.
  if (isOfWildcard) names.add(free)
  const other = [...names].find((name) => name !== common.name && name !== free)
  return other === undefined
    ? [...names]
    : { refusal: 'ssl_names_invalid', field, problem: `${told(other)} is one name too many` }
}

/** The name that comes with another for nothing. */
function twinOf(name: string): string {
  if (isWildcard(name)) return provenName(name)
  return name.startsWith('www.') ? name.slice('www.'.length) : `www.${name}`
}

/** What an order of a product pays for: names and, of them, wildcards; or why it cannot be that many. */
export function amountsOf(
  { isMultiDomain, included, maxNames }: Product,
  names: readonly string[],
  asked: { readonly domains?: number | undefined; readonly wildcards?: number | undefined },
): { readonly domains: number; readonly wildcards: number } | NamesRefused {
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
      problem: `at most the ${bought.domains} names can be wildcards`,
    }
  const refusal = 'ssl_names_too_many'
  if (bought.domains > maxNames) return { refusal, count: bought.domains, limit: maxNames }
  return fits(names, bought) ?? bought
}

/** Why names do not fit into what was bought. */
export function fits(
  names: readonly string[],
  { domains, wildcards }: { readonly domains: number; readonly wildcards: number },
): NamesRefused | undefined {
  const refusal = 'ssl_names_too_many'
  if (names.length > domains) return { refusal, count: names.length, limit: domains }
  const stars = names.filter(isWildcard).length
  if (stars > wildcards)
    return { refusal: 'ssl_names_invalid', field: 'host_names', problem: `${stars} wildcards, paid for ${wildcards}` }
  return undefined
}
