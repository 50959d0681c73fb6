import { createContact } from '../contacts/create-contact'
import { createCustomer } from '../customers/create-customer'
import { updateZone } from '../dns/update-zone'
import { createDomain } from '../domains/create-domain'
import { deleteDomain } from '../domains/delete-domain'
import { getAuthcode } from '../domains/get-authcode'
import { listDomains } from '../domains/list-domains'
import type { AnyOperation } from '../operation'
import { setCreditLimit } from '../orders/set-credit-limit'
import { carriedOutFor, carryingOut, tellAudit } from './carried-out'
import { aboutOf } from './subject'

const call = { correlationId: 'r-1', deadline: 0 }
const about = (operation: AnyOperation, input: unknown) => aboutOf(carriedOutFor(carryingOut(call, operation, input))!)

describe('what an event of the audit trail is about', () => {
  it('is the object in the path', () => {
    expect(about(updateZone, { name: 'example.com' }).subject).toBe('zone example.com')
    expect(about(deleteDomain, { id: 1001 }).subject).toBe('domain 1001')
  })

  it('is the name of the domain', () => {
    const input = { domain: { name: 'Example', extension: 'co.uk' } }
    expect(about(createDomain, input).subject).toBe('domain example.co.uk')
  })

  it('is the account that an operator names', () => {
    const event = about(setCreditLimit, { operator: 'ada', resellerId: 1002, limit: '5.00' })
    expect(event).toEqual({ resellerId: 1002, subject: 'reseller 1002', changes: { limit: null } })
  })

  it('has no value of a field except yes and no', () => {
    const input = { username: 'ada', password: 'secret', email: 'ada@example.com', is_active: true, id: 7 }
    const event = about(createContact, input)
    expect(event.changes).toEqual({ username: null, password: null, email: null, is_active: { to: true } })
    expect(about(createCustomer, { name: { first_name: 'Ada' } }).subject).toBe('customer')
  })

  it('is what the handler says', () => {
    const carrying = carryingOut(call, deleteDomain, { id: 1001 })
    tellAudit({ ...carrying }, { subject: 'domain example.com' })
    expect(aboutOf(carriedOutFor(carrying)!).subject).toBe('domain example.com')
  })

  it('is recorded of changes and of what discloses a secret', () => {
    expect([createDomain.isAudited, setCreditLimit.isAudited, getAuthcode.isAudited]).toEqual([true, true, true])
    expect(listDomains.isAudited).toBe(false)
  })
})
