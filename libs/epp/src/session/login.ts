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

/**
 * Chooses the services of a login from the greeting. A server refuses unknown services with 2307 or 2103, so extensions
 * that it does not offer are left out; the result has the remaining ones. Objects and EPP 1.0 are required: throws
 * ProtocolError with what is missing.
 */
export function chooseServices(greeting: Greeting, wanted: Pick<Services, 'objURIs' | 'extURIs'>): Services {
  if (!greeting.versions.includes('1.0')) throw new ProtocolError('the server does not speak EPP 1.0')
  const missing = wanted.objURIs.filter((uri) => !greeting.objURIs.includes(uri))
  if (missing.length > 0) throw new ProtocolError(`the server does not offer ${missing.join(', ')}`)
  return {
    lang: greeting.langs.includes('en') ? 'en' : (greeting.langs[0] ?? 'en'),
    objURIs: wanted.objURIs,
    extURIs: wanted.extURIs.filter((uri) => greeting.extURIs.includes(uri)),
  }
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
