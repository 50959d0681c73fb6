import type { ApplicationName } from '@nameyard/embedded/platform/applications'
import type { Instant } from '../src/gated-platform'
import type { Step } from '../src/gates'

/** The requests during which a process is killed. */
export type Asked = 'order' | 'order by mail' | 'reissue' | 'renew' | 'cancel'

/** The killed process. */
export type Victim = Extract<ApplicationName, 'orders' | 'dns' | 'domains'> | 'broker'

export interface SslFault extends Instant {
  readonly asked: Asked
  readonly victim: Victim
}

const victims: readonly Victim[] = ['orders', 'dns', 'domains', 'broker']

const proven: readonly Step[] = ['place a TXT proof', 'issue a certificate', 'activate a certificate order']
const cleared: readonly Step[] = ['delete a TXT proof', 'delete a TXT proof entry']

/** The steps of each request. The charge changes in the same transaction as the order, so there is no step between them. */
const steps: Readonly<Record<Asked, readonly Step[]>> = {
  order: ['order a certificate', ...proven, ...cleared],
  'order by mail': ['store an approval', 'issue a certificate'],
  reissue: ['request a reissue', ...proven, ...cleared],
  renew: ['request a reissue', ...proven, ...cleared],
  cancel: ['request a revocation', 'revoke', 'fail a certificate order'],
}

/** The service of a step; all others belong to the orders service. */
const ofDns: ReadonlySet<Step> = new Set(['place a TXT proof', 'delete a TXT proof'])

/** Kills of every process at every step of every request. */
export const sslFaults: readonly SslFault[] = Object.entries(steps).flatMap(([asked, taken]) =>
  taken.flatMap((step) =>
    victims.flatMap((victim) =>
      momentsOf(step, victim).map((moment) => ({ asked: asked as Asked, step, victim, moment })),
    ),
  ),
)

function momentsOf(step: Step, victim: Victim): readonly Instant['moment'][] {
  return victim === (ofDns.has(step) ? 'dns' : 'orders') ? ['before', 'after'] : ['during']
}
