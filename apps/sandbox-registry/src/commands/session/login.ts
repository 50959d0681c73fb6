import { passwordOf, readLoginSecurity, writeLoginSecurity } from '../../extensions/login-sec'
import { Refusal } from '../../model/result'
import type { Answer, CommandContext } from '../../protocol/command'
import { hashPassword, isPassword } from '../../sessions/password'
import { changePassword, findRegistrar } from '../../sessions/registrar.store'
import { Fields, refuseValue, token, unexpected } from '../../xml/fields'
import { LOGIN_SEC } from '../../xml/namespaces'
import type { Element } from '../../xml/read'

const clIDLength = [3, 16] as const
/** `pwType` of RFC 5730; longer passwords need the extension of RFC 8807. */
const passwordLength = [6, 16] as const

/**
 * Opens a session (RFC 5730 section 2.9.1.1). 2200 for a wrong identifier, password or certificate; 2501 after too many
 * failed logins on one connection; 2502 beyond the registrar's session limit; 2002 when the session is logged in.
 */
export async function login(
  payload: Element,
  { db, policy, services: offered, session, extensions }: CommandContext,
): Promise<Answer> {
  const request = readLogin(payload)
  if (session.login) throw new Refusal(2002, 'a session is open already')
  if (request.version !== '1.0') throw new Refusal(2100)
  if (request.lang !== 'en') throw new Refusal(2102, 'messages are written in English (en)')
  const strange = request.objectServices.find((uri) => !offered.objects.includes(uri))
  if (strange !== undefined) throw new Refusal(2307, `${strange} is not among the greeting's objects`)
  const unoffered = request.extensions.find((uri) => !offered.extensions.includes(uri))
  if (unoffered !== undefined) throw new Refusal(2103, `${unoffered} is not among the greeting's extensions`)

  const extension = extensions.get(LOGIN_SEC)
  if (extension && !request.extensions.includes(LOGIN_SEC)) {
    throw new Refusal(2103, 'the login does not name the extension it uses', { ...extension, text: '' })
  }
  const security = extension && readLoginSecurity(extension)
  const password = passwordOf(request.password, security?.password, 'pw')
  const newPassword =
    request.newPassword === undefined ? undefined : passwordOf(request.newPassword, security?.newPassword, 'newPW')

  const registrar = await findRegistrar(db, request.clID)
  const isKnown =
    registrar !== undefined &&
    (await isPassword(password, registrar.passwordHash)) &&
    (registrar.certificateSha256 === null || registrar.certificateSha256 === session.certificateSha256)
  if (!isKnown) {
    session.failedLogins++
    throw new Refusal(session.failedLogins < policy.maxLoginAttempts ? 2200 : 2501)
  }
  if (newPassword !== undefined) await changePassword(db, request.clID, await hashPassword(newPassword))
  if (!session.endpoint.sessions.acquire(request.clID, policy.maxSessions)) throw new Refusal(2502)
  session.login = {
    registrar: request.clID,
    objectServices: new Set(request.objectServices),
    extensions: new Set(request.extensions),
  }
  const warning = extension && writeLoginSecurity(session.failedLogins)
  return { code: 1000, ...(warning && { extensions: [warning] }) }
}

function readLogin(payload: Element) {
  const fields = new Fields(payload)
  const clID = token(fields.required('clID'), clIDLength)
  const password = token(fields.required('pw'), passwordLength)
  const newPW = fields.optional('newPW')
  const options = new Fields(fields.required('options'))
  const services = new Fields(fields.required('svcs'))
  fields.end()

  const version = options.required('version')
  const lang = options.required('lang')
  options.end()
  if (!/^[1-9]+\.[0-9]+$/.test(token(version, [3, 16])))
    throw refuseValue(version, 2005, 'that is not a protocol version')

  const objects = services.repeated('objURI')
  const extensions = services.optional('svcExtension')
  services.end()
  if (objects.length === 0) throw new Refusal(2003, 'a login names at least one <objURI>')
  return {
    clID,
    password,
    newPassword: newPW && token(newPW, passwordLength),
    version: token(version, [3, 16]),
    lang: token(lang, [1, 64]),
    objectServices: objects.map((uri) => token(uri, [1, 255])),
    extensions: extensions ? readExtensions(extensions) : [],
  }
}

function readExtensions(element: Element): string[] {
  const fields = new Fields(element)
  const uris = fields.repeated('extURI')
  fields.end()
  if (uris.length === 0) throw unexpected(element, '<svcExtension> is empty')
  return uris.map((uri) => token(uri, [1, 255]))
}
