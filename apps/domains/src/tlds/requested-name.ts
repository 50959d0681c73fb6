import { fail } from '@nameyard/contracts/errors'
import { parseDomainName } from '@nameyard/names/domain-name'
import { tlds, type Tld } from './catalogue'

/** A name that was asked for, in the form it is compared and stored in, with the rules of its extension. */
export interface RequestedName {
  readonly name: string
  readonly label: string
  readonly extension: string
  readonly tld: Tld
}

/**
 * Reads the name of a request: letters in any case, A-labels or U-labels. Refuses an extension that is not sold and a
 * label that cannot be registered (RFC 1123 section 2.1, RFC 5891 section 4.2.3.1).
 */
export function requestedName(given: { readonly name: string; readonly extension: string }): RequestedName {
  const tld = soldExtension(given.extension)
  const { extension } = tld
  const parsed = parseDomainName(`${given.name}.${extension}`)
  if (!parsed.ok) fail('domain_name_invalid', { domain: given.name, problem: parsed.error.problem })
  const label = parsed.value.ascii.slice(0, -(extension.length + 1))
  if (label.includes('.')) fail('domain_name_invalid', { domain: given.name, problem: 'the name has a dot' })
  return { name: parsed.value.ascii, label, extension, tld }
}

/** The rules of an extension in any case and spelling, with or without its dot; refuses one that is not sold. */
export function soldExtension(given: string): Tld {
  const parsed = parseDomainName(given.replace(/^\./, ''))
  return tlds.get(parsed.ok ? parsed.value.ascii : given) ?? fail('extension_invalid', { extension: given })
}
