import { z } from 'zod'
import { chargeKinds, findBalances, findCharges, limitCredit } from '../billing/charge.store'
import { advanceClock, setClockAhead, virtualNow } from '../clock/clock.store'
import { inTransaction } from '../database/transaction'
import { decidePendingAction } from '../jobs/decide-pending-action'
import { runDueJobs } from '../jobs/run-due-jobs'
import { ageDomain } from '../lifecycle/age-domain'
import { findNextDue } from '../lifecycle/due-jobs.store'
import { setServerStatuses } from '../lifecycle/set-server-statuses'
import { serverStatuses } from '../model/domain-status'
import { lockDomain } from '../objects/domain.store'
import { startExchange } from '../server/exchange.store'
import type { Registry } from '../server/registry'
import { ControlError } from './control-error'
import { parse, type ControlOperation } from './operation'

const advance = z.strictObject({ seconds: z.int().positive() })
const ahead = z.strictObject({ secondsAhead: z.int().nonnegative() })
const decision = z.strictObject({ isApproved: z.boolean() })
const serverChange = z.strictObject({
  statuses: z.array(z.enum(serverStatuses)),
  // RFC 5730 allows a reason 32 characters.
  reason: z.string().min(1).max(32).optional(),
})
const credit = z.strictObject({ cents: z.int().nonnegative().nullable() })
const chargeQuery = z.strictObject({
  registrar: z.string().optional(),
  domain: z.string().optional(),
  kind: z.enum(chargeKinds).optional(),
  after: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
})

/** Operations on the clock, on pending decisions and on charges. */
export const lifecycleOperations: readonly ControlOperation[] = [
  {
    method: 'GET',
    path: /^\/clock$/,
    run: async ({ pool, clock }) => clockState({ pool }, await virtualNow(pool, clock)),
  },
  {
    method: 'PUT',
    path: /^\/clock$/,
    run: async (registry, { body }) => {
      const { secondsAhead } = parse(ahead, body)
      return catchUp(registry, await setClockAhead(registry.pool, registry.clock, secondsAhead))
    },
  },
  {
    method: 'POST',
    path: /^\/clock\/advance$/,
    run: async (registry, { body }) => {
      const { seconds } = parse(advance, body)
      return catchUp(registry, await advanceClock(registry.pool, registry.clock, seconds))
    },
  },
  {
    method: 'POST',
    path: /^\/domains\/([^/]+)\/age$/,
    run: async (registry, { parameter, body }) => {
      const { seconds } = parse(advance, body)
      const isAged = await inTransaction(registry.pool, (db) => ageDomain(db, parameter.toLowerCase(), seconds))
      if (!isAged) throw new ControlError(404, 'no such domain')
      return catchUp(registry, await virtualNow(registry.pool, registry.clock))
    },
  },
  {
    method: 'POST',
    path: /^\/domains\/([^/]+)\/decide$/,
    run: async (registry, { parameter, body }) => {
      const { isApproved } = parse(decision, body)
      const at = await virtualNow(registry.pool, registry.clock)
      await runDueJobs(registry.pool, at)
      return inTransaction(registry.pool, async (db) => {
        const domain = await lockDomain(db, parameter.toLowerCase())
        if (!domain || !(await decidePendingAction(db, domain, { isApproved, at }))) {
          throw new ControlError(404, 'no pending action')
        }
        return { domain: domain.name, isApproved }
      })
    },
  },
  {
    method: 'PUT',
    path: /^\/domains\/([^/]+)\/server-statuses$/,
    run: async ({ pool, clock }, { parameter, body }) => {
      const { statuses, reason } = parse(serverChange, body)
      const { now: at, svTRID } = await startExchange(pool, clock)
      const name = parameter.toLowerCase()
      const isSet = await inTransaction(pool, (db) => setServerStatuses(db, name, { statuses, reason, at, svTRID }))
      if (!isSet) throw new ControlError(404, 'no such domain')
      return { domain: name, statuses }
    },
  },
  {
    method: 'GET',
    path: /^\/balances$/,
    run: async ({ pool }) => ({ balances: await findBalances(pool) }),
  },
  {
    method: 'GET',
    path: /^\/charges$/,
    run: async ({ pool }, { query }) => ({ charges: await findCharges(pool, parse(chargeQuery, query)) }),
  },
  {
    method: 'PUT',
    path: /^\/registrars\/([^/]+)\/credit$/,
    run: async ({ pool }, { parameter, body }) => {
      const { cents } = parse(credit, body)
      if (!(await limitCredit(pool, parameter, cents))) throw new ControlError(404, 'no such registrar')
      return { registrar: parameter, cents }
    },
  },
]

/** Runs the due jobs and returns the state of the clock. */
async function catchUp({ pool }: Pick<Registry, 'pool'>, now: Date) {
  const jobs = await runDueJobs(pool, now)
  return { jobs, ...(await clockState({ pool }, now)) }
}

async function clockState({ pool }: Pick<Registry, 'pool'>, now: Date) {
  return { now, nextDue: (await findNextDue(pool)) ?? null }
}
