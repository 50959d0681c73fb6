import { itPrints } from '../../../test/golden'
import { encodeCommand } from '../../command'
import { checkDomain } from '../../domain/check'
import { createDomain } from '../../domain/create'
import { extended } from '../../extension'
import { redact } from '../../redact'
import { withAllocationToken } from './token'

const create = extended(
  createDomain({ name: 'reserved.example', authInfo: { pw: '2fooBAR' } }),
  withAllocationToken('abc123'),
)

describe('an allocation token', () => {
  itPrints({
    'extensions/allocation-token/create': create,
    'extensions/allocation-token/check': extended(checkDomain(['reserved.example']), withAllocationToken('abc123')),
  })

  it('is masked in a transcript', () => {
    expect(redact(encodeCommand(create, 'op-0001-1'))).not.toContain('abc123')
  })
})
