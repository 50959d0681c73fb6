import { Refusal } from '@nameyard/contracts/errors'
import { outcomeOf, writtenAt } from './meter'

test('a refusal that the caller cannot change is an error', () => {
  expect(outcomeOf({ id: 1 })).toBe('ok')
  expect(outcomeOf(new Refusal('invalid_input'))).toBe('refused')
  expect(outcomeOf(new Refusal('internal_error'))).toBe('error')
  expect(outcomeOf(new Refusal('service_unavailable'))).toBe('error')
})

test('the time of a message is read from the example of RFC 9562, and not from an id of another version', () => {
  expect(writtenAt('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(Date.UTC(2022, 1, 22, 19, 22, 22))
  expect(writtenAt('919108f7-52d1-4320-9bac-f847db4148a8')).toBeUndefined()
})
