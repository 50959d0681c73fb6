/**
 * What each operation of the API does in each phase. Every operation is decided in every phase: what is not said is
 * refused. `docs/lifecycle.md` is printed from here.
 */
import type { ErrorName } from '@nameyard/contracts/errors'
import { phases, type Phase } from './lifecycle'

/** What an operation does, where it may. */
export const permissions = {
  place: 'a new row is placed; a failed one of the account steps aside',
  submit: 'the registry is asked now',
  store: 'it is kept, and goes along with the operation that is on its way or comes next',
  here: 'it is done here, without the registry',
  cancel: 'the order is given up',
  restore: 'as restore, for the price of bringing a lapsed domain back',
  hide: 'the row leaves the lists',
  retry: 'the failed operation is submitted again',
} as const
export type Permission = keyof typeof permissions

export interface Refused {
  readonly refused: ErrorName
}
type Decision = Permission | Refused

const prohibited: Refused = { refused: 'domain_status_prohibits' }
const notFound: Refused = { refused: 'domain_not_found' }

/** The phases of an order that the registry has, or is about to get. */
const ordered = ['create.queued', 'create.pending', 'transfer.queued', 'transfer.pending'] as const
const transferring = ['transfer.scheduled', 'transfer.queued', 'transfer.pending'] as const
/** What is over is only read any more: nothing else finds it. */
const over = ['gone', 'left'] as const

function decided(
  decisions: Partial<Record<Phase, Decision>>,
  otherwise: Decision = prohibited,
): Record<Phase, Decision> {
  const all = { ...each(over, notFound), ...decisions }
  return Object.fromEntries(phases.map((phase) => [phase, all[phase] ?? otherwise])) as Record<Phase, Decision>
}

function each(listed: readonly Phase[], decision: Decision): Partial<Record<Phase, Decision>> {
  return Object.fromEntries(listed.map((phase) => [phase, decision]))
}

const isOrdered: Refused = { refused: 'domain_order_duplicate' }
const isTransferring: Refused = { refused: 'transfer_running' }
const nothingWaits: Refused = { refused: 'transfer_not_pending' }
const noRestore: Refused = { refused: 'restore_not_allowed' }

export const operationsByPhase = {
  create: decided(
    {
      ...each([...over, 'failed'], 'place'),
      ...each([...ordered, 'waiting.party', 'transfer.scheduled'], isOrdered),
      ...each(['quarantine.soft', 'quarantine.hard', 'restoring', 'dying'], { refused: 'domain_not_active' }),
    },
    { refused: 'domain_in_account' },
  ),
  transfer: decided(
    {
      ...each([...over, 'failed'], 'place'),
      ...each(['create.queued', 'create.pending'], isOrdered),
      ...each(transferring, isTransferring),
      ...each(['quarantine.soft', 'quarantine.hard', 'restoring', 'dying'], { refused: 'domain_not_active' }),
    },
    { refused: 'domain_in_account' },
  ),
  'transfer by internal code': decided({
    ...each([...over, 'failed'], 'place'),
    ...each(transferring, isTransferring),
    active: 'here',
  }),
  trade: decided({ active: 'submit', failed: notFound }),
  renew: decided({ active: 'submit', 'quarantine.soft': 'restore' }),
  restore: decided({ 'quarantine.soft': 'submit', 'quarantine.hard': 'submit' }, noRestore),
  'update of contacts, nameservers, keys': decided({
    ...each(['waiting.party', 'transfer.scheduled', 'transfer.queued', 'transfer.pending', 'failed'], 'store'),
    active: 'submit',
  }),
  'update of autorenew, comments': decided(each(['quarantine.hard', 'restoring', 'dying'], prohibited), 'here'),
  'update of the lock': decided(
    { ...each(['transfer.queued', 'transfer.pending'], 'store'), active: 'submit' },
    { refused: 'domain_lock_prohibited' },
  ),
  'update of the day': decided({ 'transfer.scheduled': 'here' }),
  delete: decided({
    ...each(['waiting.party', 'transfer.scheduled'], 'cancel'),
    ...each(['transfer.queued', 'transfer.pending'], 'submit'),
    active: 'submit',
    'quarantine.soft': 'submit',
    failed: 'hide',
  }),
  'authcode get': decided(each(['active', 'active.leaving', 'active.changing', 'active.trading'], 'here'), {
    refused: 'authcode_unavailable',
  }),
  'authcode reset': decided({ active: 'submit' }),
  'transfer/approve': decided({ 'active.leaving': 'submit' }, nothingWaits),
  'transfer/send-foa1': decided({ 'waiting.party': 'here' }, nothingWaits),
  'last-operation/restart': decided({
    ...each(['active', 'active.leaving', 'quarantine.soft', 'quarantine.hard', 'failed'], 'retry'),
  }),
} as const satisfies Record<string, Record<Phase, Decision>>
export type PhasedOperation = keyof typeof operationsByPhase

/** What an operation does in a phase, or by which name it is refused. */
export function permission(operation: PhasedOperation, phase: Phase): Permission | Refused {
  return operationsByPhase[operation][phase]
}
