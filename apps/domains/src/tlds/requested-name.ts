import { fail } from '@nameyard/contracts/errors'
import { parseDomainName, type NameError } from '@nameyard/names/domain-name'
import { toULabel } from '@nameyard/names/idna'
import { soldTlds, tlds } from './catalogue'
import { fitsScript } from './idn-scripts'
import type { Tld } from './tld'

/** The name of a request in the form in which it is compared and stored, with the rules of its extension. */
export interface RequestedName {
  readonly name: string
  readonly label: string
  /** The label as people read it. */
  readonly unicodeLabel: string
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
  if (given.name === '') fail('domain_name_missing')
  const parsed = parseDomainName(`${given.name}.${extension}`)
  if (!parsed.ok) return refuse(given.name, parsed.error)
  const label = parsed.value.ascii.slice(0, -(extension.length + 1))
  if (label.includes('.')) fail('domain_name_invalid', { domain: given.name, problem: 'the name has a dot' })
  // co.uk is an extension, not a name below uk.
  if (tlds.has(parsed.value.ascii))
    fail('domain_name_invalid', { domain: given.name, problem: `${parsed.value.ascii} is an extension` })
  const unicodeLabel = toULabel(label)
  return { name: parsed.value.ascii, label, unicodeLabel, extension, tld }
}

/** Refuses a name that its extension does not allow: it is too short, or has letters of another script. */
export function refuseUnfit({ unicodeLabel, label, extension, tld }: RequestedName): void {
  const { minNameLength: min, idnScripts } = tld
  if ([...unicodeLabel].length < min) fail('domain_name_too_short', { domain: unicodeLabel, extension, min })
  if (label !== unicodeLabel && !idnScripts.some((script) => fitsScript(unicodeLabel, script))) {
    const problem = idnScripts.length === 0 ? 'takes letters a to z alone' : 'has no script with these letters'
    fail('domain_name_invalid', { domain: unicodeLabel, problem: `.${extension} ${problem}` })
  }
}

/** Refuses a name by the most specific error of the catalogue. */
function refuse(domain: string, { kind, label, problem }: NameError): never {
  if (kind === 'label_too_long' || kind === 'name_too_long') fail('domain_name_too_long', { domain, problem })
  if (kind === 'hyphen_misplaced' && label.startsWith('-')) fail('domain_name_hyphen_first', { domain })
  if (kind === 'hyphen_misplaced' && label.endsWith('-')) fail('domain_name_hyphen_last', { domain })
  return fail('domain_name_invalid', { domain, problem })
}

/** The rules of an extension in any case and spelling, with or without its leading dot. Refuses one that is not sold. */
export function soldExtension(given: string): Tld {
  if (given === '') fail('extension_missing')
  const parsed = parseDomainName(given.replace(/^\./, ''))
  return soldTlds.get(parsed.ok ? parsed.value.ascii : given) ?? fail('extension_invalid', { extension: given })
}
