import type { Step } from '../src/gates'

/** The order during which a process is killed. */
export type Ordered = 'create' | 'renew' | 'transfer' | 'pending transfer' | 'delete' | 'restore'

/** The killed process. */
export type Victim = 'registry-worker' | 'domains' | 'broker' | 'database'

/**
 * When it is killed: before the commit of the step, so that the step is lost; after the commit, before another process
 * reads it; or during a commit of another process.
 */
export type Moment = 'before' | 'after' | 'during'

export interface Fault {
  readonly ordered: Ordered
  readonly step: Step
  readonly victim: Victim
  readonly moment: Moment
}

const victims: readonly Victim[] = ['registry-worker', 'domains', 'broker', 'database']

/** The process that commits a step. */
const owners: Partial<Record<Step, Victim>> = {
  accept: 'domains',
  relay: 'domains',
  settle: 'domains',
  reply: 'domains',
  'store pending': 'domains',
  receive: 'registry-worker',
  send: 'registry-worker',
  answer: 'registry-worker',
  conclude: 'registry-worker',
  'publish the settlement': 'registry-worker',
  wait: 'registry-worker',
  'publish pending': 'registry-worker',
  'store the poll message': 'registry-worker',
  'send the report': 'registry-worker',
  'answer the report': 'registry-worker',
}

const request: readonly Step[] = ['accept', 'relay', 'receive', 'send', 'carry out', 'answer']
const result: readonly Step[] = ['conclude', 'publish the settlement', 'settle']
const paid = (inner: readonly Step[]): readonly Step[] => ['reserve', ...inner, 'confirm', 'capture', 'reply']

/** The steps that an order takes. */
const steps: Readonly<Record<Ordered, readonly Step[]>> = {
  create: paid([...request, ...result]),
  renew: paid([...request, ...result]),
  transfer: paid([...request, ...result]),
  'pending transfer': paid([
    ...request,
    'wait',
    'publish pending',
    'store pending',
    'store the poll message',
    ...result,
  ]),
  delete: [...request, ...result, 'reply'],
  restore: paid([...request, 'send the report', 'carry out the report', 'answer the report', ...result]),
}

/** Kills of every process at every step of every order. */
export const faults: readonly Fault[] = Object.entries(steps).flatMap(([ordered, taken]) =>
  taken.flatMap((step) =>
    victims.flatMap((victim) =>
      momentsOf(step, victim).map((moment) => ({ ordered: ordered as Ordered, step, victim, moment })),
    ),
  ),
)

function momentsOf(step: Step, victim: Victim): readonly Moment[] {
  return victim === 'database' || owners[step] === victim ? ['before', 'after'] : ['during']
}
