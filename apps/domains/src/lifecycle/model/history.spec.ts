import { exampleDomain } from '../../../test/example-domain'
import type { Domain } from './domain'
import { by, changesInWords, operationContents, operationSubject } from './history'

const words = (before: Partial<Domain>, after: Partial<Domain>) =>
  changesInWords(exampleDomain({ id: 1, ...before }), exampleDomain({ id: 1, ...after }))

it.each<[before: Partial<Domain>, after: Partial<Domain>, sentences: string[]]>([
  [{}, {}, []],
  [{ autorenew: 'default' }, { autorenew: 'off' }, ['Changed: autorenew from default to off.']],
  [{ isLocked: false }, { isLocked: true }, ['Changed: lock from off to on.']],
  [
    { nameServers: [{ name: 'ns1.example.net' }, { name: 'ns2.example.net' }] },
    { nameServers: [] },
    ['Changed: name servers from ns1.example.net, ns2.example.net to none.'],
  ],
  [{ authCode: 'a' }, { authCode: 'b' }, ['Changed: auth code.']],
  [{ isSuspended: false }, { isSuspended: true }, ['Suspended: the e-mail address of the owner is not verified.']],
  [
    { phase: 'active' },
    { phase: 'quarantine.soft' },
    ['The domain is in soft quarantine: it does not work, and a renewal brings it back.'],
  ],
])('describes the change from %j to %j', (before, after, sentences) => {
  expect(words(before, after)).toEqual(sentences)
})

it('does not show an auth code', () => {
  expect(words({ authCode: 'secret-1' }, { authCode: 'secret-2' }).join(' ')).not.toMatch(/secret/)
})

it('shows an operation, its state, its requester and why it was refused', () => {
  expect(operationSubject('renew', 'refused')).toBe('Renewal refused by the registry')
  const anna = { username: 'anna', address: '192.0.2.7' }
  expect(operationContents({ cause: 'order', reason: 'Object status prohibits operation' }, anna)).toBe(
    'Ordered by anna from 192.0.2.7. Object status prohibits operation.',
  )
  const platform = { username: null, address: null }
  expect(operationContents({ cause: 'timer', reason: null }, platform)).toBe('Started by the platform on its due date.')
  expect(by(platform)).toBe('by the platform')
  expect(by({ username: 'anna', address: null })).toBe('by anna')
})
