import { fail } from '@nameyard/contracts/errors'
import { parseDomainName } from '@nameyard/names/domain-name'

/** Returns the apex that a path names, in any case, with A-labels or U-labels. Fails with `zone_not_found` for no name. */
export function apexOf(given: string): string {
  const parsed = parseDomainName(given)
  return parsed.ok ? parsed.value.ascii : fail('zone_not_found')
}

/**
 * Refuses a request whose path and `domain` name different zones, with `zone_not_found`: a zone that is deleted by mistake
 * disappears from the DNS at once. A missing part is not compared.
 */
export function refuseOtherApex(
  apex: string,
  { name = '', extension = '' }: { readonly name?: string | undefined; readonly extension?: string | undefined } = {},
): void {
  if (name === '' || extension === '') return
  if (apexOf(`${name}.${extension.replace(/^\./, '')}`) !== apex) fail('zone_not_found')
}

/** Returns the apex of a new zone. */
export function newApex({ name, extension }: { readonly name: string; readonly extension: string }): string {
  const given = `${name}.${extension}`
  const parsed = parseDomainName(given)
  if (!parsed.ok) {
    const { problem } = parsed.error
    return fail('domain_name_invalid', { domain: given, problem }, [{ path: 'domain', problem }])
  }
  if (parsed.value.labels.length < 2)
    fail('extension_invalid', { extension }, [{ path: 'domain.extension', problem: 'it is missing' }])
  return parsed.value.ascii
}
