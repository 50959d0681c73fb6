import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import type { RegistryTld } from '../dialects/dialect'
import type { Registry } from '../registries/registry'
import type { Session } from '../sessions/session'
import type { Verdict } from './model/verdict'
import type { OperationOf, ClaimedOperation } from './operation.store'

/** One execution of an operation of any kind, with its session. */
export interface AnyExecution {
  readonly operation: ClaimedOperation
  /** Number of the worker that holds the operation; only this worker may send for it. */
  readonly worker: number
  readonly registry: Registry
  /** The rules of the TLD, limited to the EPP extensions that the session agreed on. */
  readonly tld: RegistryTld
  readonly session: Session
}

/** An execution of an operation of one kind. */
export interface Execution<Kind extends RegistryOperationKind> extends AnyExecution {
  readonly operation: OperationOf<Kind>
}

/**
 * Executes operations of one kind. Called again for the same operation after every pause: it reads in the journal and at
 * the registry what earlier executions have done (RFC 5730 section 2). May throw errors of the session; the outcome is
 * then unknown, unless nothing was sent.
 */
export interface Executor<Kind extends RegistryOperationKind> {
  execute(execution: Execution<Kind>): Promise<Verdict<RegistryView>>
}
