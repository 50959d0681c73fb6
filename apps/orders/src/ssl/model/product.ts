/** A certificate product. */
export interface Product {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly category: 'domain_validation' | 'multi_domain'
  /** Sort order within its brand. */
  readonly sequence: number
  /** Whether its only name is a wildcard. */
  readonly isWildcard: boolean
  /** Whether it is for a list of names. */
  readonly isMultiDomain: boolean
  /** Number of names included in the price. */
  readonly included: number
  /** Maximum number of names. */
  readonly maxNames: number
}

/** Brand of all products. */
export const BRAND = 'Nameyard'

/**
 * Maximum period in years. Clients reject certificates that are valid for more than 398 days (CA/Browser Forum Baseline
 * Requirements 6.3.2).
 */
export const MAX_PERIOD = 1

/** Days after the capture within which a cancelled order is refunded. */
export const REFUND_DAYS = 30

/** Values of `software_id`. */
export const softwares = [
  { id: 'linux', title: 'Linux' },
  { id: 'windows', title: 'Windows' },
] as const

/** All products. Existing clients know the numbers 5 (one domain) and 6 (wildcard). */
export const products: readonly Product[] = [
  {
    id: 5,
    name: 'Nameyard SSL',
    description: 'One host name, and the same with www.',
    category: 'domain_validation',
    sequence: 1,
    isWildcard: false,
    isMultiDomain: false,
    included: 1,
    maxNames: 1,
  },
  {
    id: 6,
    name: 'Nameyard SSL Wildcard',
    description: 'All host names directly below one name, and that name.',
    category: 'domain_validation',
    sequence: 2,
    isWildcard: true,
    isMultiDomain: false,
    included: 1,
    maxNames: 1,
  },
  {
    id: 101,
    name: 'Nameyard SSL Multi-Domain',
    description: 'Three host names, and more for a price each; wildcards among them.',
    category: 'multi_domain',
    sequence: 3,
    isWildcard: false,
    isMultiDomain: true,
    included: 3,
    maxNames: 100,
  },
]

export function productOf(id: number): Product | undefined {
  return products.find((product) => product.id === id)
}

/** Returns the subject of a product in price lists. It is never the name of an extension. */
export function priceSubject({ id }: Pick<Product, 'id'>): string {
  return `certificate-${id}`
}
