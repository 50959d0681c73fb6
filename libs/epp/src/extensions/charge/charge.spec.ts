import { answerFrom } from '../../../test/golden'
import { encodeCommand } from '../../command'
import { checkDomain } from '../../domain/check'
import { createDomain } from '../../domain/create'
import { extended } from '../../extension'
import { requestRestore } from '../rgp/restore'
import { acceptCharges, checkedCharges, priceOf, setsOf } from './charge'

const resData = `<d:chkData xmlns:d="urn:ietf:params:xml:ns:domain-1.0">
  <d:cd><d:name avail="1">gold.actor</d:name></d:cd></d:chkData>`
const extension = `<c:chkData xmlns:c="http://www.unitedtld.com/epp/charge-1.0"><c:cd><c:name>Gold.actor</c:name>
  <c:set><c:category name="AAA">premium</c:category><c:type>price</c:type><c:amount command="create">20.00</c:amount>
    <c:amount command="renew">15.00</c:amount><c:amount command="update" name="restore">30.00</c:amount></c:set>
  <c:set><c:category name="Day-1">earlyAccess</c:category><c:type>fee</c:type>
    <c:amount command="create">100.00</c:amount></c:set></c:cd></c:chkData>`
const check = extended(checkDomain(['gold.actor']), checkedCharges)
const sets = answerFrom(check, { resData, extension }).charges.get('gold.actor')!

it('reads the prices of a name, and none of an ordinary one', () => {
  expect(sets.map((set) => priceOf([set], 'create'))).toEqual([20, 100])
  expect([priceOf(sets, 'create'), priceOf(sets, 'renew'), priceOf(sets, 'restore')]).toEqual([120, 15, 30])
  expect(setsOf(sets, 'renew')).toHaveLength(1)
  expect(answerFrom(check, { resData, extension: '' }).charges.size).toBe(0)
})

it('agrees to the prices of the command alone, in the words of the registry', () => {
  const create = createDomain({ name: 'gold.actor', authInfo: { pw: '2fooBAR' } })
  const frame = encodeCommand(extended(create, acceptCharges(sets, 'create')), 'op-1').replace(/\s*\n\s*/g, '')
  expect(frame).toContain(
    '<charge:agreement xmlns:charge="http://www.unitedtld.com/epp/charge-1.0"><charge:set>' +
      '<charge:category name="AAA">premium</charge:category><charge:type>price</charge:type>' +
      '<charge:amount command="create">20.00</charge:amount></charge:set><charge:set>' +
      '<charge:category name="Day-1">earlyAccess</charge:category><charge:type>fee</charge:type>' +
      '<charge:amount command="create">100.00</charge:amount></charge:set></charge:agreement>',
  )
  const restore = extended(requestRestore('gold.actor'), acceptCharges(setsOf(sets, 'restore'), 'restore'))
  expect(encodeCommand(restore, 'op-1')).toContain('<charge:amount command="update" name="restore">30.00<')
})
