import { changeRights } from '@nameyard/contracts/access/change-rights'
import { findActors } from '@nameyard/contracts/access/find-actors'
import { createKey } from '@nameyard/contracts/keys/create-key'
import { revokeKey } from '@nameyard/contracts/keys/revoke-key'
import { everyRight } from '@nameyard/contracts/rights'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let ada: Account
beforeAll(async () => {
  service = await runningService()
  ada = await service.account()
})
afterAll(() => service?.close())

const find = async (...bearers: { contactId: number; keyId?: number }[]) =>
  (await service.rpc.call(findActors, { bearers }, service.anonymous())).actors

describe('access.find-actors', () => {
  it('returns what a contact and its keys may do now', async () => {
    const given = { name: 'export', scope: ['read' as const], domains: ['example.com'] }
    const { id: keyId } = await service.rpc.call(createKey, given, ada.call())
    const { resellerId, contactId, username } = ada
    const person = { contactId, resellerId, username, role: 'admin' }
    const limits = { domains: ['example.com'], zones: [] }
    expect(await find({ contactId })).toEqual([{ ...person, scope: everyRight }])
    expect(await find({ contactId, keyId })).toEqual([{ ...person, keyId, scope: ['read'], isLimited: true, limits }])
    await service.rpc.call(revokeKey, { id: keyId }, ada.call())
    expect(await find({ contactId, keyId }, { contactId: 999_999 })).toEqual([])
  })

  it('leaves out a contact without API access', async () => {
    const { contactId, username } = ada
    await service.rpc.call(changeRights, { operator: 'tester', username, apiAccess: false }, service.anonymous())
    expect(await find({ contactId })).toEqual([])
  })
})
