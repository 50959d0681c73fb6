import type { ObjectCommands } from '../protocol/command'
import { contactCommands } from './contact/contact-commands'
import { domainCommands } from './domain/domain-commands'
import { hostCommands } from './host/host-commands'
import { infoMaintenance } from './maintenance/info-maintenance'
import { poll } from './poll/poll'

export { sessionCommands } from './session/session-commands'

/** The commands that need a session, by object and verb. */
export const objectCommands: ObjectCommands = {
  ...domainCommands,
  ...contactCommands,
  ...hostCommands,
  'maintenance:info': { run: infoMaintenance },
  poll: { run: poll },
}
