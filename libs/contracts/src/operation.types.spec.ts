import { listZones } from './dns/list-zones'
import { createDomain } from './domains/create-domain'
import { getDomain } from './domains/get-domain'
import type { Payload } from './event'
import type { Call, Handler, Input, InputGiven, Result } from './operation'
import type { RegistryOperationKind, submitRegistryOperation } from './registry/submit-operation'

/** Compiles only when both are the same type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <Claim extends true>(): Claim | undefined => undefined

test('a handler gets numbers, booleans and defaults, in whatever form the client sent them', () => {
  holds<Same<Input<typeof getDomain>['id'], number>>()
  holds<Same<Input<typeof getDomain>['with_history'], boolean>>()
  holds<Same<Input<typeof listZones>['limit'], number>>()
  holds<Same<Input<typeof createDomain>['autorenew'], 'on' | 'off' | 'default'>>()
  holds<Same<Input<typeof createDomain>['ns_group'], string | undefined>>()
})

test('a caller may omit fields with defaults and send numbers as texts', () => {
  const given: InputGiven<typeof getDomain> = { id: '42' }
  expect(getDomain.input.parse(given)).toMatchObject({ id: 42, with_history: false })
})

test('a handler cannot return a value that the contract does not allow', () => {
  const handler: Handler<typeof createDomain> = async (_input, _call: Call) => ({ id: 1, status: 'ACT' })
  // @ts-expect-error -- no such status
  const wrong: Handler<typeof createDomain> = async () => ({ id: 1, status: 'DONE' })
  holds<Same<Result<typeof createDomain>['status'], 'ACT' | 'DEL' | 'FAI' | 'PEN' | 'REQ' | 'RRQ' | 'SCH'>>()
  expect([handler, wrong]).toHaveLength(2)
})

test('the kind of a registry operation determines the type of its intent', () => {
  type Submission = Payload<typeof submitRegistryOperation>
  holds<Same<Submission['kind'], RegistryOperationKind>>()
  holds<Same<Extract<Submission, { kind: 'domain.renew' }>['intent']['period']['unit'], 'y' | 'm'>>()
})
