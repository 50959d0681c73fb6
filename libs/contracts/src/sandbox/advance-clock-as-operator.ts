import { internalOperation } from '../operation'
import { advanceClock } from './advance-clock'

/** Advances the sandbox clock for an operator, as `advanceClock` does for a reseller. */
export const advanceClockAsOperator = internalOperation({
  id: 'sandbox.advance-clock-as-operator',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Advance the sandbox clock as an operator',
  body: advanceClock.body,
  result: advanceClock.result,
})
