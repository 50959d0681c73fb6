import { Refusal } from '../model/result'
import { Fields, empty, token, unexpected } from '../xml/fields'
import { LOGIN_SEC } from '../xml/namespaces'
import type { Element } from '../xml/read'
import { element, type Markup } from '../xml/write'

/** The value of `<pw>` or `<newPW>` when the password is in the extension (RFC 8807 section 3.1). */
const PASSWORD_IN_EXTENSION = '[LOGIN-SECURITY]'

/** Passwords without the upper limit of RFC 5730. */
export interface LoginSecurity {
  readonly password: string | undefined
  readonly newPassword: string | undefined
}

const passwordLength = [6, 1024] as const

/** Reads `<loginSec:loginSec>` (RFC 8807 section 4.1). */
export function readLoginSecurity(extension: Element): LoginSecurity {
  if (extension.local !== 'loginSec') throw unexpected(extension, 'a login is extended by <loginSec>')
  const fields = new Fields(extension)
  const userAgent = fields.optional('userAgent')
  const pw = fields.optional('pw')
  const newPW = fields.optional('newPW')
  fields.end()
  if (userAgent) readUserAgent(userAgent)
  return { password: pw && token(pw, passwordLength), newPassword: newPW && token(newPW, passwordLength) }
}

/** Returns the valid password. A password in the extension requires the marker in `<pw>`, and the marker requires it. */
export function passwordOf(plain: string, extended: string | undefined, local: 'pw' | 'newPW'): string {
  if ((plain === PASSWORD_IN_EXTENSION) === (extended === undefined)) {
    throw new Refusal(2003, `<${local}> and <loginSec:${local}> do not go together`)
  }
  return extended ?? plain
}

/** Warns of logins that failed before this one on the same connection. */
export function writeLoginSecurity(failedLogins: number): Markup | undefined {
  if (failedLogins === 0) return undefined
  const warning = { type: 'stat', name: 'failedLogins', level: 'warning', value: String(failedLogins) }
  return element('loginSec:loginSecData', { 'xmlns:loginSec': LOGIN_SEC }, [
    element('loginSec:event', warning, 'Logins that failed on this connection'),
  ])
}

function readUserAgent(userAgent: Element): void {
  const fields = new Fields(userAgent)
  const parts = ['app', 'tech', 'os'].map((local) => fields.optional(local))
  fields.end()
  for (const part of parts) if (part) token(part, [0, 255])
  if (!parts.some(Boolean)) empty(userAgent)
}
