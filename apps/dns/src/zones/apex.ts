import { fail } from '@nameyard/contracts/errors'
import { parseDomainName } from '@nameyard/names/domain-name'

/** The apex a path names, in any case and either spelling; what is no name at all is a zone that does not exist. */
export function apexOf(given: string): string {
  const parsed = parseDomainName(given)
  return parsed.ok ? parsed.value.ascii : fail('zone_not_found')
}

/**
 * Refuses a request whose path says one zone and whose domain another, as the zone that does not exist: a zone that is
 * taken away by mistake is out of the DNS at once. A part that is not given is not compared.
 */
export function refuseOtherApex(
  apex: string,
  { name = '', extension = '' }: { readonly name?: string | undefined; readonly extension?: string | undefined } = {},
): void {
  if (name === '' || extension === '') return
  if (apexOf(`${name}.${extension.replace(/^\./, '')}`) !== apex) fail('zone_not_found')
}

/** The apex of a zone to be made, out of its two parts. */
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
