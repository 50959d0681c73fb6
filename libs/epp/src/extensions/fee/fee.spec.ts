import { dataOf, itPrints, readGolden } from '../../../test/golden'
import { decodeAnswer } from '../../answer'
import { checkDomain } from '../../domain/check'
import { createDomain } from '../../domain/create'
import { deleteDomain } from '../../domain/delete'
import { renewDomain } from '../../domain/renew'
import { requestTransfer } from '../../domain/transfer'
import { extended } from '../../extension'
import { requestRestore } from '../rgp/restore'
import { acceptFees, readCharge } from './accept'
import { balanceIn } from './balance'
import { checkFees } from './check'

const names = ['free.example', 'taken.example']
const authInfo = { pw: '2fooBAR' }
const questions = [{ command: 'create', period: { value: 2, unit: 'y' } }, { command: 'restore' }] as const
const check = extended(checkDomain(names), checkFees(questions, { currency: 'USD' }))
const price = { currency: 'USD', fees: ['100.00'] }
const create = extended(createDomain({ name: 'new.example', authInfo }), acceptFees('create', price))

describe('fees', () => {
  itPrints({
    'extensions/fee/check': check,
    'extensions/fee/check-any-currency': extended(checkDomain(names), checkFees([{ command: 'transfer' }])),
    'extensions/fee/create': create,
    'extensions/fee/renew': extended(
      renewDomain({ name: 'taken.example', curExpDate: '2027-02-28' }),
      acceptFees('renew', { currency: 'EUR', fees: ['10', '2.50'] }),
    ),
    'extensions/fee/transfer': extended(
      requestTransfer({ name: 'taken.example', authInfo }),
      acceptFees('transfer', price),
    ),
    'extensions/fee/restore': extended(requestRestore('taken.example'), acceptFees('update', price)),
  })

  it('are read for each command of a check', () => {
    const { fees } = dataOf(check, 'extensions/fee/check')
    expect(fees).toEqual({
      currency: 'USD',
      objects: [
        {
          id: 'free.example',
          available: true,
          class: 'premium',
          reason: undefined,
          commands: [
            {
              command: 'create',
              period: { value: 2, unit: 'y' },
              standard: false,
              fees: [
                {
                  amount: '100.00',
                  description: 'Registration Fee',
                  refundable: true,
                  gracePeriod: 'P5D',
                  applied: 'immediate',
                },
              ],
              credits: [{ amount: '-5.50', description: 'Rebate' }],
              reason: undefined,
            },
            {
              command: 'restore',
              period: undefined,
              standard: true,
              fees: [
                {
                  amount: '40',
                  description: undefined,
                  refundable: undefined,
                  gracePeriod: undefined,
                  applied: 'delayed',
                },
              ],
              credits: [],
              reason: undefined,
            },
            { command: 'transfer', period: undefined, standard: false, fees: [], credits: [], reason: 'Not offered' },
          ],
        },
        { id: 'taken.example', available: false, class: undefined, reason: 'No such price', commands: [] },
      ],
    })
  })

  it('are added beside the availability, which stays an array', () => {
    expect(dataOf(check, 'extensions/fee/check').checked).toEqual([
      { id: 'free.example', available: true, reason: undefined },
      { id: 'taken.example', available: false, reason: undefined },
    ])
  })

  it('of a command are read with the balance', () => {
    expect(dataOf(create, 'extensions/fee/create')).toMatchObject({
      name: 'new.example',
      charge: {
        currency: 'USD',
        period: { value: 2, unit: 'y' },
        fees: [{ amount: '100.00' }],
        credits: [],
        balance: '-5.00',
        creditLimit: '1000.00',
      },
    })
    expect(dataOf(create, 'domain/create').charge).toBeUndefined()
  })

  it('have our balance in the answer to any command', () => {
    const answer = decodeAnswer(readGolden('response/extensions/fee/delete'))
    expect(balanceIn(answer)).toEqual({ currency: 'USD', balance: '1005.00', creditLimit: undefined })
    expect(balanceIn(decodeAnswer(readGolden('response/domain/create')))).toBeUndefined()
  })

  it('refunded by a delete are read as credits', () => {
    const remove = extended(deleteDomain('taken.example'), readCharge)
    expect(dataOf(remove, 'extensions/fee/delete').charge).toMatchObject({
      credits: [{ amount: '-5.00', description: 'AGP Credit' }],
      balance: '1005.00',
    })
  })

  it.each(['-1', '1,50', '1e3', ''])('refuses the fee "%s"', (fee) => {
    expect(() => acceptFees('create', { currency: 'EUR', fees: [fee] })).toThrow('fee')
  })

  it('refuse an invalid currency', () => {
    expect(() => acceptFees('create', { currency: 'euro', fees: ['1'] })).toThrow('currency')
  })
})
