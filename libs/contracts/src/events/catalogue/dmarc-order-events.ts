import { dmarcOrder } from '../../orders/dmarc-order'
import { getDmarcOrder } from '../../orders/get-dmarc-order'
import { accountEvent } from '../account-event'

const ofDmarcOrder = { producer: 'orders', version: 1, read: getDmarcOrder, state: dmarcOrder } as const

export const dmarcOrderOrdered = accountEvent({
  ...ofDmarcOrder,
  type: 'dmarc-order.ordered',
  summary: 'E-mail DMARC was ordered for a domain, or ordered again after the order had failed.',
})

export const dmarcOrderActivated = accountEvent({
  ...ofDmarcOrder,
  type: 'dmarc-order.activated',
  summary: 'The DNS record of an e-mail DMARC order was found, and the order is active.',
})

export const dmarcOrderFailed = accountEvent({
  ...ofDmarcOrder,
  type: 'dmarc-order.failed',
  summary: 'The DNS record of an e-mail DMARC order was not found in time, or the order could not be placed.',
  notice: { severity: 'warning', text: 'The order of e-mail DMARC for {domain.name}.{domain.extension} failed.' },
})

export const dmarcOrderRenewed = accountEvent({
  ...ofDmarcOrder,
  type: 'dmarc-order.renewed',
  summary: 'An e-mail DMARC order was renewed.',
})

export const dmarcOrderExpired = accountEvent({
  ...ofDmarcOrder,
  type: 'dmarc-order.expired',
  summary: 'An e-mail DMARC order was not renewed and has ended.',
  notice: { severity: 'warning', text: 'E-mail DMARC of {domain.name}.{domain.extension} has ended.' },
})

export const dmarcOrderDeleted = accountEvent({
  ...ofDmarcOrder,
  type: 'dmarc-order.deleted',
  summary: 'An e-mail DMARC order was deleted by the account, or has ended because its domain left the account.',
})
