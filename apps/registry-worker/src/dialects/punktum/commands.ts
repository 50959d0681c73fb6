import { z } from 'zod'
import type { Command } from '@nameyard/epp/command'
import { noData, objectCommand } from '@nameyard/epp/command'
import { label } from '@nameyard/epp/constraints'
import { reportRestore } from '@nameyard/epp/extensions/rgp/restore'
import { DOMAIN } from '@nameyard/epp/namespaces'
import { elementsOf } from '@nameyard/epp/xml'
import { ownCommand } from '../own-command'
import { verb } from '../verb'
import { DKHM } from './namespaces'

const domain = elementsOf(DOMAIN)
const own = elementsOf(DKHM)

/** When a holder accepted the terms of the registry: seconds since 1970. */
export function orderConfirmation(at: Date) {
  return own('orderconfirmationToken', String(Math.floor(at.getTime() / 1_000)))
}

/** Restores a domain by a report alone, whose texts are empty. */
export function restore(name: string, at: Date): Command<unknown> {
  const nothing = { preData: '', postData: '', resReason: '', statements: ['', ''] as const }
  const report = reportRestore(name, { ...nothing, delTime: at, resTime: at })
  return { ...report, name: 'domain:restore-request' }
}

/** Says whether the registry renews a domain by itself. */
export const setAutoRenew = verb({
  data: z.strictObject({ isOn: z.boolean() }),
  command: (name, { isOn }) => {
    const update = domain('update', [domain('name', label('name', name))])
    const extension = [own('autoRenew', String(isOn))]
    return { ...objectCommand('domain', 'update', update, noData), name: 'domain:auto-renew', extension }
  },
})

/** Gives up the administration of a domain. */
export const withdraw = verb({
  data: z.strictObject({}),
  givesAway: true,
  command: (name) => {
    const verb = own('withdraw', [own('withdraw', [own('name', label('name', name))])])
    return ownCommand(DKHM, { name: 'domain:withdraw', verb })
  },
})
