import { answerTo, dataOf, itPrints, readGolden } from '../../test/golden'
import { decodeAnswer } from '../answer'
import { decodeResponse } from '../response'
import { acknowledgeMessage } from './acknowledge'
import { requestMessage, type PollMessage } from './request'

const messageOf = (name: string) => dataOf(requestMessage(), `poll/${name}`)
const taken = { mapping: 'domain', id: 'taken.example' }

describe('poll messages', () => {
  itPrints({ 'poll/req': requestMessage(), 'poll/ack': acknowledgeMessage('12345') })

  it('are undefined for an empty queue', () => expect(messageOf('none')).toBeUndefined())

  it('count the remaining ones after an acknowledgement', () => {
    expect(answerTo(acknowledgeMessage('12345'), 'poll/acknowledged').msgQ).toMatchObject({ count: 4, id: '12346' })
  })

  it('are read as transfers', () => {
    expect(messageOf('transfer')).toEqual({
      id: '12345',
      count: 5,
      queuedAt: new Date('2026-11-21T08:00:00Z'),
      text: 'Transfer requested.',
      news: {
        kind: 'transfer',
        object: taken,
        transfer: {
          trStatus: 'pending',
          reID: 'stranger',
          reDate: new Date('2026-11-20T15:00:00Z'),
          acID: 'nameyard',
          acDate: new Date('2026-11-26T08:00:00Z'),
        },
      },
    })
    expect(messageOf('contact-transfer')?.news).toMatchObject({
      kind: 'transfer',
      object: { mapping: 'contact', id: 'NY-100001' },
      transfer: { trStatus: 'clientApproved' },
    })
  })

  it('are read as the result of a pending action, with its identifiers', () => {
    expect(messageOf('pending-action')?.news).toEqual({
      kind: 'pending-action',
      object: { mapping: 'domain', id: 'new.example' },
      carriedOut: false,
      clTRID: 'op-0001-7',
      svTRID: 'sv-0077',
      date: new Date('2026-11-21T07:59:00Z'),
    })
  })

  it('are read as grace periods', () => {
    expect(messageOf('grace-period')?.news).toEqual({
      kind: 'grace-period',
      object: taken,
      graceStatuses: ['pendingDelete'],
    })
  })

  it('are read as changes by other parties', () => {
    expect(messageOf('change')?.news).toEqual({
      kind: 'change',
      object: taken,
      change: {
        operation: 'custom',
        op: 'purge',
        date: new Date('2026-11-21T07:00:00Z'),
        svTRID: 'sv-0900',
        who: 'URS Admin',
        state: 'before',
        caseId: { type: 'urs', id: 'urs123' },
        reason: 'URS Lock',
      },
    })
  })

  it('are read as low balance in the words of any registry', () => {
    const words = `<low:pollData xmlns:low="http://registry.example/epp/lowbalance-poll-1.0">
      <low:creditThreshold type="FIXED">500.00</low:creditThreshold>
      <low:availableCredit>120.50</low:availableCredit>
    </low:pollData>`
    expect(messageWith(words).news).toEqual({
      kind: 'balance',
      values: { creditThreshold: '500.00', availableCredit: '120.50' },
    })
  })

  it('are events of an object when they have data that a mapping defines', () => {
    expect(messageOf('domain')?.news).toEqual({ kind: 'event', object: taken })
    const renewed = `<domain:renData xmlns:domain="urn:ietf:params:xml:ns:domain-1.0">
      <domain:name>taken.example</domain:name><domain:exDate>2027-11-21T00:00:00Z</domain:exDate></domain:renData>`
    expect(messageWith(renewed).news).toEqual({ kind: 'event', object: taken })
  })

  it('are `other` when unknown, so that they can be acknowledged', () => {
    const foreign = '<x:notice xmlns:x="http://registry.example/epp/notice"><x:item>1</x:item></x:notice>'
    expect(messageWith(foreign)).toMatchObject({ id: '12353', news: { kind: 'other', object: undefined } })
    const cut =
      '<domain:trnData xmlns:domain="urn:ietf:params:xml:ns:domain-1.0"><domain:name>taken.example</domain:name></domain:trnData>'
    expect(messageWith(cut).news).toEqual({ kind: 'other', object: taken })
  })
})

/** A message with a payload that no RFC defines. */
function messageWith(payload: string): PollMessage {
  const document = readGolden('response/poll/domain').replace(/<domain:infData.*<\/domain:infData>/s, payload)
  const response = decodeResponse(requestMessage(), decodeAnswer(document))
  if (response.outcome !== 'done' || !response.data) throw new Error(response.outcome)
  return response.data
}
