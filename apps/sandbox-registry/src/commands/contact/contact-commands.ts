import type { ObjectCommands } from '../../protocol/command'
import { checkContact } from './check-contact'
import { createContact } from './create-contact'
import { deleteContact } from './delete-contact'
import { infoContact } from './info-contact'
import { updateContact } from './update-contact'

/** The commands on contacts (RFC 5733). */
export const contactCommands: ObjectCommands = {
  'contact:check': { run: checkContact },
  'contact:create': { run: createContact },
  'contact:delete': { run: deleteContact },
  'contact:info': { run: infoContact },
  'contact:update': { run: updateContact },
}
