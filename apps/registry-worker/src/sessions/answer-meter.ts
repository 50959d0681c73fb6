import { Injectable } from '@nestjs/common'
import { Metrics } from '@nameyard/runtime/metrics'
import { inSpan } from '@nameyard/tracing/work'

/** Seconds; a registry that takes longer than a minute has mostly lost the command. */
const ANSWERS = [0.05, 0.1, 0.25, 0.5, 1, 5, 20, 60]

/** A command to a registry. */
interface Sent {
  readonly account: string
  readonly protocol: 'epp' | 'rri' | 'upstream'
  readonly command: string
  /** Our identifier of it, by which the registry knows it too. */
  readonly id?: string | undefined
}

/** Counts the answers of registries, by account, and makes each command a step of its trace. */
@Injectable()
export class AnswerMeter {
  private readonly durations
  private readonly answers

  constructor(metrics: Metrics) {
    this.durations = metrics.histogram({
      name: 'registry_answer_seconds',
      help: 'Time from a command to its answer, without waiting for a session or the rate limit.',
      labels: ['account'],
      buckets: ANSWERS,
    })
    this.answers = metrics.counter({
      name: 'registry_answers_total',
      help: 'Answers by result code (RFC 5730 section 3; upstream the HTTP status); none for a command without an answer.',
      labels: ['account', 'code'],
    })
  }

  /** Measures one command. `codeOf` returns the code of an answer; that of an error is undefined if it is no answer. */
  async during<Answer>(
    { account, protocol, command, id }: Sent,
    send: () => Promise<Answer>,
    codeOf: (answer: Answer) => number,
    codeOfError: (error: unknown) => number | undefined = () => undefined,
  ): Promise<Answer> {
    const attributes = { 'nameyard.registry': account, [`${protocol}.id`]: id }
    return inSpan(`${protocol} ${command}`, { kind: 'client', attributes }, async (span) => {
      const startedAt = performance.now()
      const answered = (code: number) => {
        this.durations.observe({ account }, (performance.now() - startedAt) / 1_000)
        this.answers.inc({ account, code })
        span?.set({ [`${protocol}.code`]: code })
      }
      try {
        const answer = await send()
        answered(codeOf(answer))
        return answer
      } catch (error) {
        const code = codeOfError(error)
        if (code === undefined) this.answers.inc({ account, code: 'none' })
        else answered(code)
        throw error
      }
    })
  }
}
