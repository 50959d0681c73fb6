import type { Fate } from '../src/lossy-proxy'

/** What is ordered at the installation that resells. */
export type Ordered = keyof typeof requests

/** What happens to the worker of that installation while the answer is missing. */
export type Cause = 'killed' | 'without an answer'

export interface UpstreamFault {
  readonly ordered: Ordered
  /** The request at which it happens, counted from 0. */
  readonly at: number
  readonly fate: Fate
  readonly cause: Cause
}

/** The requests with which each order at the registrar upstream begins, until its effect is seen for the first time. */
export const requests = {
  create: [
    'POST domains/check',
    'GET domains/prices',
    'GET customers',
    'POST customers',
    'POST domains',
    'GET domains',
  ],
  renew: ['GET domains', 'GET domains/prices', 'POST domains/:id/renew', 'GET domains', 'GET domains/:id/operations'],
  transfer: [
    'POST domains/check',
    'GET domains/prices',
    'GET customers',
    'POST customers',
    'POST domains/transfer',
    'GET domains',
    'GET customers',
    'GET domains',
  ],
  restore: ['GET domains', 'GET domains/prices', 'POST domains/:id/restore', 'GET domains'],
  trade: [
    'GET domains',
    'GET customers',
    'POST customers',
    'GET customers',
    'GET domains',
    'GET domains/prices',
    'POST domains/trade',
    'GET domains',
    'GET domains/:id/operations',
  ],
  update: ['GET domains', 'PUT domains/:id', 'GET domains', 'GET domains/:id/operations'],
  approve: [
    'GET domains',
    'POST domains/:id/transfer/approve',
    'GET domains',
    'GET domains',
    'GET domains/:id/operations',
  ],
  reject: ['GET domains', 'POST domains/:id/transfer/approve', 'GET domains', 'GET domains/:id/operations'],
  delete: ['GET domains', 'DELETE domains/:id', 'GET domains', 'GET domains/:id/operations'],
} as const satisfies Record<string, readonly string[]>

/** A lost question has one fate: nothing happens, whether it arrives or not. */
const fatesOf = (request: string): readonly Fate[] =>
  request.startsWith('GET') || request.endsWith('/check')
    ? ['never arrives']
    : ['never arrives', 'arrives late', 'loses its answer']

const causes: readonly Cause[] = ['killed', 'without an answer']

/** Every fate of every request of every order, with the worker killed and without. */
export const upstreamFaults: readonly UpstreamFault[] = Object.entries(requests).flatMap(([ordered, sent]) =>
  sent.flatMap((request, at) =>
    fatesOf(request).flatMap((fate) => causes.map((cause) => ({ ordered: ordered as Ordered, at, fate, cause }))),
  ),
)
