import type { z } from 'zod'
import { SEQUENCE_DIGITS } from '@nameyard/contracts/events/event-fields'
import type { eventOnWire } from '@nameyard/contracts/events/list-events'

/** An event of the log, as rows have it. */
interface LoggedEvent {
  readonly sequence: number
  readonly id: string
  readonly type: string
  readonly version: number
  readonly object: string
  readonly happenedAt: Date
  readonly request: string
  readonly state: string
}

/** An event as resellers get it, in each delivery with the same text. */
export const onWire = (account: number, event: LoggedEvent): z.input<typeof eventOnWire> => ({
  specversion: '1.0',
  id: event.id,
  source: '/v1/events',
  type: event.type,
  subject: event.object,
  time: event.happenedAt.toISOString(),
  datacontenttype: 'application/json',
  account,
  sequence: String(event.sequence).padStart(SEQUENCE_DIGITS, '0'),
  requestid: event.request,
  dataversion: event.version,
  data: JSON.parse(event.state) as unknown,
})
