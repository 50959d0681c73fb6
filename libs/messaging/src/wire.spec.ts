import { answerKind, decodeAnswers, encodeAnswers, type Answer } from './wire'

const answer = (sequence: number, data: Answer['data'], warnings = ''): Answer => ({
  sequence,
  kind: answerKind.result,
  data,
  warnings,
})
const json = (text: string, times: number) => JSON.stringify(text.repeat(times))
const texts = (answers: readonly Answer[]) => answers.map((each) => ({ ...each, data: each.data.toString() }))

describe('answers on the wire', () => {
  it.each(['x', 'ü', '€', '😀'])('are what was sent, in messages of their own where they are large: %s', (text) => {
    const small = [answer(1, json(text, 3)), answer(4, Buffer.from(json(text, 5)), json(text, 2))]
    const large = [answer(2, json(text, 20_000)), answer(3, Buffer.from(json(text, 30_000)))]
    const messages = encodeAnswers([small[0]!, ...large, small[1]!])
    expect(messages.map((message) => texts(decodeAnswers(message)))).toEqual([
      texts(small),
      ...large.map((each) => texts([each])),
    ])
  })

  it('are not decoded where one is large', () => {
    const data = Buffer.from(json('ü', 20_000))
    expect(encodeAnswers([answer(1, data)]).flatMap(decodeAnswers)).toEqual([answer(1, data)])
  })

  it('with warnings are cut from the text of the message', () => {
    const sent = answer(1, json('ü', 20_000), json('a warning', 1))
    expect(encodeAnswers([sent]).flatMap(decodeAnswers)).toEqual([sent])
  })

  // A caller of the release before reads these lengths for every answer.
  it.each(['x', 'ü', '😀'])('have their lengths in UTF-16 code units: %s', (text) => {
    const data = json(text, 20_000)
    const [message] = encodeAnswers([answer(7, Buffer.from(data))])
    const [header] = message!.toString().split('\n')
    expect(JSON.parse(header!)).toEqual([7, answerKind.result, data.length, 0])
  })
})
