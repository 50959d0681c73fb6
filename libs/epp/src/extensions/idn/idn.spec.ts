import { dataOf, itPrints } from '../../../test/golden'
import { createDomain } from '../../domain/create'
import { infoDomain } from '../../domain/info'
import { extended } from '../../extension'
import { createWithTable, tableInfo } from './table'

const create = createDomain({ name: 'xn--espaol-zwa.example', authInfo: { pw: '2fooBAR' } })

describe('tables of internationalized names', () => {
  itPrints({
    'extensions/idn/create': extended(create, createWithTable('es', 'español.example')),
    'extensions/idn/create-least': extended(create, createWithTable('es')),
  })

  it('are read with the domain', () => {
    const info = extended(infoDomain('taken.example'), tableInfo)
    expect(dataOf(info, 'extensions/idn/info').idn).toEqual({ table: 'es', uname: 'español.example' })
    expect(dataOf(info, 'domain/info').idn).toBeUndefined()
  })
})
