import type { Notice } from '../../objects/poll-message.store'
import { element } from '../../xml/write'
import { POLL } from './namespaces'

/** A message about a domain, in the registry's own form. */
export function domainNotice(
  registrar: string,
  {
    name,
    at,
    context,
    action,
    code,
    text,
  }: Readonly<Record<'name' | 'context' | 'action' | 'code' | 'text', string>> & {
    readonly at: Date
  },
): Notice {
  return {
    registrar,
    at,
    text,
    resData: element('poll:pollData', { 'xmlns:poll': POLL }, [
      element('poll:context', {}, context),
      element('poll:objectType', {}, 'DOMAIN'),
      element('poll:object', {}, name),
      element('poll:action', {}, action),
      element('poll:code', {}, code),
    ]),
  }
}
