import type { Command } from '../command'
import { clID, listOf, tokenOf } from '../constraints'
import { ProtocolError } from '../element-reader'
import { EPP } from '../namespaces'
import { elementsOf, unlessEmpty } from '../xml'
import type { Greeting } from './greeting'

const epp = elementsOf(EPP)

/** The language, object mappings and extensions of a session. */
export interface Services {
  readonly lang: string
  readonly objURIs: readonly string[]
  readonly extURIs: readonly string[]
}

/** The services that a session needs or uses. */
export interface WantedServices {
  /** Object mappings; all are required. */
  readonly objURIs: readonly string[]
  /** Object mappings to use when the server offers them. */
  readonly optionalObjURIs?: readonly string[]
  /** Extensions to use when the server offers them. */
  readonly extURIs: readonly string[]
  /** Extensions without which the session is of no use. */
  readonly requiredExtURIs?: readonly string[]
  /** Versions of one extension, the preferred one first. Only the first that the server offers is used. */
  readonly alternatives?: readonly (readonly string[])[]
}

/**
 * Chooses the services of a login from the greeting. A server refuses unknown services with 2307 or 2103, so extensions
 * that it does not offer are left out; the result has the remaining ones. Objects, required extensions and EPP 1.0 must
 * be offered: throws ProtocolError with what is missing.
 */
export function chooseServices(
  greeting: Greeting,
  { objURIs, optionalObjURIs = [], extURIs, requiredExtURIs = [], alternatives = [] }: WantedServices,
): Services {
  if (!greeting.versions.includes('1.0')) throw new ProtocolError('the server does not speak EPP 1.0')
  const missing = [
    ...objURIs.filter((uri) => !greeting.objURIs.includes(uri)),
    ...requiredExtURIs.filter((uri) => !greeting.extURIs.includes(uri)),
  ]
  if (missing.length > 0) throw new ProtocolError(`the server does not offer ${missing.join(', ')}`)
  return {
    lang: greeting.langs.includes('en') ? 'en' : (greeting.langs[0] ?? 'en'),
    objURIs: [...objURIs, ...optionalObjURIs.filter((uri) => greeting.objURIs.includes(uri))],
    extURIs: [...new Set([...requiredExtURIs, ...extURIs])].filter(
      (uri) => greeting.extURIs.includes(uri) && !isOlder(uri, greeting, alternatives),
    ),
  }
}

/** Whether the server offers a preferred version of the extension. */
function isOlder(uri: string, { extURIs }: Greeting, alternatives: readonly (readonly string[])[]): boolean {
  return alternatives.some(
    (each) => each.includes(uri) && each.slice(0, each.indexOf(uri)).some((newer) => extURIs.includes(newer)),
  )
}

export interface Credentials {
  /** The registrar's identifier at the registry. */
  readonly clID: string
  readonly pw: string
  /** Replaces the password. If the answer to such a login is lost, either of the two may be the valid one. */
  readonly newPW?: string | undefined
}

/** Opens a session on a connection (RFC 5730 section 2.9.1.1). Passwords have 6 to 16 characters. */
export function login(credentials: Credentials, services: Services): Command<undefined> {
  const uris = (local: string, list: readonly string[]) => list.map((uri) => epp(local, uri))
  const password = (local: 'pw' | 'newPW', value: string) => epp(local, tokenOf(local, 6, 16, value))
  return {
    name: 'session:login',
    verb: epp('login', [
      epp('clID', clID('clID', credentials.clID)),
      password('pw', credentials.pw),
      credentials.newPW === undefined ? undefined : password('newPW', credentials.newPW),
      epp('options', [epp('version', '1.0'), epp('lang', services.lang)]),
      epp('svcs', [
        ...uris('objURI', listOf('objURI', services.objURIs)),
        unlessEmpty(epp('svcExtension', uris('extURI', services.extURIs))),
      ]),
    ]),
    decode: () => undefined,
  }
}
