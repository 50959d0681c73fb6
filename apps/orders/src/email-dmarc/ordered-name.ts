import { fail } from '@nameyard/contracts/errors'
import { parseDomainName, type Parsed } from '@nameyard/names/domain-name'

/** A domain name as it is stored: lower case, A-labels, no dots around its parts. */
export interface OrderedName {
  readonly name: string
  readonly label: string
  readonly extension: string
}

interface Given {
  readonly name: string
  readonly extension: string
}

/**
 * Parses the name of a request, in any letter case, with A-labels or U-labels. It keeps the given split into name and
 * extension, because only the domains service knows the extensions.
 */
function read({ name, extension }: Given): Parsed<OrderedName> {
  const parsedExtension = parseDomainName(extension.replace(/^\./, ''))
  if (!parsedExtension.ok) return parsedExtension
  const extensionAscii = parsedExtension.value.ascii
  const parsed = parseDomainName(`${name}.${extensionAscii}`)
  if (!parsed.ok) return parsed
  const { ascii } = parsed.value
  return {
    ok: true,
    value: { name: ascii, label: ascii.slice(0, -(extensionAscii.length + 1)), extension: extensionAscii },
  }
}

/** Returns the name for an order. Refuses an invalid domain name. */
export function orderedName(given: Given): OrderedName {
  const parsed = read(given)
  if (!parsed.ok)
    fail('domain_name_invalid', { domain: `${given.name}.${given.extension}`, problem: parsed.error.problem })
  return parsed.value
}

/** Returns the name for a search; undefined when it is no domain name, because then no order can have it. */
export function askedName(given: Given): string | undefined {
  const parsed = read(given)
  return parsed.ok ? parsed.value.name : undefined
}

/** Returns one part of a name as it is stored. Text that cannot be a name is returned unchanged and matches nothing. */
export function storedPart(part: string): string {
  const parsed = parseDomainName(part.replace(/^\./, ''))
  return parsed.ok ? parsed.value.ascii : part
}
