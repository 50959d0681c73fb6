import { z } from 'zod'
import { encodeAuthInfo } from '@nameyard/epp/auth-info'
import { noData, type Command } from '@nameyard/epp/command'
import { tokenOf } from '@nameyard/epp/constraints'
import { deleteDomain } from '@nameyard/epp/domain/delete'
import { DOMAIN, EPP } from '@nameyard/epp/namespaces'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { domainVerb, ownCommand } from '../own-command'
import { verb } from '../verb'
import { DOMAIN_EXT, EPP_EXT } from './namespaces'

const own = elementsOf(DOMAIN_EXT)

/** That a registrant has accepted the terms of the registry: who, when, and in which version. */
export function applicantDataset(version: string, name: string, at: Date): XmlElement {
  return own('applicantDataset', [
    own('versionNumber', version),
    own('acceptName', name),
    own('acceptDate', at.toISOString()),
  ])
}

/** Deletes a domain from the DNS and from the registry on days of their own. Nothing shows the plan. */
export const scheduleDelete = verb({
  data: z.strictObject({ fromDns: z.iso.date().optional(), fromRegistry: z.iso.date() }),
  command: (name, { fromDns, fromRegistry }) => {
    const days = [
      fromDns === undefined ? undefined : own('deleteFromDNS', fromDns),
      own('deleteFromRegistry', fromRegistry),
    ]
    return { ...deleteDomain(name), name: 'domain:schedule-delete', extension: [own('delete', days)] }
  },
})

/** Hands a domain back to the registry. */
export const withdraw = verb({
  data: z.strictObject({}),
  givesAway: true,
  command: (name) =>
    ownCommand(EPP_EXT, { name: 'domain:withdraw', verb: domainVerb(EPP_EXT, { local: 'withdraw', name }) }),
})

/** Has the registry send a token to the holder of another registrar's domain. Another token does no harm. */
export const sendToken = verb({
  data: z.union([z.strictObject({ email: z.email() }), z.strictObject({ mobilePhone: z.string().min(1) })]),
  takesOver: true,
  command: (name, given): Command<undefined> => {
    const to = 'email' in given ? own('email', given.email) : own('mobilePhone', given.mobilePhone)
    const verb = domainVerb(EPP, { local: 'transfer', op: 'request', name })
    const extension = [own('transfer', [own('notify', [to])])]
    return { name: 'domain:send-token', verb, extension, decode: noData }
  },
})

/** Transfers a domain at once, with its code or with the token that its holder got. */
export function executeTransfer(name: string, secret: string, by: 'code' | 'token'): Command<undefined> {
  const isCode = by === 'code'
  const rest = isCode ? [encodeAuthInfo(DOMAIN, { pw: secret })] : []
  const verb = domainVerb(EPP_EXT, { local: 'transfer', op: 'execute', name, rest })
  const extension = isCode ? [] : [own('transfer', [own('token', tokenOf('token', 1, 255, secret))])]
  return ownCommand(EPP_EXT, { name: 'domain:transfer-request', verb, extension })
}
