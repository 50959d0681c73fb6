import { CHANGE_POLL } from '../xml/namespaces'
import { element, optionalText, type Markup } from '../xml/write'

/** A change that the registry made itself. */
export interface RegistryChange {
  readonly operation: 'update'
  readonly at: Date
  readonly svTRID: string
  readonly reason: string | undefined
}

/** The operation, its time and its origin, beside the object after the change (RFC 8590 section 3.1.2). */
export function writeChange({ operation, at, svTRID, reason }: RegistryChange): Markup {
  return element('changePoll:changeData', { 'xmlns:changePoll': CHANGE_POLL, state: 'after' }, [
    element('changePoll:operation', {}, operation),
    element('changePoll:date', {}, at.toISOString()),
    element('changePoll:svTRID', {}, svTRID),
    element('changePoll:who', {}, 'Registry'),
    optionalText('changePoll:reason', reason),
  ])
}
