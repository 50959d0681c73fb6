import { Injectable } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Reason } from './model/verdict'
import { withoutSecrets, type OperationState, type RegistryOperation } from './operation.store'

/** An operation that an operator changed. */
export type Changed = Pick<RegistryOperation, 'id' | 'kind' | 'object' | 'account' | 'resellerId'>

/** The state in which an operation cannot be changed; undefined when there is no such operation. */
export type Unchanged = { readonly state: OperationState } | undefined

/**
 * Checks of an absent object begin anew, so that a registry that lags gets the whole time again. An operation that is
 * executing is continued when its execution ends.
 */
const RETRY = statement<{ id: string; now: Date }, Changed>(
  'interventions.retry',
  ({ id, now }) => sql`
    update operation set run_at = ${now}, absences = 0, fail_reason = null, announced_at = null, is_woken = state = 'executing'
    where id = ${id} and state not in ('done', 'refused', 'failed')
    returning id, kind, object, account, reseller_id as "resellerId"`,
)

/** Ends an operation; unless told otherwise, only one of which no command may have had an effect. */
const FAIL = statement<{ id: string; now: Date; reason: string; isUnasked: boolean }, Changed>(
  'interventions.fail',
  ({ id, now, reason, isUnasked }) => sql`
    update operation o set state = 'failed', reason = ${reason}, settled_at = ${now},
      intent = ${withoutSecrets(sql`o.intent`)}, view = o.view - 'authInfo'
    where o.id = ${id} and o.state in ('queued', 'waiting', 'unknown') and (${isUnasked}::boolean or not exists (
      select from registry_transaction t where t.operation_id = o.id
        and (t.state in ('sent', 'unknown') or t.state = 'answered' and t.code < 2000)))
    returning o.id, o.kind, o.object, o.account, o.reseller_id as "resellerId"`,
)

/** An operation that is executing is checked again when its execution ends. */
const FAIL_UNLESS_DONE = statement<{ id: string; now: Date; text: string }, Changed>(
  'interventions.fail-unless-done',
  ({ id, now, text }) => sql`
    update operation set fail_reason = ${text}, run_at = ${now}, absences = 0, announced_at = null, is_woken = state = 'executing'
    where id = ${id} and state not in ('done', 'refused', 'failed')
    returning id, kind, object, account, reseller_id as "resellerId"`,
)

const UNFINISHED = statement<Pick<RegistryOperation, 'account' | 'kind' | 'object'>, { id: string }>(
  'interventions.unfinished',
  ({ account, object, kind }) => sql`
    select id from operation
    where account = ${account} and object = ${object} and kind = ${kind} and state not in ('done', 'refused', 'failed')
    order by seq desc limit 1`,
)

const STATE = statement<{ id: string }, { state: OperationState }>(
  'interventions.state',
  ({ id }) => sql`select state from operation where id = ${id}`,
)

/** Changes to operations that do not go on by themselves. None of them can cause a second effect. */
@Injectable()
export class Interventions {
  /** Makes an operation run now. */
  async retry(tx: Tx, id: string, now: Date): Promise<Changed | Unchanged> {
    const [changed] = await tx.query(RETRY, { id, now })
    return changed ?? this.state(tx, id)
  }

  /** Ends an operation that is not executing; without `isUnasked` only when none of its commands may have had an effect. */
  async fail(tx: Tx, id: string, reason: Reason, now: Date, isUnasked: boolean): Promise<Changed | Unchanged> {
    const [changed] = await tx.query(FAIL, { id, now, reason: JSON.stringify(reason), isUnasked })
    return changed ?? this.state(tx, id)
  }

  /**
   * Ends the unfinished operation of a kind on an object, like {@link fail}. Returns undefined when there is none, and
   * `under way` when it is executing or one of its commands may have had an effect.
   */
  async failWaiting(
    tx: Tx,
    { account, object }: Pick<RegistryOperation, 'account' | 'object'>,
    kind: RegistryOperation['kind'],
    reason: Reason,
    now: Date,
  ): Promise<Changed | 'under way' | undefined> {
    const [found] = await tx.query(UNFINISHED, { account, object, kind })
    if (!found) return undefined
    const failed = await this.fail(tx, found.id, reason, now, false)
    return failed && 'id' in failed ? failed : 'under way'
  }

  /** Makes an operation fail at its next execution, unless the registry shows that it was carried out. */
  async failUnlessDone(tx: Tx, id: string, text: string, now: Date): Promise<Changed | Unchanged> {
    const [changed] = await tx.query(FAIL_UNLESS_DONE, { id, now, text })
    return changed ?? this.state(tx, id)
  }

  private async state(tx: Tx, id: string): Promise<Unchanged> {
    const [found] = await tx.query(STATE, { id })
    return found
  }
}
