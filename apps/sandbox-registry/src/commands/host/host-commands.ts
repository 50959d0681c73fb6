import type { ObjectCommands } from '../../protocol/command'
import { checkHost } from './check-host'
import { createHost } from './create-host'
import { deleteHost } from './delete-host'
import { infoHost } from './info-host'
import { updateHost } from './update-host'

/** The commands on hosts (RFC 5732). */
export const hostCommands: ObjectCommands = {
  'host:check': { run: checkHost },
  'host:create': { run: createHost },
  'host:delete': { run: deleteHost },
  'host:info': { run: infoHost },
  'host:update': { run: updateHost },
}
