import { Unavailable } from '@nameyard/contracts/unavailable'

interface Asked<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** Questions that are answered together at most; beyond that, one bad question would cost many others their place. */
const MOST_TOGETHER = 64

/**
 * Has questions that come while earlier ones are being answered answered together, by one statement. A lone question
 * waits for no other: it is asked at the end of its turn of the event loop. Where the answer to several fails, each is
 * asked again alone, so that a bad one fails by itself.
 */
export class Gathering<Question, Answer> {
  private waiting: Asked<Question, Answer>[] = []
  private answering = 0
  private isScheduled = false

  /** @param places statements that may run at once before further questions gather. */
  constructor(
    private readonly answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly places = 1,
  ) {}

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject })
      this.schedule()
    })
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0 || this.answering >= this.places) return
    this.isScheduled = true
    setImmediate(() => {
      this.isScheduled = false
      this.answering++
      void this.together(this.waiting.splice(0, MOST_TOGETHER)).finally(() => {
        this.answering--
        this.schedule()
      })
      this.schedule()
    })
  }

  /** Returns the error when nothing could be answered because the database is away. */
  private async together(asked: readonly Asked<Question, Answer>[]): Promise<Unavailable | undefined> {
    try {
      const answers = await this.answer(asked.map(({ question }) => question))
      asked.forEach(({ resolve }, at) => resolve(answers[at]!))
      return undefined
    } catch (error) {
      if (asked.length === 1) {
        asked[0]!.reject(error)
        return error instanceof Unavailable ? error : undefined
      }
      let away: Unavailable | undefined
      for (const each of asked) {
        if (away) each.reject(away)
        else away = await this.together([each])
      }
      return away
    }
  }
}
