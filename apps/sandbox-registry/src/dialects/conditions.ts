import { Refusal } from '../model/result'
import type { Answer } from '../protocol/command'
import { element } from '../xml/write'
import { ExplainedRefusal } from './explained-refusal'

/** Carries out a command. Its refusal is explained in `<conditions>`, with a number and a severity. */
export async function withConditions(ns: string, carryOut: () => Promise<Answer>): Promise<Answer> {
  try {
    return await carryOut()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, reason, offender, message } = error
    const condition = element('result:condition', { code: `SB${code}`, severity: 'error' }, [
      element('result:msg', {}, message),
      element('result:details', {}, reason ?? message),
    ])
    const conditions = element('result:conditions', { 'xmlns:result': ns }, [condition])
    throw new ExplainedRefusal(conditions, code, reason, offender)
  }
}
