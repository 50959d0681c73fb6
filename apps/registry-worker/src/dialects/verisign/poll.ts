import type { Answer } from '@nameyard/epp/answer'
import { attribute, ElementReader, token } from '@nameyard/epp/element-reader'
import type { News } from '@nameyard/epp/poll/news'
import { LOW_BALANCE_POLL, RGP_POLL } from './namespaces'

/** Reads the registry's two own messages: that the balance is low, and that a restore report is due. */
export function newsIn({ resData }: Answer): News | undefined {
  const element = resData.find(({ local }) => local === 'pollData')
  if (!element) return undefined
  const data = new ElementReader(element)
  switch (element.ns) {
    case LOW_BALANCE_POLL: {
      const threshold = data.get('creditThreshold')
      const values = {
        registrarName: data.token('registrarName'),
        creditLimit: data.token('creditLimit'),
        creditThreshold: `${token(threshold)} ${attribute(threshold, 'type')}`,
        availableCredit: data.token('availableCredit'),
      }
      return { kind: 'balance', values }
    }
    case RGP_POLL: {
      const object = { mapping: 'domain', id: data.token('name') } as const
      return { kind: 'grace-period', object, graceStatuses: [attribute(data.get('rgpStatus'), 's')] }
    }
    default:
      return undefined
  }
}
