/** A request that waits in a lane or travels in one of its messages. */
export interface Waiting {
  readonly text: string
  readonly deadline: number
  /** Set when its caller has been told something already; it need not travel any more. */
  settled: boolean
  message?: MessageInFlight
}

/** A message of which no answer has come back yet holds one of its lane's places. */
export interface MessageInFlight {
  holdsPlace: boolean
}

/** Further requests bring nothing: measured throughput is flat beyond. */
const MOST_REQUESTS = 64

/** Keeps one message from delaying its neighbours on the socket. */
const MOST_CHARACTERS = 256 * 1024

/** Messages that may travel before further requests gather; measured: 1 starves the service, no cap splits too finely. */
const PLACES = 4

/**
 * How long a message without any answer holds its place. A slow operation must not make others wait: beyond this its
 * place is given up, and gathering goes on with the others.
 */
const PLACE_MS = 5

/**
 * The requests of one caller to one service. Those that are made in the same turn of the event loop travel in one
 * message; while enough messages are under way, further ones gather. A lone request leaves at the end of its turn.
 */
export class Lane {
  private waiting: Waiting[] = []
  private taken = 0
  private scheduled = false

  constructor(private readonly send: (requests: readonly Waiting[]) => void) {}

  push(request: Waiting): void {
    this.waiting.push(request)
    this.schedule()
  }

  /** An answer of this message has arrived. */
  answered(message: MessageInFlight): void {
    if (!message.holdsPlace) return
    message.holdsPlace = false
    this.taken--
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0 || this.taken >= PLACES) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      while (this.waiting.length > 0 && this.taken < PLACES) this.sendOne()
    })
  }

  private sendOne(): void {
    const requests: Waiting[] = []
    let characters = 0
    let position = 0
    for (; position < this.waiting.length && requests.length < MOST_REQUESTS; position++) {
      const request = this.waiting[position]!
      if (request.settled) continue
      if (requests.length > 0 && characters + request.text.length > MOST_CHARACTERS) break
      characters += request.text.length
      requests.push(request)
    }
    this.waiting = this.waiting.slice(position)
    if (requests.length === 0) return
    const message = { holdsPlace: true }
    this.taken++
    setTimeout(() => this.answered(message), PLACE_MS)
    for (const request of requests) request.message = message
    this.send(requests)
  }
}
