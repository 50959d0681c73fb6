import { answerTo, dataOf, itPrints } from '../../test/golden'
import { deleteDomain } from './delete'
import { renewDomain } from './renew'
import { approveTransfer, cancelTransfer, queryTransfer, rejectTransfer, requestTransfer } from './transfer'
import { updateDomain } from './update'

const name = 'taken.example'
const authInfo = { pw: '2fooBAR & <more>' }

describe('changes of a domain', () => {
  itPrints({
    'domain/renew': renewDomain({ name, curExpDate: '2027-02-28', period: { value: 1, unit: 'y' } }),
    'domain/renew-least': renewDomain({ name, curExpDate: '2027-02-28' }),
    'domain/delete': deleteDomain(name),
    'domain/update': updateDomain({
      name,
      add: {
        ns: { form: 'hostObj', hosts: [{ name: 'ns2.other.example', addresses: [] }] },
        contacts: [{ type: 'tech', id: 'NY-100004' }],
        statuses: ['clientHold', 'clientTransferProhibited'],
      },
      rem: {
        ns: { form: 'hostObj', hosts: [{ name: 'ns1.other.example', addresses: [] }] },
        contacts: [{ type: 'tech', id: 'NY-100003' }],
        statuses: ['clientUpdateProhibited'],
      },
      registrant: 'NY-100005',
      authInfo,
    }),
    'domain/update-host-attributes': updateDomain({
      name,
      add: { ns: { form: 'hostAttr', hosts: [{ name: `ns1.${name}`, addresses: ['192.0.2.1'] }] } },
      rem: { ns: { form: 'hostAttr', hosts: [{ name: 'ns1.other.example', addresses: [] }] } },
    }),
    'domain/update-without-auth-info': updateDomain({ name, add: {}, rem: { statuses: [] }, authInfo: null }),
    'domain/transfer-request': requestTransfer({ name, authInfo, period: { value: 1, unit: 'y' } }),
    'domain/transfer-query': queryTransfer(name),
    'domain/transfer-query-with-auth-info': queryTransfer(name, authInfo),
    'domain/transfer-approve': approveTransfer(name),
    'domain/transfer-reject': rejectTransfer(name),
    'domain/transfer-cancel': cancelTransfer(name),
  })

  it('refuses an expiry date with a time', () => {
    expect(() => renewDomain({ name, curExpDate: '2027-02-28T11:30:15Z' })).toThrow('curExpDate')
  })

  it('reads the new expiry date of a renewal, if there is one', () => {
    const renew = renewDomain({ name, curExpDate: '2027-02-28' })
    expect(dataOf(renew, 'domain/renew')).toEqual({ exDate: new Date('2028-02-28T11:30:15Z') })
    expect(dataOf(renew, 'domain/renew-without-data')).toEqual({ exDate: undefined })
  })

  it('reads a pending delete', () => {
    expect(answerTo(deleteDomain(name), 'domain/delete-pending')).toMatchObject({ outcome: 'pending', data: undefined })
  })

  it('reads a requested transfer', () => {
    expect(answerTo(requestTransfer({ name, authInfo }), 'domain/transfer-request')).toMatchObject({
      outcome: 'pending',
      data: {
        name,
        trStatus: 'pending',
        reID: 'nameyard',
        reDate: new Date('2026-11-20T15:00:00Z'),
        acID: 'former',
        acDate: new Date('2026-11-25T15:00:00Z'),
        exDate: new Date('2028-02-28T11:30:15Z'),
      },
    })
  })

  it('reads the state of a transfer, and an approval without transfer data', () => {
    expect(dataOf(queryTransfer(name), 'domain/transfer-query')).toMatchObject({ trStatus: 'clientRejected' })
    expect(dataOf(approveTransfer(name), 'domain/renew-without-data')).toBeUndefined()
    expect(() => dataOf(queryTransfer(name), 'domain/renew-without-data')).toThrow('trnData')
  })
})
