import { dataOf, itPrints } from '../../../test/golden'
import { createDomain } from '../../domain/create'
import { infoDomain } from '../../domain/info'
import { updateDomain } from '../../domain/update'
import { extended } from '../../extension'
import { createDnssec } from './create'
import { delegationSigner } from './delegation-signer'
import { dnssecInfo } from './info'
import { updateDnssec } from './update'

const name = 'taken.example'
const key = {
  flags: 257,
  protocol: 3,
  alg: 13,
  pubKey: 'oJMRESz5E4gYzS/q6XDrvU1qMPYIjCWzJaOau8XNEZeqCYKD5ar0IRd8KqXXFJkqmVfRvMGPmM1x8fGAa2XhSA==',
}
const ds = { keyTag: 12345, alg: 13, digestType: 2, digest: '49FD46E6C4B45C55D4AC'.repeat(3) + '0123' }
const create = createDomain({ name: 'new.example', authInfo: { pw: '2fooBAR' } })
const update = updateDomain({ name })

describe('DNSSEC of a domain', () => {
  itPrints({
    'extensions/secdns/create-ds': extended(
      create,
      createDnssec({ form: 'dsData', ds: [{ ...ds, keyData: key }] }, 604800),
    ),
    'extensions/secdns/create-key': extended(create, createDnssec({ form: 'keyData', keys: [key] })),
    'extensions/secdns/update-ds': extended(
      update,
      updateDnssec({
        rem: { form: 'dsData', ds: [{ ...ds, keyTag: 54321 }] },
        add: { form: 'dsData', ds: [ds] },
        maxSigLife: 604800,
        urgent: true,
      }),
    ),
    'extensions/secdns/update-all': extended(update, updateDnssec({ rem: 'all', add: { form: 'dsData', ds: [ds] } })),
    'extensions/secdns/update-key': extended(update, updateDnssec({ rem: { form: 'keyData', keys: [key] } })),
  })

  it('is read with the domain, as digests or keys', () => {
    const info = extended(infoDomain(name), dnssecInfo)
    expect(dataOf(info, 'extensions/secdns/info-ds')).toMatchObject({ name, dnssec: { form: 'dsData', ds: [ds] } })
    expect(dataOf(info, 'extensions/secdns/info-key').dnssec).toEqual({ form: 'keyData', keys: [key] })
    expect(dataOf(info, 'domain/info').dnssec).toBeUndefined()
  })

  it.each([
    ['no difference', () => updateDnssec({})],
    ['an empty difference', () => updateDnssec({ add: { form: 'dsData', ds: [] } })],
    ['a digest that is not hexadecimal', () => createDnssec({ form: 'dsData', ds: [{ ...ds, digest: 'xyz' }] })],
    ['a key tag out of range', () => createDnssec({ form: 'dsData', ds: [{ ...ds, keyTag: 65536 }] })],
    ['a key that is not Base64', () => createDnssec({ form: 'keyData', keys: [{ ...key, pubKey: 'a b' }] })],
    ['a lifetime of nothing', () => createDnssec({ form: 'keyData', keys: [key] }, 0)],
  ])('refuses %s', (_what, build) => expect(build).toThrow())

  it('makes the DS of a key as RFC 4509 section 2.3 does', () => {
    const pubKey =
      'AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw=='
    expect(delegationSigner('Dskey.example.com', { flags: 256, protocol: 3, alg: 5, pubKey })).toEqual({
      keyTag: 60485,
      alg: 5,
      digestType: 2,
      digest: 'D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A',
    })
  })
})
