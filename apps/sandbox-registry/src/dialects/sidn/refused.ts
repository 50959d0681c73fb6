import type { ResultCode } from '../../model/result'
import { element } from '../../xml/write'
import { ExplainedRefusal } from '../explained-refusal'

export const SIDN = 'http://rxsd.domain-registry.nl/sidn-ext-epp-1.0'
export const SCHEDULED_DELETE = 'http://rxsd.domain-registry.nl/sidn-ext-epp-scheduled-delete-1.0'

/** A refusal with the registry's own number: F for a form, T for an unknown object, C for a state or policy. */
export function refused(
  code: ResultCode,
  { number, field, text }: { readonly number: string; readonly field: string; readonly text: string },
): ExplainedRefusal {
  const msg = element('sidn-ext-epp:msg', { field, code: number }, text)
  const response = element('sidn-ext-epp:response', {}, [msg])
  return new ExplainedRefusal(element('sidn-ext-epp:ext', { 'xmlns:sidn-ext-epp': SIDN }, [response]), code, text)
}
