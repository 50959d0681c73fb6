import type { Domain } from './domain'
import { updateOf, type WishedDomain } from './update'

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
  it.each<[string, WishedDomain, ReturnType<typeof updateOf>]>([
    [
      'nothing of what is so already',
      { autorenew: 'on', nameServers: [{ name: 'ns1.example.net' }] },
      { changed: {}, parts: [], isForRegistry: false, rollback: {} },
    ],
    [
      'only here what the registry does not keep',
      { comments: 'mine' },
      { changed: { comments: 'mine' }, parts: ['update of autorenew, comments'], isForRegistry: false, rollback: {} },
    ],
    [
      'the false of a lock',
      { isLocked: true, autorenew: 'off' },
      {
        changed: { isLocked: true, autorenew: 'off' },
        parts: ['update of the lock', 'update of autorenew, comments'],
        isForRegistry: true,
        rollback: { isLocked: false },
      },
    ],
    [
      'the name of a group alone without the registry',
      { nsGroup: 'other', nsGroupId: 8 },
      {
        changed: { nsGroup: 'other', nsGroupId: 8 },
        parts: ['update of contacts, nameservers, keys'],
        isForRegistry: false,
        rollback: { nsGroup: 'mine', nsGroupId: 7 },
      },
    ],
  ])('changes %s', (_, wished, expected) => {
    expect(updateOf(domain, wished)).toEqual(expected)
  })
})
