/** The clock that stamps outbox and inbox rows; the platform's clock, given by the service. */
export type OutboxClock = () => Date
export const OUTBOX_CLOCK = Symbol('outbox clock')
