import { extensionOf } from '../../answer'
import type { Command } from '../../command'
import { tokenOf } from '../../constraints'
import { attribute, token } from '../../element-reader'
import { extended } from '../../extension'
import { LOGIN_SECURITY } from '../../namespaces'
import { login, type Credentials, type Services } from '../../session/login'
import { elementsOf } from '../../xml'

const loginSec = elementsOf(LOGIN_SECURITY)

/** The password of the login when the extension has the real one (RFC 8807 section 3.1). */
const ELSEWHERE = '[LOGIN-SECURITY]'

/** A warning of the server about our login (RFC 8807 section 3.2). */
export interface SecurityEvent {
  /** `password`, `certificate`, `cipher`, `tlsProtocol`, `newPW`, `stat`, `custom`. */
  readonly type: string
  readonly level: 'warning' | 'error'
  /** The name of a statistic or custom event. */
  readonly name: string | undefined
  /** The expiry of the password or certificate. */
  readonly exDate: Date | undefined
  readonly value: string | undefined
  readonly text: string
}

export interface SecureLogin {
  readonly securityEvents: readonly SecurityEvent[]
}

/** Our software, sent with every login; without versions, which would help attackers only. */
export interface UserAgent {
  readonly app: string
  readonly tech?: string | undefined
}

/** Logs in with passwords of any length from 6 characters (RFC 8807 section 4.1). */
export function secureLogin(credentials: Credentials, services: Services, agent: UserAgent): Command<SecureLogin> {
  const { clID, pw, newPW } = credentials
  const password = (local: 'pw' | 'newPW', value: string) => loginSec(local, tokenOf(local, 6, Infinity, value))
  const plain = login({ clID, pw: ELSEWHERE, newPW: newPW === undefined ? undefined : ELSEWHERE }, services)
  const element = loginSec('loginSec', [
    loginSec('userAgent', [
      loginSec('app', agent.app),
      agent.tech === undefined ? undefined : loginSec('tech', agent.tech),
    ]),
    password('pw', pw),
    newPW === undefined ? undefined : password('newPW', newPW),
  ])
  return extended(plain, {
    element,
    decode: (answer) => ({
      securityEvents: (extensionOf(answer, LOGIN_SECURITY, 'loginSecData')?.all('event') ?? []).map((event) => ({
        type: attribute(event, 'type'),
        level: attribute(event, 'level') === 'error' ? ('error' as const) : ('warning' as const),
        name: event.attrs.name,
        exDate: event.attrs.exDate === undefined ? undefined : new Date(event.attrs.exDate),
        value: event.attrs.value,
        text: token(event),
      })),
    }),
  })
}
