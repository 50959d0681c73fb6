import { z } from 'zod'
import { noData, type Command } from '@nameyard/epp/command'
import { tokenOf } from '@nameyard/epp/constraints'
import { deleteDomain } from '@nameyard/epp/domain/delete'
import { DOMAIN, EPP } from '@nameyard/epp/namespaces'
import { elementsOf } from '@nameyard/epp/xml'
import { domainVerb, ownCommand } from '../own-command'
import { verb } from '../verb'
import { DOMAIN_EXT, EPP_EXT } from './namespaces'

const own = elementsOf(DOMAIN_EXT)

/** Deletes a domain now, or when its period ends. */
export function deletion(domain: string, scheduledate: 'now' | 'expiration'): Command<undefined> {
  return { ...deleteDomain(domain), extension: [own('delete', [own('scheduledate', scheduledate)])] }
}

/** Deletes a domain when its period ends, so that the registry does not renew it. Nothing shows the plan. */
export const deleteAtExpiration = verb({
  data: z.strictObject({}),
  command: (name) => ({ ...deletion(name, 'expiration'), name: 'domain:schedule-delete' }),
})

/** Hands a domain back to the registry, which then bills its holder; with `removesZone` it leaves the DNS. */
export const withdraw = verb({
  data: z.strictObject({ removesZone: z.boolean().default(false) }),
  givesAway: true,
  command: (name, { removesZone }) => {
    const zd = elementsOf(DOMAIN)('zd', '', { value: removesZone ? '1' : '0' })
    const verb = domainVerb(EPP_EXT, { local: 'withdraw', name, rest: [zd] })
    return ownCommand(EPP_EXT, { name: 'domain:withdraw', verb })
  },
})

/** Has the registry mail a token to the holder of another registrar's domain. Another token does no harm. */
export const mailToken = verb({
  data: z.strictObject({}),
  takesOver: true,
  command: (name): Command<undefined> => {
    const verb = domainVerb(EPP, { local: 'transfer', op: 'request', name })
    return { name: 'domain:mail-token', verb, decode: noData }
  },
})

/** Transfers a domain with the token that its holder got by mail. */
export function executeTransfer(name: string, given: string): Command<undefined> {
  const verb = domainVerb(EPP_EXT, { local: 'transfer', op: 'execute', name })
  const token = own('transfer', [own('token', tokenOf('token', 1, 255, given))])
  return ownCommand(EPP_EXT, { name: 'domain:transfer-request', verb, extension: [token] })
}
