import type { ApprovalDemand } from '@nameyard/contracts/operation'

/** What an assistant may do without a person, and what its orders may cost, as columns. Null: no such limit. */
export interface AssistantLimits {
  readonly approval: ApprovalDemand | null
  readonly spendPerDay: number | null
  readonly spendPerMonth: number | null
}

/** How an event of the audit trail shows the limits. */
export const changesOf = ({ approval, spendPerDay, spendPerMonth }: AssistantLimits, from?: AssistantLimits) => ({
  approval: { ...(from && { from: from.approval ?? 'none' }), to: approval ?? 'none' },
  spend_per_day: { ...(from && { from: from.spendPerDay }), to: spendPerDay },
  spend_per_month: { ...(from && { from: from.spendPerMonth }), to: spendPerMonth },
})
