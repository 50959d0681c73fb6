import type { Step } from '../src/gates'

/** What is ordered while a part is killed. */
export type Ordered = 'create' | 'renew' | 'transfer' | 'pending transfer' | 'delete' | 'restore'

/** What is killed. */
export type Victim = 'registry-worker' | 'domains' | 'broker' | 'database'

/**
 * When it is killed: before the commit of the step, so that it is lost; behind it, so that nobody hears of it; or while
 * somebody else commits.
 */
export type Moment = 'before' | 'behind' | 'during'

export interface Fault {
  readonly ordered: Ordered
  readonly step: Step
  readonly victim: Victim
  readonly moment: Moment
}

const victims: readonly Victim[] = ['registry-worker', 'domains', 'broker', 'database']

/** Whose transaction a step is. */
const owners: Partial<Record<Step, Victim>> = {
  accept: 'domains',
  relay: 'domains',
  settle: 'domains',
  reply: 'domains',
  'learn of waiting': 'domains',
  take: 'registry-worker',
  send: 'registry-worker',
  answer: 'registry-worker',
  conclude: 'registry-worker',
  tell: 'registry-worker',
  wait: 'registry-worker',
  'tell of waiting': 'registry-worker',
  'hear the registry': 'registry-worker',
  'send the report': 'registry-worker',
  'answer the report': 'registry-worker',
}

const there: readonly Step[] = ['accept', 'relay', 'take', 'send', 'carry out', 'answer']
const andBack: readonly Step[] = ['conclude', 'tell', 'settle']
const paid = (road: readonly Step[]): readonly Step[] => ['reserve', ...road, 'confirm', 'capture', 'reply']

/** The steps that an order takes. */
const steps: Readonly<Record<Ordered, readonly Step[]>> = {
  create: paid([...there, ...andBack]),
  renew: paid([...there, ...andBack]),
  transfer: paid([...there, ...andBack]),
  'pending transfer': paid([...there, 'wait', 'tell of waiting', 'learn of waiting', 'hear the registry', ...andBack]),
  delete: [...there, ...andBack, 'reply'],
  restore: paid([...there, 'send the report', 'carry out the report', 'answer the report', ...andBack]),
}

/** Every victim at every step of every order. */
export const faults: readonly Fault[] = Object.entries(steps).flatMap(([ordered, taken]) =>
  taken.flatMap((step) =>
    victims.flatMap((victim) =>
      momentsOf(step, victim).map((moment) => ({ ordered: ordered as Ordered, step, victim, moment })),
    ),
  ),
)

function momentsOf(step: Step, victim: Victim): readonly Moment[] {
  return victim === 'database' || owners[step] === victim ? ['before', 'behind'] : ['during']
}
