import { dataOf, itPrints } from '../../../test/golden'
import { createDomain } from '../../domain/create'
import { extended } from '../../extension'
import { checkClaims } from './check'
import { createInLaunch } from './create'

const create = createDomain({ name: 'mark.example', authInfo: { pw: '2fooBAR' } })
const sunrise = extended(
  create,
  createInLaunch({ phase: { phase: 'sunrise' }, type: 'application', signedMarks: ['PD94bWwg\nbWFyaz4='] }),
)

describe('launch phases', () => {
  itPrints({
    'extensions/launch/check-claims': checkClaims(['free.example', 'mark.example'], { phase: 'claims' }),
    'extensions/launch/create-with-notice': extended(
      create,
      createInLaunch({
        phase: { phase: 'custom', name: 'founders' },
        notice: {
          noticeID: '370d0b7c9223372036854775807',
          validatorID: 'tmch',
          notAfter: new Date('2026-12-01T00:00:00Z'),
          acceptedDate: new Date('2026-11-20T15:00:00Z'),
        },
      }),
    ),
    'extensions/launch/create-with-mark': sunrise,
  })

  it('return the names with a claim', () => {
    const check = checkClaims(['free.example', 'mark.example'], { phase: 'claims' })
    expect(dataOf(check, 'extensions/launch/check')).toEqual([
      { name: 'free.example', exists: false, claimKeys: [] },
      {
        name: 'mark.example',
        exists: true,
        claimKeys: [{ key: '2013041500/2/6/9/rJ1NrDO92vDsAzf7EQzgjX4R0000000001', validatorID: 'tmch' }],
      },
    ])
  })

  it('give an application its identifier', () => {
    expect(dataOf(sunrise, 'extensions/launch/create')).toMatchObject({
      name: 'mark.example',
      applicationID: '2393-9323-E08C-03B1',
    })
  })

  it('refuse a mark that is not Base64', () => {
    expect(() => createInLaunch({ phase: { phase: 'sunrise' }, signedMarks: ['-----BEGIN'] })).toThrow('Base64')
  })
})
