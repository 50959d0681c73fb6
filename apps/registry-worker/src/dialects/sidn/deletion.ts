import { z } from 'zod'
import { noData, objectCommand, type Command } from '@nameyard/epp/command'
import { label } from '@nameyard/epp/constraints'
import { DOMAIN } from '@nameyard/epp/namespaces'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { ownCommand } from '../own-command'
import { verb } from '../verb'
import { SCHEDULED_DELETE, SIDN } from './namespaces'

const domain = elementsOf(DOMAIN)
const scheduled = elementsOf(SCHEDULED_DELETE)
const own = elementsOf(SIDN)

/** Plans the deletion: on a day, or at the end of the subscription period. */
export const scheduleDelete = verb({
  data: z.strictObject({ date: z.iso.date().optional() }),
  command: (name, { date }) =>
    schedule(name, [
      scheduled('operation', date === undefined ? 'setDateToEndOfSubscriptionPeriod' : 'setDate'),
      date === undefined ? undefined : scheduled('date', date),
    ]),
  isDone: ({ deletesAt }, { date }) =>
    deletesAt !== undefined && (date === undefined || deletesAt.toISOString().startsWith(date)),
})

/** Takes a planned deletion back. */
export const cancelScheduledDelete = verb({
  data: z.strictObject({}),
  command: (name) => schedule(name, [scheduled('operation', 'cancel')]),
  isDone: ({ deletesAt }) => deletesAt === undefined,
})

function schedule(name: string, content: readonly (XmlElement | undefined)[]): Command<undefined> {
  const update = domain('update', [domain('name', label('name', name))])
  const command = objectCommand('domain', 'update', update, noData)
  return { ...command, name: 'domain:schedule-delete', extension: [scheduled('update', content)] }
}

/** Undoes the deletion of a domain in quarantine: a command of the registry's own. */
export function cancelDelete(name: string): Command<undefined> {
  const verb = own('domainCancelDelete', [own('name', label('name', name))])
  return ownCommand(SIDN, { name: 'domain:restore-request', verb })
}
