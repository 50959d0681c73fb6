import { z } from 'zod'
import { inTransaction } from '../database/transaction'
import { startTransfer } from '../lifecycle/start-transfer'
import { addYears } from '../model/calendar'
import { putAuthInfo } from '../objects/domain-lifecycle.store'
import { insertDomain, lockDomain } from '../objects/domain.store'
import { findNameRules } from '../objects/tld-rules.store'
import { startExchange } from '../server/exchange.store'
import { ControlError } from './control-error'
import { parse, type ControlOperation } from './operation'

const registrar = z.string().regex(/^[a-z0-9-]{3,16}$/, 'is not a clID')
const registration = z.strictObject({
  registrar,
  authInfo: z.string().min(1).max(64),
  /** Names of its name servers, where the TLD has no host objects. */
  hostAttributes: z.array(z.string().min(1).max(253)).max(13).default([]),
})
const transfer = z.strictObject({ registrar })
const code = z.strictObject({ authInfo: z.string().min(1).max(64) })

const bare = (name: string) => ({ name: name.toLowerCase(), addresses: [] })

/** What other registrars do, without the frames that a dialect would demand of them. */
export const otherRegistrars: readonly ControlOperation[] = [
  {
    method: 'PUT',
    path: /^\/domains\/([^/]+)$/,
    run: async ({ pool, clock }, { parameter, body }) => {
      const { registrar, authInfo, hostAttributes } = parse(registration, body)
      const name = parameter.toLowerCase()
      const { now } = await startExchange(pool, clock)
      return inTransaction(pool, async (db) => {
        const rules = await findNameRules(db, name)
        if (!rules) throw new ControlError(404, 'no such TLD')
        if (rules.hosts === 'objects' && hostAttributes.length > 0)
          throw new ControlError(400, 'the TLD has no host attributes')
        const linked = { registrant: null, contacts: [], hosts: [], hostAttributes: hostAttributes.map(bare) }
        const expiresAt = addYears(now, rules.defaultPeriodYears)
        const tld = name.slice(name.indexOf('.') + 1)
        const isNew = await insertDomain(db, { name, tld, ...linked, authInfo, expiresAt }, registrar, now)
        if (!isNew) throw new ControlError(409, 'the name is taken')
        return { domain: name, registrar, expiresAt }
      })
    },
  },
  {
    method: 'POST',
    path: /^\/domains\/([^/]+)\/transfer$/,
    run: async ({ pool, clock }, { parameter, body }) => {
      const { registrar } = parse(transfer, body)
      const name = parameter.toLowerCase()
      const { now, svTRID } = await startExchange(pool, clock)
      return inTransaction(pool, async (db) => {
        const [rules, domain] = [await findNameRules(db, name), await lockDomain(db, name)]
        if (!rules || !domain) throw new ControlError(404, 'no such domain')
        if (domain.isTransferring || domain.sponsor === registrar)
          throw new ControlError(409, 'the domain is being transferred, or is at this registrar')
        const { status } = await startTransfer(db, domain, { registrar, now, svTRID, rules })
        return { domain: name, registrar, status }
      })
    },
  },
  {
    method: 'PUT',
    path: /^\/domains\/([^/]+)\/auth-info$/,
    run: async ({ pool }, { parameter, body }) => {
      const { authInfo } = parse(code, body)
      const name = parameter.toLowerCase()
      return inTransaction(pool, async (db) => {
        if (!(await lockDomain(db, name))) throw new ControlError(404, 'no such domain')
        await putAuthInfo(db, name, authInfo)
        return { domain: name }
      })
    },
  },
]
