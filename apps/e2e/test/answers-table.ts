import { order } from '../src/reseller'
import type { Misbehaviour } from '../src/sandbox'

/** The worker's timeout for an answer in this test. By default it is fifteen seconds. */
export const ANSWER_MS = 3_000
/** The delay of a late answer: in proportion to the timeout, as seventy seconds to fifteen. */
const LATE_MS = 14_000

/** Faults of a command or its answer. */
export const faults: Readonly<Record<string, Omit<Misbehaviour, 'command' | 'object'>>> = {
  'the answer is dropped': { kind: 'drop-response' },
  'the command is dropped': { kind: 'drop-request' },
  'the answer comes far too late': { kind: 'delay', ms: LATE_MS },
  'the answer is cut in half': { kind: 'partial' },
  'the answer is garbage': { kind: 'garbage' },
  'the answer has the clTRID of another command': { kind: 'wrong-trid' },
  'the answers come out of order': { kind: 'out-of-order' },
  'the connection is closed instead of an answer': { kind: 'close-before-answer' },
  'the session is logged out in the middle (2002)': { kind: 'end-session' },
  'the registry fails for a while (2400)': { kind: 'inject-code', code: 2400, times: 2 },
  'the registry fails and closes for a while (2500)': { kind: 'inject-code', code: 2500, times: 2 },
  'there are too many sessions for a while (2502)': { kind: 'inject-code', code: 2502, times: 2 },
}

interface Request {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** One kind of order: its request, and its expected result with any fault. */
export interface Kind {
  readonly extension: string
  /** The former state: a domain of ours, one that we deleted, or one of another registrar; absent for a free name. */
  readonly from?: 'ours' | 'deleted' | 'theirs'
  readonly ask: (name: string, domain: { readonly id: number; readonly handle: string }) => Request
  /** The command that must have one effect. */
  readonly command: string
  /** The expected charges of the registry, and the expected states of the reservations. */
  readonly charges: readonly string[]
  readonly orders: readonly string[]
  /** The expected domain at the registry. */
  readonly registry: object | undefined
}

export const RIVAL_CODE = 'Rival-0ne-Code'
const transfer = (name: string, { handle }: { readonly handle: string }): Request => {
  const { domain, owner_handle } = order(name, handle)
  return { method: 'POST', path: '/v1/domains/transfer', body: { domain, owner_handle, auth_code: RIVAL_CODE } }
}
const nameservers = [{ name: 'ns1.other.example' }, { name: 'ns2.other.example' }]

export const kinds: Readonly<Record<string, Kind>> = {
  create: {
    extension: 'com',
    ask: (name, { handle }) => ({ method: 'POST', path: '/v1/domains', body: order(name, handle) }),
    command: 'domain:create',
    charges: ['create'],
    orders: ['captured'],
    registry: { sponsor: 'nameyard' },
  },
  renew: {
    extension: 'com',
    from: 'ours',
    ask: (_, { id }) => ({ method: 'POST', path: `/v1/domains/${id}/renew`, body: { period: 1 } }),
    command: 'domain:renew',
    charges: ['create', 'renew'],
    orders: ['captured', 'captured'],
    registry: { sponsor: 'nameyard' },
  },
  update: {
    extension: 'com',
    from: 'ours',
    ask: (_, { id }) => ({ method: 'PUT', path: `/v1/domains/${id}`, body: { name_servers: nameservers } }),
    command: 'domain:update',
    charges: ['create'],
    orders: ['captured'],
    registry: { hosts: ['ns1.other.example', 'ns2.other.example'] },
  },
  delete: {
    extension: 'com',
    from: 'ours',
    ask: (_, { id }) => ({ method: 'DELETE', path: `/v1/domains/${id}?skip_soft_quarantine=1` }),
    command: 'domain:delete',
    charges: ['create', 'create refunded'],
    orders: ['captured'],
    registry: undefined,
  },
  restore: {
    extension: 'nl',
    from: 'deleted',
    ask: (_, { id }) => ({ method: 'POST', path: `/v1/domains/${id}/restore`, body: {} }),
    command: 'domain:cancel-delete',
    charges: ['create', 'restore'],
    orders: ['captured', 'captured'],
    registry: { sponsor: 'nameyard', rgpStatuses: [] },
  },
  transfer: {
    extension: 'nl',
    from: 'theirs',
    ask: transfer,
    command: 'domain:transfer',
    charges: ['transfer'],
    orders: ['captured'],
    registry: { sponsor: 'nameyard' },
  },
  'pending transfer': {
    extension: 'com',
    from: 'theirs',
    ask: transfer,
    command: 'domain:transfer',
    charges: [],
    orders: ['confirmed'],
    registry: { sponsor: 'rival' },
  },
}
