import { z } from 'zod'
import { noData, objectCommand, type Command } from '@nameyard/epp/command'
import { label } from '@nameyard/epp/constraints'
import { DOMAIN } from '@nameyard/epp/namespaces'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { verb } from '../verb'
import { IIS } from './namespaces'

const domain = elementsOf(DOMAIN)
const own = elementsOf(IIS)

/** Gives a domain up: it is deactivated at once. */
export function giveUp(name: string): Command<undefined> {
  return flag('domain:delete', name, own('clientDelete', '1'))
}

/** Takes back that a domain was given up. `name` is that of the command in the journal. */
export function keep(name: string, domainName: string): Command<undefined> {
  return flag(name, domainName, own('clientDelete', '0'))
}

/** Gives a domain up on the day on which it expires. */
export const deleteAtExpiration = verb({
  data: z.strictObject({}),
  command: (name) => flag('domain:schedule-delete', name, own('clientDelete', '1', { atExpDate: '1' })),
  isDone: ({ deletesAt }) => deletesAt !== undefined,
})

/** Takes the plan of a deletion back. */
export const cancelDelete = verb({
  data: z.strictObject({}),
  command: (name) => keep('domain:cancel-delete', name),
  isDone: ({ deletesAt }) => deletesAt === undefined,
})

function flag(name: string, domainName: string, clientDelete: XmlElement): Command<undefined> {
  const update = domain('update', [domain('name', label('name', domainName))])
  return { ...objectCommand('domain', 'update', update, noData), name, extension: [own('update', [clientDelete])] }
}
