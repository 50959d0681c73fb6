import { PreparedAnswers } from './prepared-answers'

const query = (id: number, rest = 'www.example.com A') => Buffer.from(`\0${String.fromCharCode(id)}${rest}`, 'latin1')
const answer = (id: number, rest = '192.0.2.1') => query(id, rest)

let prepared: PreparedAnswers
beforeEach(() => {
  prepared = new PreparedAnswers()
  prepared.keep(query(1), answer(1), 5)
})

it('returns the answer to the same query with the id of that query', () => {
  expect(prepared.find(query(2), 5)).toEqual(answer(2))
  expect(prepared.find(query(3), 5)).toEqual(answer(3))
  expect(prepared.find(query(1), 5)).toEqual(answer(1))
})

it('knows no answer to another query', () => {
  expect(prepared.find(query(1, 'WWW.example.com A'), 5)).toBeUndefined()
  expect(prepared.find(Buffer.alloc(0), 5)).toBeUndefined()
})

it('forgets all answers when a zone changes', () => {
  expect(prepared.find(query(1), 6)).toBeUndefined()
  prepared.keep(query(1, 'other'), answer(1, 'new'), 6)
  expect(prepared.find(query(1), 6)).toBeUndefined()
  expect(prepared.find(query(1, 'other'), 6)).toEqual(answer(1, 'new'))
})

it('does not use an answer that was built while a zone changed', () => {
  prepared.keep(query(1, 'slow'), answer(1, 'old'), 4)
  expect(prepared.find(query(1, 'slow'), 5)).toBeUndefined()
})

it('keeps a limited number, of usual lengths', () => {
  for (let n = 0; n < 20_000; n++) prepared.keep(query(1, `n${n}`), answer(1), 5)
  expect(prepared.find(query(1), 5)).toBeUndefined()
  expect(prepared.find(query(1, 'n19999'), 5)).toBeDefined()
  prepared.keep(query(1, 'q'.repeat(400)), answer(1), 5)
  expect(prepared.find(query(1, 'q'.repeat(400)), 5)).toBeUndefined()
  prepared.keep(query(1, 'long'), answer(1, 'a'.repeat(2_000)), 5)
  expect(prepared.find(query(1, 'long'), 5)).toBeUndefined()
})
