import { itPrints } from '../../test/golden'
import { deleteHost } from './delete'
import { updateHost } from './update'

const name = 'ns1.taken.example'

describe('changes of a host', () => {
  itPrints({
    'host/delete': deleteHost(name),
    'host/update': updateHost({
      name,
      add: { addresses: ['192.0.2.2', '2001:db8::2'], statuses: ['clientDeleteProhibited'] },
      rem: { addresses: ['192.0.2.1'], statuses: ['clientUpdateProhibited'] },
    }),
    'host/update-name': updateHost({ name, add: {}, rem: { addresses: [] }, newName: 'ns1.other.example' }),
  })
})
