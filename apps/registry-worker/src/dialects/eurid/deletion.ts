import { z } from 'zod'
import type { Command } from '@nameyard/epp/command'
import { deleteDomain } from '@nameyard/epp/domain/delete'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { verb } from '../verb'
import { DOMAIN_EXT } from './namespaces'

const own = elementsOf(DOMAIN_EXT)

/** Deletes a domain on a later day. A renewal before that day removes the plan. */
export const scheduleDelete = verb({
  data: z.strictObject({ at: z.iso.datetime() }),
  command: (name, { at }) =>
    deletion('domain:schedule-delete', name, own('schedule', [own('delDate', new Date(at).toISOString())])),
  isDone: ({ deletesAt }, { at }) => deletesAt?.getTime() === Date.parse(at),
})

/** Removes the plan of a later deletion. */
export const cancelDelete = verb({
  data: z.strictObject({}),
  command: (name) => cancellation('domain:cancel-delete', name),
  isDone: ({ deletesAt }) => deletesAt === undefined,
})

/** Undoes a deletion, planned or carried out. `name` is that of the command in the journal. */
export function cancellation(name: string, domain: string): Command<undefined> {
  return deletion(name, domain, own('cancel'))
}

function deletion(name: string, domain: string, what: XmlElement): Command<undefined> {
  return { ...deleteDomain(domain), name, extension: [own('delete', [what])] }
}
