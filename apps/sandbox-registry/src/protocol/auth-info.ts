import { onlyChild, normalizedString, refuseValue } from '../xml/fields'
import type { Element } from '../xml/read'

/** The password that authorizes a client to see or transfer an object (RFC 5731 section 2.6). */
export interface AuthInfo {
  readonly pw: string
  /** The object that the password belongs to, when it is not the object of the command. */
  readonly roid: string | undefined
}

/** Reads `authInfo`. Only passwords are supported; other forms are refused with 2102. */
export function readAuthInfo(element: Element): AuthInfo {
  const choice = onlyChild(element)
  if (choice.local !== 'pw' || choice.ns !== element.ns) {
    throw refuseValue(choice, 2102, 'authorization information is a <pw>')
  }
  return { pw: normalizedString(choice, [0, 255], 'roid'), roid: choice.attributes.roid }
}

/** Checks a password; its roid may name the domain or the registrant (RFC 5731 section 3.1.2). */
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
