import type { listApprovals } from '@nameyard/contracts/approvals/list-approvals'
import type { Result } from '@nameyard/contracts/operation'
import { operations } from '@nameyard/contracts/operations'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { ApprovalState, StoredApproval } from './approval.store'

type OnWire = Result<typeof listApprovals>['results'][number]

const summaries: ReadonlyMap<string, string> = new Map(operations.map(({ id, summary }) => [id, summary]))

/** An approval as its people see it. One that can no longer be approved or used has expired. */
export function approvalOnWire(approval: StoredApproval, now: Date): OnWire {
  const isOpen = approval.state === 'pending' || approval.state === 'approved'
  return {
    id: approval.id,
    status: isOpen && approval.expiresAt <= now ? 'expired' : approval.state,
    operation: approval.operation,
    summary: summaries.get(approval.operation) ?? '',
    price: approval.price,
    currency: approval.currency,
    key_id: approval.keyId,
    key_name: approval.name,
    session_id: approval.sessionId,
    created_at: printDate(approval.createdAt),
    expires_at: printDate(approval.expiresAt),
  }
}

/** Why an approval cannot be decided or used any more. */
export function problemOf(state: ApprovalState, isExpired: boolean): string {
  if (state === 'refused') return 'was refused'
  if (state === 'used') return 'was used'
  if (isExpired) return 'has expired'
  return state === 'pending' ? 'a person has not decided yet' : 'was decided'
}
