import { approval } from '../../approvals/approval'
import { getApproval } from '../../approvals/get-approval'
import { accountEvent } from '../account-event'

/** An approval as `GET /v1/approvals` lists it: without the arguments of the call, and without any link. */
export const approvalState = approval

const ofApproval = { producer: 'customers', version: 1, read: getApproval, state: approvalState } as const

export const approvalRequested = accountEvent({
  ...ofApproval,
  type: 'approval.requested',
  summary: 'A call of an API key or an assistant waits for the approval of a person.',
  notice: { severity: 'warning', text: 'A call of {key_name} waits for an approval until {expires_at}: {operation}.' },
})

export const approvalDecided = accountEvent({
  ...ofApproval,
  type: 'approval.decided',
  summary: 'A person has approved or refused a call of an API key or an assistant.',
})

export const approvalMailFailed = accountEvent({
  ...ofApproval,
  type: 'approval.mail-failed',
  summary: 'A mail that asks a person for an approval could not be delivered.',
  notice: { severity: 'warning', text: 'A mail about a call of {key_name} that waits for approval was not delivered.' },
})
