import { getSslOrder } from '../../orders/get-ssl-order'
import { sslOrder } from '../../orders/ssl-order'
import { accountEvent } from '../account-event'

/**
 * A certificate order as `GET /v1/ssl/orders/{id}` shows it. Left out are the proofs, which are tokens, and what may name
 * people: addresses of approvers, also in the last message of the authority, and the certificate request.
 */
export const sslOrderState = sslOrder
  .omit({ additional_data: true, csr: true, email_approver: true, email_reissue: true })
  .extend({
    domain_validation_statuses: sslOrder.shape.domain_validation_statuses
      .omit({ ca_status: true })
      .describe('State of the domain validation.'),
  })

const ofSslOrder = { producer: 'orders', version: 1, read: getSslOrder, state: sslOrderState } as const

export const sslOrderOrdered = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.ordered',
  summary: 'A certificate was ordered.',
})

export const sslOrderProofsPending = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.proofs-pending',
  summary: 'A certificate, its renewal or its reissue was requested: control of its names must be proven now.',
  notice: { severity: 'warning', text: 'Certificate order {id} waits for proofs that you control its names.' },
})

export const sslOrderChanged = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.changed',
  summary: 'The account has changed a certificate order: its draft, its validation methods, or automatic renewal.',
})

export const sslOrderIssued = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.issued',
  summary: 'An ordered certificate was issued.',
})

export const sslOrderRenewed = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.renewed',
  summary: 'A certificate was issued for a further period.',
})

export const sslOrderReissued = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.reissued',
  summary: 'A certificate was issued again, with another key or other names.',
})

export const sslOrderFailed = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.failed',
  summary:
    'A certificate was not issued: control of its names was not proven in time, or the approver has refused. After a renewal or reissue the order is active with its former certificate.',
  notice: { severity: 'critical', text: 'Certificate order {id} failed.' },
})

export const sslOrderCancellationRequested = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.cancellation-requested',
  summary: 'The account cancels a certificate order, and its certificates are being revoked.',
})

export const sslOrderCancelled = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.cancelled',
  summary: 'A certificate order was cancelled, and its certificates are revoked.',
})

export const sslOrderExpiring = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.expiring',
  summary:
    'A certificate expires in 30, 14, 7, 3 days or 1 day, at its `expiration_date`, and is not being renewed. A renewal issues a new one.',
  notice: { severity: 'warning', text: 'The certificate of {common_name} expires at {expiration_date}.' },
})

export const sslOrderExpired = accountEvent({
  ...ofSslOrder,
  type: 'ssl-order.expired',
  summary: 'A certificate has expired.',
  notice: { severity: 'critical', text: 'The certificate of order {id} has expired.' },
})
