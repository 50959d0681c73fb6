/**
 * What each operation of the API does in each phase. Every operation is decided for every phase, otherwise it is refused.
 * `docs/lifecycle.md` is printed from here.
 */
import type { ErrorName } from '@nameyard/contracts/errors'
import { phases, type Phase } from './lifecycle'

/** What an operation does in a phase that allows it. */
export const permissions = {
  place: 'a new order is stored and replaces a failed one of the account',
  submit: 'an operation is submitted to the registry',
  store: 'it is stored, and sent with the operation under way or the next one',
  here: 'the platform does it without the registry',
  cancel: 'the order is cancelled',
  restore: 'as restore, for the price of restoring a lapsed domain',
  hide: 'the domain is not listed any more',
  retry: 'the failed operation is submitted again',
} as const
export type Permission = keyof typeof permissions

export interface Refused {
  readonly refused: ErrorName
}
type Decision = Permission | Refused

const prohibited: Refused = { refused: 'domain_status_prohibits' }
const notFound: Refused = { refused: 'domain_not_found' }

/** Phases of an order that is submitted to the registry. */
const ordered = ['create.queued', 'create.pending', 'transfer.queued', 'transfer.pending'] as const
const transferring = ['transfer.scheduled', 'transfer.queued', 'transfer.pending'] as const
/** Phases of a domain that has ended. It can only be read. */
const over = ['purged', 'transferredAway'] as const

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
      ...each(['quarantine.soft', 'redemption', 'restoring', 'pendingDelete'], { refused: 'domain_not_active' }),
    },
    { refused: 'domain_in_account' },
  ),
  transfer: decided(
    {
      ...each([...over, 'failed'], 'place'),
      ...each(['create.queued', 'create.pending'], isOrdered),
      ...each(transferring, isTransferring),
      ...each(['quarantine.soft', 'redemption', 'restoring', 'pendingDelete'], { refused: 'domain_not_active' }),
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
  restore: decided({ 'quarantine.soft': 'submit', redemption: 'submit' }, noRestore),
  'update of contacts, nameservers, keys': decided({
    ...each(['waiting.party', 'transfer.scheduled', 'transfer.queued', 'transfer.pending', 'failed'], 'store'),
    active: 'submit',
  }),
  'update of autorenew, comments': decided(each(['redemption', 'restoring', 'pendingDelete'], prohibited), 'here'),
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
  'authcode get': decided(each(['active', 'active.pendingTransfer', 'active.changing', 'active.trading'], 'here'), {
    refused: 'authcode_unavailable',
  }),
  'authcode reset': decided({ active: 'submit' }),
  'transfer/approve': decided({ 'active.pendingTransfer': 'submit' }, nothingWaits),
  'transfer/send-foa1': decided({ 'waiting.party': 'here' }, nothingWaits),
  'last-operation/restart': decided({
    ...each(['active', 'active.pendingTransfer', 'quarantine.soft', 'redemption', 'failed'], 'retry'),
  }),
} as const satisfies Record<string, Record<Phase, Decision>>
export type PhasedOperation = keyof typeof operationsByPhase

/** What an operation does in a phase, or the refusal. */
export function permission(operation: PhasedOperation, phase: Phase): Permission | Refused {
  return operationsByPhase[operation][phase]
}
