import { RGP } from '../xml/namespaces'
import type { Element } from '../xml/read'
import type { Answer, CommandContext, ObjectCommand } from './command'
import { checkContact } from './contact/check-contact'
import { createContact } from './contact/create-contact'
import { infoContact } from './contact/info-contact'
import { checkDomain } from './domain/check-domain'
import { createDomain } from './domain/create-domain'
import { infoDomain } from './domain/info-domain'
import { checkHost } from './host/check-host'
import { createHost } from './host/create-host'
import { infoHost } from './host/info-host'
import { login } from './session/login'
import { logout } from './session/logout'

/** What works without a session, or decides itself whether it needs one. */
export const sessionCommands: Readonly<Record<string, (payload: Element, context: CommandContext) => Promise<Answer>>> =
  { login, logout }

/** What needs a session; by object and verb. */
export const objectCommands: Readonly<Record<string, ObjectCommand>> = {
  'domain:check': checkDomain,
  'domain:create': createDomain,
  'domain:info': infoDomain,
  'contact:check': checkContact,
  'contact:create': createContact,
  'contact:info': infoContact,
  'host:check': checkHost,
  'host:create': createHost,
  'host:info': infoHost,
}

/** Namespaces of the extensions a command takes. */
export const extensionsOf: Readonly<Record<string, readonly string[]>> = { 'domain:update': [RGP] }
