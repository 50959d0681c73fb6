import { z } from 'zod'
import { findAudit } from '../audit/audit.store'
import { virtualNow } from '../clock/clock.store'
import { inTransaction } from '../database/transaction'
import { dialectNames } from '../dialects/dialects'
import { changeLaunchPhase } from '../extensions/launch.store'
import { addFault, faultKinds, removeFaults } from '../faults/fault.store'
import { domainStatuses, rgpStatuses } from '../model/domain-status'
import { COMMON_ENDPOINT } from '../model/endpoint'
import { isResultCode } from '../model/result'
import { extensionNames } from '../model/tld-rules'
import { findDomain, namesOf } from '../objects/domain.store'
import { findTexts, saveTexts } from '../objects/text-record.store'
import { launchPhases } from '../objects/tld-rules.store'
import { idnTables, ordinaryRules } from '../seed/catalogue'
import { putProfile } from '../seed/seed.store'
import { changeSessionPolicy } from '../sessions/session-policy.store'
import { ControlError } from './control-error'
import { lifecycleOperations } from './lifecycle-operations'
import { maintenanceOperations } from './maintenance-operations'
import { parse, type ControlOperation } from './operation'
import { otherRegistrars } from './other-registrars'

const auditQuery = z.strictObject({
  clTRID: z.string().optional(),
  object: z.string().optional(),
  command: z.string().optional(),
  registrar: z.string().optional(),
  code: z.coerce.number().int().optional(),
  after: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
})

const fault = z
  .strictObject({
    command: z.string().min(1).optional(),
    object: z.string().min(1).optional(),
    registrar: z.string().min(1).optional(),
    kind: z.enum(faultKinds),
    times: z.int().positive().default(1),
    code: z.int().refine(isResultCode, 'not a result code of RFC 5730').optional(),
    ms: z.int().positive().max(600_000).optional(),
  })
  .refine(({ kind, code }) => kind.startsWith('inject-code') === (code !== undefined), 'only inject-code… has a code')
  .refine(
    ({ kind, command, object }) => kind !== 'suppress-poll' || (command === undefined && object === undefined),
    'suppress-poll takes registrar only',
  )
  .refine(({ kind, ms }) => (kind === 'delay') === (ms !== undefined), 'delay, and only it, has ms')

const policy = z
  .strictObject({
    serverId: z.string().min(3).max(64),
    maxFrameOctets: z.int().positive(),
    idleSeconds: z.int().positive(),
    absoluteSeconds: z.int().positive(),
    maxSessions: z.int().positive(),
    maxLoginAttempts: z.int().positive(),
    maxCheckObjects: z.int().positive(),
    reusedClTRID: z.enum(['allowed', 'refused', 'closed']),
    commandsPerSecond: z.int().positive().nullable(),
    commandsPerMinute: z.int().positive().nullable(),
    errorPenaltyMs: z.int().min(0).max(600_000),
    withheldExtensions: z.array(z.enum(extensionNames)),
  })
  .partial()

const nameQuery = z.strictObject({
  sponsor: z.string(),
  after: z.string().default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
})

const textRecords = z.strictObject({ texts: z.array(z.string().max(255)).max(20) })

const tld = z.strictObject({ launchPhase: z.enum(launchPhases) })

const count = z.int().min(0).max(3_650)
const suffix = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'not a TLD')

const contactCount = z.strictObject({ min: count, max: count })
const contactCounts = z
  .strictObject({ owner: contactCount, admin: contactCount, tech: contactCount, billing: contactCount })
  .partial()

const length = z.int().min(1).max(99)
const periodLengths = z.array(z.strictObject({ unit: z.enum(['y', 'm']), min: length, max: length }))

/** The rules of a new TLD, or those that replace the rules of a known one. */
const tldRules = z.strictObject({
  hosts: z.enum(['objects', 'attributes']),
  maxHosts: count,
  hostCheck: z.enum(['none', 'resolves', 'answers']).default('none'),
  contacts: z.enum(['required', 'optional', 'prohibited']),
  contactCounts: z.strictObject({ create: contactCounts, update: contactCounts }).partial().default({}),
  minPeriodYears: z.int().min(1).max(10),
  defaultPeriodYears: z.int().min(1).max(10),
  maxPeriodYears: z.int().min(1).max(10),
  periods: z.strictObject({ create: periodLengths, renew: periodLengths }).partial().default({}),
  renewal: z.enum(['by-command', 'none']),
  transfer: z.enum(['pending', 'instant', 'push']),
  transferDays: count,
  transferYears: z.int().min(0).max(10),
  addGraceDays: count,
  renewGraceDays: count,
  transferGraceDays: count,
  autoRenewGraceDays: count,
  redemptionDays: count,
  pendingDeleteDays: count,
  restore: z.enum(['report', 'immediate']),
  secDns: z.enum(['ds', 'key']),
  maxSecDns: count,
  extensions: z.array(z.enum(extensionNames)),
  /** Tables that this registry does not have are left out. */
  idnTables: z.array(z.string()),
  launchPhase: z.enum(launchPhases),
  dialect: z
    .string()
    .refine((name) => dialectNames.includes(name), `none of ${dialectNames.join(', ')}`)
    .default('plain'),
  /** What the dialect has to know about the TLD. */
  options: z.record(z.string(), z.json()).default({}),
})

/** The operations of the control port. */
export const operations: readonly ControlOperation[] = [
  {
    method: 'GET',
    path: /^\/health$/,
    run: async ({ pool, clock }) => ({ status: 'ok', now: await virtualNow(pool, clock) }),
  },
  ...lifecycleOperations,
  ...maintenanceOperations,
  ...otherRegistrars,
  {
    method: 'GET',
    path: /^\/audit$/,
    run: async ({ pool }, { query }) => ({ entries: await findAudit(pool, parse(auditQuery, query)) }),
  },
  {
    method: 'GET',
    path: /^\/domains$/,
    run: async ({ pool }, { query }) => ({ names: await namesOf(pool, parse(nameQuery, query)) }),
  },
  {
    method: 'GET',
    path: /^\/domains\/([^/]+)$/,
    run: async ({ pool, clock }, { parameter }) => {
      const domain = await findDomain(pool, parameter.toLowerCase())
      if (!domain) throw new ControlError(404, 'no such domain')
      const { authInfo: _authInfo, registrantAuthInfo: _registrantAuthInfo, ...shown } = domain
      const now = await virtualNow(pool, clock)
      return { ...shown, statuses: domainStatuses(domain), rgpStatuses: rgpStatuses(domain, now) }
    },
  },
  {
    method: 'GET',
    path: /^\/texts\/([^/]+)$/,
    run: async ({ pool }, { parameter }) => ({ texts: await findTexts(pool, parameter.toLowerCase()) }),
  },
  {
    method: 'PUT',
    path: /^\/texts\/([^/]+)$/,
    run: async ({ pool }, { parameter, body }) => {
      const { texts } = parse(textRecords, body)
      await saveTexts(pool, parameter.toLowerCase(), texts)
      return { texts }
    },
  },
  {
    method: 'POST',
    path: /^\/faults$/,
    run: async ({ pool }, { body }) => {
      const { command, times, object, registrar, kind, code, ms } = parse(fault, body)
      return addFault(pool, {
        kind,
        command: command ?? null,
        object: object?.toLowerCase() ?? null,
        registrar: registrar ?? null,
        remaining: times,
        code: code ?? null,
        milliseconds: ms ?? null,
      })
    },
  },
  {
    method: 'DELETE',
    path: /^\/faults$/,
    run: async ({ pool, delayed }) => {
      const removed = await removeFaults(pool)
      delayed.endAll()
      return { removed }
    },
  },
  {
    method: 'PATCH',
    path: /^\/tlds\/([^/]+)$/,
    run: async ({ pool }, { parameter, body }) => {
      const { launchPhase } = parse(tld, body)
      if (!(await changeLaunchPhase(pool, parameter, launchPhase))) throw new ControlError(404, 'no such TLD')
      return { tld: parameter, launchPhase }
    },
  },
  {
    method: 'PUT',
    path: /^\/tlds\/([^/]+)$/,
    run: async ({ pool }, { parameter, body }) => {
      const [name, { launchPhase, ...given }] = [parse(suffix, parameter), parse(tldRules, body)]
      if (given.minPeriodYears > given.defaultPeriodYears || given.defaultPeriodYears > given.maxPeriodYears)
        throw new ControlError(400, 'the periods are not in order')
      const known = idnTables.map((table) => table.name)
      const rules = {
        ...ordinaryRules,
        ...given,
        selfTransferCode: given.transfer === 'instant' ? 2002 : 2106,
        idnTables: given.idnTables.filter((table) => known.includes(table)),
      } as const
      // A profile of its own, whose name no endpoint has.
      await inTransaction(pool, (db) => putProfile(db, { name: `.${name}`, rules, tlds: [{ name }] }))
      await changeLaunchPhase(pool, name, launchPhase)
      return { tld: name, ...rules, launchPhase }
    },
  },
  {
    method: 'GET',
    path: /^\/registrars\/([^/]+)\/load$/,
    run: async ({ endpoints }, { parameter }) => ({
      load: [...endpoints.values()].map(({ name, sessions, commands }) => ({
        endpoint: name,
        sessions: sessions.load(parameter),
        commands: commands.load(parameter),
      })),
    }),
  },
  {
    method: 'PATCH',
    path: /^\/policy(?:\/([^/]+))?$/,
    run: async ({ pool }, { parameter, body }) => {
      const changed = await changeSessionPolicy(pool, parameter || COMMON_ENDPOINT, parse(policy, body))
      if (!changed) throw new ControlError(404, 'no such endpoint')
      return changed
    },
  },
]
