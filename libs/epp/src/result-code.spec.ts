import { resultCodes } from './result-code'

describe('resultCodes', () => {
  it('are the thirty-four of RFC 5730', () => {
    expect(Object.keys(resultCodes)).toHaveLength(34)
  })

  it('are successes exactly below 2000', () => {
    const successes = Object.entries(resultCodes).filter(([, { class: kind }]) => kind === 'done' || kind === 'pending')
    expect(successes.map(([code]) => Number(code))).toEqual([1000, 1001, 1300, 1301, 1500])
  })

  it('end the session at x5xx, as the second digit says', () => {
    const ending = Object.entries(resultCodes).filter(([, meaning]) => 'endsSession' in meaning)
    expect(ending.map(([code]) => code)).toEqual(Object.keys(resultCodes).filter((code) => code[1] === '5'))
  })
})
