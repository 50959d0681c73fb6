import { ALLOCATION_TOKEN, FEE, IDN, LAUNCH, LOGIN_SEC, RGP, SEC_DNS } from '../xml/namespaces'
import type { Element } from '../xml/read'
import type { Answer, CommandContext, ObjectCommand } from './command'
import { checkContact } from './contact/check-contact'
import { createContact } from './contact/create-contact'
import { deleteContact } from './contact/delete-contact'
import { infoContact } from './contact/info-contact'
import { updateContact } from './contact/update-contact'
import { checkDomain } from './domain/check-domain'
import { createDomain } from './domain/create-domain'
import { deleteDomain } from './domain/delete-domain'
import { infoDomain } from './domain/info-domain'
import { renewDomain } from './domain/renew-domain'
import { transferDomain } from './domain/transfer-domain'
import { requestUpdate } from './domain/request-update'
import { checkHost } from './host/check-host'
import { createHost } from './host/create-host'
import { deleteHost } from './host/delete-host'
import { infoHost } from './host/info-host'
import { updateHost } from './host/update-host'
import { poll } from './poll/poll'
import { login } from './session/login'
import { logout } from './session/logout'

/** What works without a session, or decides itself whether it needs one. */
export const sessionCommands: Readonly<Record<string, (payload: Element, context: CommandContext) => Promise<Answer>>> =
  { login, logout }

/** What needs a session; by object and verb. */
export const objectCommands: Readonly<Record<string, ObjectCommand>> = {
  'domain:check': checkDomain,
  'domain:create': createDomain,
  'domain:delete': deleteDomain,
  'domain:info': infoDomain,
  'domain:renew': renewDomain,
  'domain:transfer': transferDomain,
  'domain:update': requestUpdate,
  'contact:check': checkContact,
  'contact:create': createContact,
  'contact:delete': deleteContact,
  'contact:info': infoContact,
  'contact:update': updateContact,
  'host:check': checkHost,
  'host:create': createHost,
  'host:delete': deleteHost,
  'host:info': infoHost,
  'host:update': updateHost,
  poll,
}

/** Namespaces of the extensions a command takes. */
export const extensionsOf: Readonly<Record<string, readonly string[]>> = {
  login: [LOGIN_SEC],
  'domain:check': [ALLOCATION_TOKEN, FEE, LAUNCH],
  'domain:create': [ALLOCATION_TOKEN, FEE, IDN, LAUNCH, SEC_DNS],
  'domain:info': [ALLOCATION_TOKEN],
  'domain:renew': [FEE],
  'domain:transfer': [FEE],
  'domain:update': [FEE, RGP, SEC_DNS],
}
