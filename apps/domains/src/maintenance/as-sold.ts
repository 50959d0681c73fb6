import { parseDomainName } from '@nameyard/names/domain-name'

/** An extension in lower case and A-labels. */
export function asSold(given: string): string {
  const bare = given.replace(/^\./, '').toLowerCase()
  const parsed = parseDomainName(bare)
  return parsed.ok ? parsed.value.ascii : bare
}
