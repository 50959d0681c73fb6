import { onlyChild, normalizedString, refuseValue } from '../xml/fields'
import type { Element } from '../xml/read'

/** What a client gives to prove that it may see or move an object: the password, and whose password it is. */
export interface AuthInfo {
  readonly pw: string
  /** The object the password belongs to when it is not the one asked about. */
  readonly roid: string | undefined
}

/** Reads `authInfo` (RFC 5731 section 2.6). Only passwords are known here; others are refused with 2102. */
export function readAuthInfo(element: Element): AuthInfo {
  const choice = onlyChild(element)
  if (choice.local !== 'pw' || choice.ns !== element.ns) {
    throw refuseValue(choice, 2102, 'authorization information is a <pw>')
  }
  return { pw: normalizedString(choice, [0, 255], 'roid'), roid: choice.attributes.roid }
}

/** A password with a roid is that of the object with this roid: the domain's own or its registrant's (RFC 5731 section 3.1.2). */
export function opensDomain(
  { pw, roid }: AuthInfo,
  domain: {
    readonly roid: string
    readonly authInfo: string | null
    readonly registrantRoid: string | null
    readonly registrantAuthInfo: string | null
  },
): boolean {
  if (roid === undefined || roid === domain.roid) return pw === domain.authInfo
  return roid === domain.registrantRoid && pw === domain.registrantAuthInfo
}
