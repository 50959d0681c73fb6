import { extensionOf, type Answer } from '../../answer'
import { token } from '../../element-reader'
import { CHANGE_POLL } from '../../namespaces'

/** A change of an object by another party (RFC 8590 section 3). */
export interface ObjectChange {
  /** `update`, `autoRenew`, `autoDelete`, `autoPurge` … or `custom`. */
  readonly operation: string
  /** The kind of the operation, when there are several or it is `custom`. */
  readonly op: string | undefined
  readonly date: Date
  readonly svTRID: string
  readonly who: string
  /** Whether the message shows the object before or after the change. */
  readonly state: 'before' | 'after'
  /** The case that caused the change, such as a UDRP decision. */
  readonly caseId: { readonly type: string; readonly id: string } | undefined
  readonly reason: string | undefined
}

/** Returns the change in a poll message, if there is one. */
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
