import { token } from '../../element-reader'
import { CHANGE_POLL } from '../../namespaces'
import { extensionOf, type Answer } from '../../response'

/** That an object was changed by somebody else than us (RFC 8590 section 3). */
export interface ObjectChange {
  /** `update`, `autoRenew`, `autoDelete`, `autoPurge` … or `custom`. */
  readonly operation: string
  /** Which, when the operation has kinds or is `custom`. */
  readonly op: string | undefined
  readonly date: Date
  readonly svTRID: string
  readonly who: string
  /** Whether the message shows the object as it was before the change or after it. */
  readonly state: 'before' | 'after'
  /** The case behind it, such as a UDRP decision. */
  readonly caseId: { readonly type: string; readonly id: string } | undefined
  readonly reason: string | undefined
}

/** The change in a poll message, if it tells of one. */
export function changeIn(answer: Answer): ObjectChange | undefined {
  const changeData = extensionOf(answer, CHANGE_POLL, 'changeData')
  if (!changeData) return undefined
  const operation = changeData.get('operation')
  const caseId = changeData.find('caseId')
  return {
    operation: token(operation),
    op: operation.attrs.op,
    date: changeData.date('date'),
    svTRID: changeData.token('svTRID'),
    who: changeData.token('who'),
    state: changeData.element.attrs.state === 'before' ? 'before' : 'after',
    caseId: caseId && { type: caseId.attrs.type ?? 'custom', id: token(caseId) },
    reason: changeData.optionalToken('reason'),
  }
}
