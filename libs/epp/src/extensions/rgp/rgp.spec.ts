import { dataOf, itPrints } from '../../../test/golden'
import { infoDomain } from '../../domain/info'
import { extended } from '../../extension'
import { graceStatuses } from './grace-statuses'
import { reportRestore, requestRestore } from './restore'

const name = 'taken.example'

describe('grace periods', () => {
  itPrints({
    'extensions/rgp/restore-request': requestRestore(name),
    'extensions/rgp/restore-report': reportRestore(name, {
      preData: 'registered to NY-100001, delegated to ns1.other.example',
      postData: 'the same',
      delTime: new Date('2026-11-01T10:00:00Z'),
      resTime: new Date('2026-11-20T15:00:00Z'),
      resReason: 'Registrant error.',
      statements: ['Not for our own use & not to sell it.', 'All this is true.'],
      other: 'Supporting information.',
    }),
  })

  it('are read with the domain, and empty without the extension', () => {
    const info = extended(infoDomain(name), graceStatuses)
    expect(dataOf(info, 'extensions/rgp/info')).toMatchObject({ name, graceStatuses: ['redemptionPeriod'] })
    expect(dataOf(info, 'domain/info')).toMatchObject({ name, graceStatuses: [] })
  })

  it('are read after a restore', () => {
    expect(dataOf(requestRestore(name), 'extensions/rgp/restore-request')).toEqual({
      graceStatuses: ['pendingRestore'],
    })
  })
})
