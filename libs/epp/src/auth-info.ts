import { lineOf, tokenOf } from './constraints'
import { ElementReader } from './element-reader'
import { elementsOf, type XmlElement } from './xml'

/** Authorization information of a domain or contact (RFC 5731 section 2.6). */
export interface AuthInfo {
  readonly pw: string
  /** The registrant or contact that the password belongs to, when it is not the object's own. */
  readonly roid?: string | undefined
}

export function encodeAuthInfo(ns: string, authInfo: AuthInfo): XmlElement {
  const element = elementsOf(ns)
  const roid = authInfo.roid && tokenOf('roid', 3, 89, authInfo.roid)
  return element('authInfo', [element('pw', lineOf('authInfo', 0, Infinity, authInfo.pw), { roid })])
}

/** Returns the authInfo of an object, if the registry showed it as a password. */
export function decodeAuthInfo(object: ElementReader): AuthInfo | undefined {
  const authInfo = object.find('authInfo')
  const pw = authInfo && new ElementReader(authInfo).find('pw')
  if (!pw) return undefined
  return pw.attrs.roid === undefined ? { pw: pw.text } : { pw: pw.text, roid: pw.attrs.roid }
}
