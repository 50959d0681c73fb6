import type { PeriodLengths } from '../model/tld-rules'
import { readPeriod } from '../protocol/period'
import { childrenOf } from '../xml/replace'
import type { DialectCommand } from './dialect'

/** Refuses a period that the registry itself does not accept, whatever the rules of the TLD here say. */
export function refuseOtherPeriods({ request }: DialectCommand, accepted: readonly PeriodLengths[]): void {
  const [period] = childrenOf(request.payload, 'period')
  if (period) readPeriod(period, accepted)
}
