import { fail } from '@nameyard/contracts/errors'
import { parseDomainName, type Parsed } from '@nameyard/names/domain-name'

/** A domain name as it is compared and stored: lower case, A-labels, without dots around its parts. */
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
 * Reads the name of a request, in any letter case, with A-labels or U-labels. Its parts stay divided as they were
 * given: which extensions there are is known to domains.
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

/** The name of an order; refuses what is no domain name. */
export function orderedName(given: Given): OrderedName {
  const parsed = read(given)
  if (!parsed.ok)
    fail('domain_name_invalid', { domain: `${given.name}.${given.extension}`, problem: parsed.error.problem })
  return parsed.value
}

/** The name of a question; undefined for what is no domain name, which no order can be for. */
export function askedName(given: Given): string | undefined {
  const parsed = read(given)
  return parsed.ok ? parsed.value.name : undefined
}

/** One part of a name as it is stored; what cannot be a name is left as it is and matches nothing. */
export function storedPart(part: string): string {
  const parsed = parseDomainName(part.replace(/^\./, ''))
  return parsed.ok ? parsed.value.ascii : part
}
