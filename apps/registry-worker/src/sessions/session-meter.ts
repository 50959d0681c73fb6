import { Injectable } from '@nestjs/common'
import { Metrics } from '@nameyard/runtime/metrics'

/** Seconds; a registry that takes longer than a minute has mostly lost the command. */
const ANSWERS = [0.05, 0.1, 0.25, 0.5, 1, 5, 20, 60]

/** Counts the answers of registries to EPP commands, by account. */
@Injectable()
export class SessionMeter {
  private readonly durations
  private readonly answers

  constructor(metrics: Metrics) {
    this.durations = metrics.histogram({
      name: 'registry_answer_seconds',
      help: 'Time from an EPP command to its answer, without waiting for a session or the rate limit.',
      labels: ['account'],
      buckets: ANSWERS,
    })
    this.answers = metrics.counter({
      name: 'registry_answers_total',
      help: 'Answers to EPP commands by result code (RFC 5730 section 3); none for a command without an answer.',
      labels: ['account', 'code'],
    })
  }

  /** Measures one command. */
  async during<Answer extends { readonly code: number }>(
    account: string,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const startedAt = performance.now()
    try {
      const answer = await work()
      this.durations.observe({ account }, (performance.now() - startedAt) / 1_000)
      this.answers.inc({ account, code: answer.code })
      return answer
    } catch (error) {
      this.answers.inc({ account, code: 'none' })
      throw error
    }
  }
}
