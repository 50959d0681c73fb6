import type { allowAssistant } from '@nameyard/contracts/assistants/allow-assistant'
import type { InputGiven } from '@nameyard/contracts/operation'

/** The fields about limits, as a person has filled them in. */
export interface GivenLimits {
  readonly approval: string
  readonly spend_per_day: string
  readonly spend_per_month: string
}

type Limits = Pick<InputGiven<typeof allowAssistant>, 'approval' | 'spendPerDay' | 'spendPerMonth'>

export const givenLimits = (form: URLSearchParams): GivenLimits => ({
  approval: form.get('approval') ?? '',
  spend_per_day: form.get('spend_per_day')?.trim() ?? '',
  spend_per_month: form.get('spend_per_month')?.trim() ?? '',
})

/**
 * The limits of an assistant with some rights. Unless the person says otherwise, its orders need approval; orders without
 * approval need a limit of spending. Returns the name of a fault in what was entered.
 */
export function limitsOf(given: GivenLimits, scope: readonly string[]): Limits | 'limit_wrong' | 'limit_needed' {
  const mayBuy = scope.includes('purchase')
  if (!mayBuy) return given.approval === 'purchases-and-destructive' ? { approval: given.approval } : {}
  const approval =
    given.approval === 'none' || given.approval === 'purchases-and-destructive' ? given.approval : 'purchases'
  const [perDay, perMonth] = [amountIn(given.spend_per_day), amountIn(given.spend_per_month)]
  if (Number.isNaN(perDay) || Number.isNaN(perMonth)) return 'limit_wrong'
  const spend = {
    ...(perDay !== undefined && { spendPerDay: perDay }),
    ...(perMonth !== undefined && { spendPerMonth: perMonth }),
  }
  if (approval !== 'none') return { approval, ...spend }
  return Object.keys(spend).length === 0 ? 'limit_needed' : spend
}

/** An amount with a decimal point or comma; undefined for an empty field, not a number for anything else. */
function amountIn(text: string): number | undefined {
  if (text === '') return undefined
  return /^\d{1,9}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
