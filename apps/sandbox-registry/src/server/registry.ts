import type { Pool } from 'pg'
import type { FrameFolder } from '../audit/frame-folder'
import type { RealClock } from '../clock/clock.store'
import type { DelayedAnswers } from '../faults/delayed-answers'
import type { Endpoint } from '../sessions/session'
import type { CreateBatch } from './create-batch'
import type { RuleCache } from './rule-cache'

/** The registry's log; pino implements it. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What the EPP servers and the control server of one process share. */
export interface Registry {
  readonly pool: Pool
  readonly clock: RealClock
  readonly log: Log
  /** The open endpoints, by name. */
  readonly endpoints: Map<string, Endpoint>
  readonly rules: RuleCache
  readonly creates: CreateBatch
  readonly delayed: DelayedAnswers
  /** The folder that keeps every frame as a file; undefined when no frames are kept. */
  readonly frames?: FrameFolder | undefined
}
