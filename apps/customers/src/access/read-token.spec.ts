import { readToken } from '@nameyard/contracts/access/read-token'
import type { Call } from '@nameyard/contracts/operation'
import { ReadToken } from './read-token'

const call: Call = { correlationId: '00000000-0000-4000-8000-000000000000', deadline: 0 }

describe('access.read-token', () => {
  it('returns the account, the contact and the rights of the token', async () => {
    const actor = { resellerId: 1001, contactId: 7, username: 'ada', role: 'tech' as const, scope: ['read'] as const }
    const answer = await new ReadToken().execute({}, { ...call, actor })
    expect(readToken.result.parse(answer)).toEqual({
      reseller_id: 1001,
      contact_id: 7,
      username: 'ada',
      scope: ['read'],
    })
  })

  it('refuses a call without a token', async () => {
    await expect(new ReadToken().execute({}, call)).rejects.toMatchObject({ refusal: 'authentication_failed' })
  })
})
