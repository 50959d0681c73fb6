/** A kind of certificate that is sold here. */
export interface Product {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly category: 'domain_validation' | 'multi_domain'
  /** Place among the products of its brand. */
  readonly sequence: number
  /** Whether its one name is a wildcard. */
  readonly isWildcard: boolean
  /** Whether it names what it is for by a list. */
  readonly isMultiDomain: boolean
  /** Names in its price. */
  readonly included: number
  /** Names it may have. */
  readonly maxNames: number
}

/** Who issues what is sold here. */
export const BRAND = 'Nameyard'

/**
 * Years that may be bought at once. No longer: who relies on certificates takes none of more than 398 days (CA/Browser
 * Forum Baseline Requirements 6.3.2).
 */
export const MAX_PERIOD = 1

/** Days after it was issued in which an order may be cancelled for its price. */
export const REFUND_DAYS = 30

/** What `software_id` may be. */
export const softwares = [
  { id: 'linux', title: 'Linux' },
  { id: 'windows', title: 'Windows' },
] as const

/** All that is sold: numbers 5 and 6 are those that clients know for a domain and for a wildcard. */
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

/** What a product is called in price lists. No extension is called so. */
export function priceSubject({ id }: Pick<Product, 'id'>): string {
  return `certificate-${id}`
}
