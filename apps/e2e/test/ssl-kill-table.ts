import type { ApplicationName } from '@nameyard/embedded/platform/applications'
import type { Step } from '../src/gates'

/** What is asked of a certificate while a part is killed. */
export type Asked = 'order' | 'order by mail' | 'reissue' | 'renew' | 'cancel'

/** What is killed. */
export type Victim = Extract<ApplicationName, 'orders' | 'dns' | 'domains'> | 'broker'

/**
 * When it is killed: before the commit of the step, so that it is lost; behind it, so that nobody hears of it; or while
 * somebody else commits.
 */
export type Moment = 'before' | 'behind' | 'during'

export interface SslFault {
  readonly asked: Asked
  readonly step: Step
  readonly victim: Victim
  readonly moment: Moment
}

const victims: readonly Victim[] = ['orders', 'dns', 'domains', 'broker']

const proven: readonly Step[] = ['place a TXT proof', 'issue a certificate', 'hand out a certificate']
const cleared: readonly Step[] = ['take a TXT proof away', 'forget a TXT proof']

/**
 * The steps of each. Its price is set aside with an order, and taken with what is handed out: there is no moment between
 * the two at which somebody could be killed.
 */
const steps: Readonly<Record<Asked, readonly Step[]>> = {
  order: ['order a certificate', ...proven, ...cleared],
  'order by mail': ['hear an approver', 'issue a certificate'],
  reissue: ['ask for another certificate', ...proven, ...cleared],
  renew: ['ask for another certificate', ...proven, ...cleared],
  cancel: ['ask to revoke', 'revoke', 'end a certificate'],
}

/** Whose transaction a step is; those of the others are of the orders service. */
const ofDns: ReadonlySet<Step> = new Set(['place a TXT proof', 'take a TXT proof away'])

/** Every victim at every step of everything that is asked. */
export const sslFaults: readonly SslFault[] = Object.entries(steps).flatMap(([asked, taken]) =>
  taken.flatMap((step) =>
    victims.flatMap((victim) =>
      momentsOf(step, victim).map((moment) => ({ asked: asked as Asked, step, victim, moment })),
    ),
  ),
)

function momentsOf(step: Step, victim: Victim): readonly Moment[] {
  return victim === (ofDns.has(step) ? 'dns' : 'orders') ? ['before', 'behind'] : ['during']
}
