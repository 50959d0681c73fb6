import type { Domain } from '../../lifecycle/model/domain'
import { updateOf, type RequestedChanges } from './update'

const domain = {
  autorenew: 'on',
  comments: '',
  isLocked: false,
  nsGroup: 'mine',
  nsGroupId: 7,
  nameServers: [{ name: 'ns1.example.net' }],
  ownerHandle: 'AT100000-NL',
  zoneKeys: [],
} as unknown as Domain

describe('an update of a domain', () => {
  it.each<[string, RequestedChanges, ReturnType<typeof updateOf>]>([
    [
      'nothing when the domain has these values already',
      { autorenew: 'on', nameServers: [{ name: 'ns1.example.net' }] },
      { changed: {}, parts: [], isForRegistry: false, rollback: {} },
    ],
    [
      'fields that the registry does not have on the platform only',
      { comments: 'mine' },
      { changed: { comments: 'mine' }, parts: ['update of autorenew, comments'], isForRegistry: false, rollback: {} },
    ],
    [
      'the lock, and restores it when the registry refuses',
      { isLocked: true, autorenew: 'off' },
      {
        changed: { isLocked: true, autorenew: 'off' },
        parts: ['update of the lock', 'update of autorenew, comments'],
        isForRegistry: true,
        rollback: { isLocked: false },
      },
    ],
    [
      'the name of the group without a change at the registry',
      { nsGroup: 'other', nsGroupId: 8 },
      {
        changed: { nsGroup: 'other', nsGroupId: 8 },
        parts: ['update of contacts, nameservers, keys'],
        isForRegistry: false,
        rollback: { nsGroup: 'mine', nsGroupId: 7 },
      },
    ],
  ])('changes %s', (_, requested, expected) => {
    expect(updateOf(domain, requested)).toEqual(expected)
  })
})
