import { itPrints } from '../../test/golden'
import { deleteContact } from './delete'
import { updateContact } from './update'

const zoe = {
  type: 'int',
  name: 'Zoe Muller',
  street: ['Example Street 1'],
  city: 'Koln',
  pc: '50667',
  cc: 'DE',
} as const

describe('changes of a contact', () => {
  itPrints({
    'contact/delete': deleteContact('NY-100001'),
    'contact/update': updateContact({
      id: 'NY-100001',
      addStatuses: ['clientDeleteProhibited'],
      remStatuses: ['clientUpdateProhibited', 'clientTransferProhibited'],
      postalInfo: [zoe, { ...zoe, type: 'loc', name: 'Zoë Müller', org: 'Müller & Töchter' }],
      voice: { number: '+49.2215555557', x: '12' },
      fax: null,
      email: 'zoe@muller.example',
      authInfo: { pw: '2fooBAR' },
      disclose: { flag: false, voice: true },
    }),
    'contact/update-email': updateContact({ id: 'NY-100001', addStatuses: [], email: 'office@muller.example' }),
  })
})
