import { parseDomainName } from '@nameyard/names/domain-name'
import { extensionsOf, soldAt } from '../tlds/catalogue'

/** An extension in lower case and A-labels. */
export function asSold(given: string): string {
  const bare = given.replace(/^\./, '').toLowerCase()
  const parsed = parseDomainName(bare)
  return parsed.ok ? parsed.value.ascii : bare
}

/** The extensions of an account at a registry that are sold at an instant. */
export function soldOf(account: string, at: Date): readonly string[] {
  const sold = new Set(soldAt(at).map(({ extension }) => extension))
  return extensionsOf(account, at).filter((each) => sold.has(each))
}
