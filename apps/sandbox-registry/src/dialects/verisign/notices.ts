import { addDays } from '../../model/calendar'
import type { Notice } from '../../objects/poll-message.store'
import { element } from '../../xml/write'

const RGP_POLL = 'http://www.verisign.com/epp/rgp-poll-1.0'
const LOW_BALANCE = 'http://www.verisign.com/epp/lowbalance-poll-1.0'

/** A restore was requested and its report is due. */
export function reportDue(
  registrar: string,
  { name, at, reportDays }: { readonly name: string; readonly at: Date; readonly reportDays: number },
): Notice {
  return {
    registrar,
    at,
    text: 'Restore Request Pending',
    resData: element('rgp-poll:pollData', { 'xmlns:rgp-poll': RGP_POLL }, [
      element('rgp-poll:name', {}, name),
      element('rgp-poll:rgpStatus', { s: 'pendingRestore' }),
      element('rgp-poll:reqDate', {}, at.toISOString()),
      element('rgp-poll:reportDueDate', {}, addDays(at, reportDays).toISOString()),
    ]),
  }
}

/** Less than a tenth of the credit is left; amounts in cents. */
export function lowBalance(
  registrar: string,
  { limit, left, at }: { readonly limit: number; readonly left: number; readonly at: Date },
): Notice {
  return {
    registrar,
    at,
    text: 'Low Account Balance',
    resData: element('lowbalance-poll:pollData', { 'xmlns:lowbalance-poll': LOW_BALANCE }, [
      element('lowbalance-poll:registrarName', {}, registrar),
      element('lowbalance-poll:creditLimit', {}, (limit / 100).toFixed(2)),
      element('lowbalance-poll:creditThreshold', { type: 'PERCENT' }, '10'),
      element('lowbalance-poll:availableCredit', {}, (left / 100).toFixed(2)),
    ]),
  }
}
