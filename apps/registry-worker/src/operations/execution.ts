import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import type { Registry, RegistryTld } from '../registries/registry'
import type { Session } from '../sessions/session'
import type { Verdict } from './model/verdict'
import type { OperationOf, RegistryOperation } from './operation.store'

/** One execution of an operation of whatever kind: in whose hands it is, and the session it may use meanwhile. */
export interface AnyExecution {
  readonly operation: RegistryOperation
  /** Number of the worker that holds the operation; only that one may send for it. */
  readonly worker: number
  readonly registry: Registry
  /** The rules of the extension, as far as the session agreed on the extensions of EPP that they need. */
  readonly tld: RegistryTld
  readonly session: Session
}

/** An execution of an operation of one kind, with what that asks for. */
export interface Execution<Kind extends RegistryOperationKind> extends AnyExecution {
  readonly operation: OperationOf<Kind>
}

/**
 * Carries out the operations of one kind. It is called again for the same operation after every pause, and must find
 * out from the journal and the registry what earlier executions have done (RFC 5730 section 2). May throw what the
 * session throws; the operation is then of unknown outcome, unless nothing was sent.
 */
export interface Executor<Kind extends RegistryOperationKind> {
  execute(execution: Execution<Kind>): Promise<Verdict<RegistryView>>
}
